# What looks at the whole tree.
dist_check_SCRIPTS = tests/check_includes.sh tests/check_purity.sh
EXTRA_DIST += tests/lsan.supp tests/tsan.supp
TESTS += tests/check_includes.sh
if PLAIN_BUILD
TESTS += tests/check_purity.sh
endif
