# SPDX-License-Identifier: MIT
# The table: natively, and in the browser's module.
TABLE_LIBS = src/table/libtable.a src/bot/libbot.a src/tell/libtell.a src/draw/libdraw.a \
	src/letter/libletter.a src/record/librecord.a src/seal/libseal.a $(GAMES_LIBS)
EXTRA_DIST += tests/table/play.mjs
check_PROGRAMS += tests/table/play
tests_table_play_SOURCES = tests/table/play.c
tests_table_play_LDADD = $(TABLE_LIBS) $(SODIUM_LIBS)
check_PROGRAMS += tests/table/make_link
tests_table_make_link_SOURCES = tests/table/make_link.c
tests_table_make_link_LDADD = src/letter/libletter.a src/seal/libseal.a src/base/libbase.a \
	$(ZLIB_LIBS) $(SODIUM_LIBS)
dist_check_SCRIPTS += tests/table/same.sh
dist_check_SCRIPTS += tests/table/browser.sh tests/table/firefox.sh
EXTRA_DIST += tests/table/firefox.py tests/table/first_game.py tests/table/fragments tests/table/page.py tests/table/pictures.py tests/table/bench.py
if TABLE
LONG_TESTS += tests/table/same.sh
if PLAIN_BUILD
LONG_TESTS += tests/table/browser.sh tests/table/firefox.sh
endif
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/table/test_table
TESTS += tests/table/test_table
tests_table_test_table_SOURCES = tests/table/test_table.c
tests_table_test_table_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_table_test_table_LDADD = $(TABLE_LIBS) $(SODIUM_LIBS) $(CMOCKA_LIBS)
endif

# Figures of the page in a real browser.
check_PROGRAMS += tests/table/rate
tests_table_rate_SOURCES = tests/table/rate.c
tests_table_rate_LDADD = $(TABLE_LIBS) $(SODIUM_LIBS)
.PHONY: bench-table
bench-table: src/table/table.html tests/table/rate
	@top_srcdir='$(abs_top_srcdir)' top_builddir='$(abs_top_builddir)' \
		PYTHONPATH='$(abs_top_srcdir)/tests/e2e' python3 -B $(srcdir)/tests/table/bench.py
