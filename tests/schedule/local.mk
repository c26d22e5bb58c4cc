# SPDX-License-Identifier: MIT
ROOM_TESTS += tests/schedule/test_calendar
ROOM_TESTS += tests/schedule/test_time
ROOM_TESTS += tests/schedule/test_clock
ROOM_TESTS += tests/schedule/test_replica
ROOM_TESTS += tests/schedule/test_retention
ROOM_TESTS += tests/schedule/test_practice
ROOM_TESTS += tests/schedule/test_lend
ROOM_TESTS += tests/schedule/test_tournaments
ROOM_TESTS += tests/schedule/test_tournament_posts
if HAVE_CMOCKA
check_PROGRAMS += tests/schedule/play_season
TESTS += tests/schedule/season.sh
endif
dist_check_SCRIPTS += tests/schedule/season.sh

# A season of 64 players, half a minute; SEASON_SEED chooses it.
SEASON_SEED = 23
.PHONY: season
season: tests/schedule/play_season tests/proof/proof_toy
	@$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/schedule/season.sh --long $(SEASON_SEED)
EXTRA_DIST += tests/schedule/calendar.rows
