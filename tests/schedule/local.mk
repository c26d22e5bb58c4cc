# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/schedule/test_time
TESTS += tests/schedule/test_time
tests_schedule_test_time_SOURCES = tests/schedule/test_time.c
tests_schedule_test_time_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_test_time_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/schedule/test_clock
TESTS += tests/schedule/test_clock
tests_schedule_test_clock_SOURCES = tests/schedule/test_clock.c
tests_schedule_test_clock_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_test_clock_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/schedule/test_replica
TESTS += tests/schedule/test_replica
tests_schedule_test_replica_SOURCES = tests/schedule/test_replica.c tests/house/talking.c \
	tests/house/talking.h
tests_schedule_test_replica_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_test_replica_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/schedule/test_retention
TESTS += tests/schedule/test_retention
tests_schedule_test_retention_SOURCES = tests/schedule/test_retention.c
tests_schedule_test_retention_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_test_retention_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/schedule/test_practice
TESTS += tests/schedule/test_practice
tests_schedule_test_practice_SOURCES = tests/schedule/test_practice.c
tests_schedule_test_practice_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_test_practice_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/schedule/test_tournaments
TESTS += tests/schedule/test_tournaments
tests_schedule_test_tournaments_SOURCES = tests/schedule/test_tournaments.c
tests_schedule_test_tournaments_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_test_tournaments_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/schedule/test_tournament_posts
TESTS += tests/schedule/test_tournament_posts
tests_schedule_test_tournament_posts_SOURCES = tests/schedule/test_tournament_posts.c
tests_schedule_test_tournament_posts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_test_tournament_posts_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/schedule/play_season
tests_schedule_play_season_SOURCES = tests/schedule/play_season.c
tests_schedule_play_season_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_schedule_play_season_LDADD = $(DESK_TEST_LIBS)
TESTS += tests/schedule/season.sh
endif
dist_check_SCRIPTS += tests/schedule/season.sh

# A season of 64 players, half a minute; SEASON_SEED chooses it.
SEASON_SEED = 23
.PHONY: season
season: tests/schedule/play_season tests/proof/proof_toy
	@$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/schedule/season.sh --long $(SEASON_SEED)
