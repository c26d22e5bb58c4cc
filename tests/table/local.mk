# SPDX-License-Identifier: MIT
# The table: natively, and in the browser's module.
EXTRA_DIST += tests/table/play.mjs
check_PROGRAMS += tests/table/play tests/table/make_link
dist_check_SCRIPTS += tests/table/same.sh
dist_check_SCRIPTS += tests/table/browser.sh tests/table/firefox.sh
EXTRA_DIST += tests/table/firefox.py tests/table/first_game.py tests/table/fragments tests/table/page.py tests/table/pictures.py
if TABLE
LONG_TESTS += tests/table/same.sh
if PLAIN_BUILD
LONG_TESTS += tests/table/browser.sh
endif
endif
ROOM_TESTS += tests/table/test_table
