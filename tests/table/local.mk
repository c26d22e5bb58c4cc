# SPDX-License-Identifier: MIT
# The table: natively, and in the browser's module.
EXTRA_DIST += tests/table/play.mjs
check_PROGRAMS += tests/table/play tests/table/make_link
dist_check_SCRIPTS += tests/table/same.sh
dist_check_SCRIPTS += tests/table/browser.sh tests/table/firefox.sh
EXTRA_DIST += tests/table/firefox.py tests/table/first_game.py tests/table/fragments tests/table/page.py tests/table/pictures.py tests/table/bench.py
if TABLE
LONG_TESTS += tests/table/same.sh
if PLAIN_BUILD
LONG_TESTS += tests/table/browser.sh
endif
endif
ROOM_TESTS += tests/table/test_table

# Figures of the page in a real browser: its size, its start, what a finger waits for.
.PHONY: bench-table
bench-table: src/table/table.html tests/table/make_link
	@top_srcdir='$(abs_top_srcdir)' top_builddir='$(abs_top_builddir)' \
		PYTHONPATH='$(abs_top_srcdir)/tests/e2e' python3 -B $(srcdir)/tests/table/bench.py
