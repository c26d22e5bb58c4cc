# SPDX-License-Identifier: MIT
# Benchmarks: programs that print figures.

noinst_PROGRAMS += tests/bench/bench_letter
BENCHES += tests/bench/bench_letter
tests_bench_bench_letter_SOURCES = tests/bench/bench_letter.c
tests_bench_bench_letter_LDADD = src/letter/libletter.a src/late/liblate.a src/base/libbase.a $(GMIME_LIBS) $(GUMBO_LIBS)
check_PROGRAMS += tests/bench/bench_welcome
BENCHES += tests/bench/bench_welcome
tests_bench_bench_welcome_SOURCES = tests/bench/bench_welcome.c $(WB_SUPPORT)
tests_bench_bench_welcome_LDADD = $(WB_TEST_LIBS)

noinst_PROGRAMS += tests/bench/bench_ledger
BENCHES += tests/bench/bench_ledger
tests_bench_bench_ledger_SOURCES = tests/bench/bench_ledger.c
tests_bench_bench_ledger_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_bench_bench_ledger_LDADD = src/ledger/libledger.a src/base/libbase.a $(SQLITE_LIBS)

DT_BENCH_LIBS = src/games/dungeon_twister/libdungeon_twister.a src/rules/librules.a src/base/libbase.a
noinst_PROGRAMS += tests/bench/bench_rules
BENCHES += tests/bench/bench_rules
tests_bench_bench_rules_SOURCES = tests/bench/bench_rules.c $(DT_SUPPORT)
tests_bench_bench_rules_LDADD = $(DT_BENCH_LIBS)
check_PROGRAMS += tests/bench/make_dt_positions
tests_bench_make_dt_positions_SOURCES = tests/bench/make_dt_positions.c $(DT_SUPPORT)
tests_bench_make_dt_positions_LDADD = $(DT_BENCH_LIBS)
EXTRA_DIST += tests/bench/dungeon_twister.positions
check_PROGRAMS += tests/bench/bench_draw
BENCHES += tests/bench/bench_draw
tests_bench_bench_draw_SOURCES = tests/bench/bench_draw.c $(DRAW_SUPPORT)
tests_bench_bench_draw_LDADD = $(DRAW_TEST_LIBS) $(DRAW_LIBS)
if HAVE_CMOCKA
check_PROGRAMS += tests/bench/bench_seal
BENCHES += tests/bench/bench_seal
tests_bench_bench_seal_SOURCES = tests/bench/bench_seal.c
tests_bench_bench_seal_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_bench_bench_seal_LDADD = $(RECORD_TEST_LIBS)
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/bench/bench_desk
BENCHES += tests/bench/bench_desk
tests_bench_bench_desk_SOURCES = tests/bench/bench_desk.c tests/bench/load.c tests/bench/load.h
tests_bench_bench_desk_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_bench_bench_desk_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/bench/bench_daemon
BENCHES += tests/bench/bench_daemon
tests_bench_bench_daemon_SOURCES = tests/bench/bench_daemon.c tests/bench/load.c tests/bench/load.h
tests_bench_bench_daemon_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_bench_bench_daemon_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/bench/bench_flow
BENCHES += tests/bench/bench_flow
tests_bench_bench_flow_SOURCES = tests/bench/bench_flow.c tests/bench/load.c tests/bench/load.h
tests_bench_bench_flow_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_bench_bench_flow_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/bench/measure_pace
TESTS += tests/bench/pace.sh
tests_bench_measure_pace_SOURCES = tests/bench/measure_pace.c
tests_bench_measure_pace_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_bench_measure_pace_LDADD = $(DESK_TEST_LIBS)
tests/bench/pace.log: tests/bench/measure_pace$(EXEEXT) src/reader/postern-reader$(EXEEXT)
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/bench/bench_care
BENCHES += tests/bench/bench_care
tests_bench_bench_care_SOURCES = tests/bench/bench_care.c tests/bench/load.c tests/bench/load.h
tests_bench_bench_care_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_bench_bench_care_LDADD = $(DESK_TEST_LIBS)
endif
if HAVE_CMOCKA
check_PROGRAMS += tests/bench/bench_site
BENCHES += tests/bench/bench_site
tests_bench_bench_site_SOURCES = tests/bench/bench_site.c tests/bench/load.c tests/bench/load.h
tests_bench_bench_site_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_bench_bench_site_LDADD = src/site/libsite.a $(DESK_TEST_LIBS)
endif
# The practice opponent, measured against the one it replaced.
noinst_LIBRARIES += tests/bench/libold_bot.a
tests_bench_libold_bot_a_SOURCES = tests/bench/old_bot/old_bot.h tests/bench/old_bot/old_bot_p.h \
	tests/bench/old_bot/old_choose.c tests/bench/old_bot/old_dungeon_twister.c \
	tests/bench/old_bot/old_practice.h tests/bench/old_bot/old_settle.c \
	tests/bench/old_bot/old_welcome_back.c
tests_bench_libold_bot_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/bench
noinst_PROGRAMS += tests/bench/bench_bot
BENCHES += tests/bench/bench_bot
BOT_GAMES = tests/bench/bot_games.c tests/bench/bot_games.h tests/bench/respond.c \
	tests/bench/respond.h
tests_bench_bench_bot_SOURCES = tests/bench/bench_bot.c $(BOT_GAMES)
tests_bench_bench_bot_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/bench \
	-DTOP_SRCDIR='"$(abs_top_srcdir)"'
tests_bench_bench_bot_LDADD = src/bot/libbot.a tests/bench/libold_bot.a $(GAMES_LIBS) -lm
# Finds weights for the terms by which the practice opponent judges.
noinst_PROGRAMS += tests/bench/tune_bot
tests_bench_tune_bot_SOURCES = tests/bench/tune_bot.c $(BOT_GAMES)
tests_bench_tune_bot_CPPFLAGS = $(tests_bench_bench_bot_CPPFLAGS)
tests_bench_tune_bot_LDADD = $(tests_bench_bench_bot_LDADD)
noinst_PROGRAMS += tests/bench/bench_pairing
BENCHES += tests/bench/bench_pairing
tests_bench_bench_pairing_SOURCES = tests/bench/bench_pairing.c
tests_bench_bench_pairing_LDADD = src/tournament/pairing/libpairing.a src/base/libbase.a
EXTRA_DIST += tests/bench/pace.sh tests/bench/bench_standby.py

# A server that a second host follows, beside one that none does, and promotions; some minutes. Needs
# POSTERN_LITESTREAM, as check-standby does. STANDBY: games that are promoted, letters one by one, letters at once.
STANDBY = 20000 300 2000
.PHONY: bench-standby
bench-standby: all
	$(AM_TESTS_ENVIRONMENT) PYTHONDONTWRITEBYTECODE=1 python3 $(srcdir)/tests/bench/bench_standby.py $(STANDBY)
