# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/rounds/test_time
TESTS += tests/rounds/test_time
tests_rounds_test_time_SOURCES = tests/rounds/test_time.c
tests_rounds_test_time_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_time_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_clock
TESTS += tests/rounds/test_clock
tests_rounds_test_clock_SOURCES = tests/rounds/test_clock.c
tests_rounds_test_clock_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_clock_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_standby
TESTS += tests/rounds/test_standby
tests_rounds_test_standby_SOURCES = tests/rounds/test_standby.c tests/house/talking.c \
	tests/house/talking.h
tests_rounds_test_standby_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_standby_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_retention
TESTS += tests/rounds/test_retention
tests_rounds_test_retention_SOURCES = tests/rounds/test_retention.c
tests_rounds_test_retention_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_retention_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_practice
TESTS += tests/rounds/test_practice
tests_rounds_test_practice_SOURCES = tests/rounds/test_practice.c
tests_rounds_test_practice_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_practice_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_cups
TESTS += tests/rounds/test_cups
tests_rounds_test_cups_SOURCES = tests/rounds/test_cups.c
tests_rounds_test_cups_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_cups_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_cup_posts
TESTS += tests/rounds/test_cup_posts
tests_rounds_test_cup_posts_SOURCES = tests/rounds/test_cup_posts.c
tests_rounds_test_cup_posts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_cup_posts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/play_season
tests_rounds_play_season_SOURCES = tests/rounds/play_season.c
tests_rounds_play_season_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_play_season_LDADD = $(DESK_TEST_LIBS)
TESTS += tests/rounds/season.sh
endif
dist_check_SCRIPTS += tests/rounds/season.sh

# A season of 64 players, half a minute; SEASON_SEED chooses it.
SEASON_SEED = 23
.PHONY: season
season: tests/rounds/play_season tests/proof/proof_toy
	@$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/rounds/season.sh --long $(SEASON_SEED)
