# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/match/test_exports
TESTS += tests/match/test_exports
tests_match_test_exports_SOURCES = tests/match/test_exports.c
tests_match_test_exports_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_match_test_exports_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/match/test_luck
TESTS += tests/match/test_luck
tests_match_test_luck_SOURCES = tests/match/test_luck.c
tests_match_test_luck_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_match_test_luck_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/match/test_standing
TESTS += tests/match/test_standing
tests_match_test_standing_SOURCES = tests/match/test_standing.c
tests_match_test_standing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_match_test_standing_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/match/test_shelf
TESTS += tests/match/test_shelf
tests_match_test_shelf_SOURCES = tests/match/test_shelf.c
tests_match_test_shelf_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_match_test_shelf_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/match/test_held
TESTS += tests/match/test_held
tests_match_test_held_SOURCES = tests/match/test_held.c
tests_match_test_held_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_match_test_held_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/match/test_archive
TESTS += tests/match/test_archive
tests_match_test_archive_SOURCES = tests/match/test_archive.c
tests_match_test_archive_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_match_test_archive_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/match/test_rating
TESTS += tests/match/test_rating
tests_match_test_rating_SOURCES = tests/match/test_rating.c
tests_match_test_rating_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_match_test_rating_LDADD = $(DESK_TEST_LIBS)
endif
