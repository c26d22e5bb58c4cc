# SPDX-License-Identifier: MIT
# Benchmarks: programs that print figures. `make bench` builds them, and contrib/check, with warnings as errors.
BENCHES += tests/bench/bench_draw tests/bench/bench_rules tests/bench/bench_welcome
EXTRA_DIST += tests/bench/clock.h tests/bench/dungeon_twister.positions
if HAVE_CMOCKA
tests_libsupport_a_SOURCES += tests/bench/load.c tests/bench/load.h
BENCHES += tests/bench/bench_daemon tests/bench/bench_desk tests/bench/bench_flow tests/bench/bench_record tests/bench/bench_site
endif
# The practice opponent, measured against others and, by earlier.sh, against an earlier one.
EXTRA_DIST += tests/bench/earlier.c tests/bench/earlier.sh
BENCHES += tests/bench/bench_bot
tests_bench_bench_bot_SOURCES = tests/bench/bench_bot.c tests/bench/bot_games.c tests/bench/bot_games.h
tests_bench_bench_bot_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/bench \
	-DTOP_SRCDIR='"$(abs_top_srcdir)"'
# Finds weights for the terms by which the practice opponent judges.
EXTRA_PROGRAMS += tests/bench/tune_bot
tests_bench_tune_bot_SOURCES = tests/bench/tune_bot.c tests/bench/bot_games.c tests/bench/bot_games.h
tests_bench_tune_bot_CPPFLAGS = $(tests_bench_bench_bot_CPPFLAGS)
EXTRA_PROGRAMS += $(BENCHES)
CLEANFILES += $(EXTRA_PROGRAMS) $(EXTRA_LIBRARIES)
