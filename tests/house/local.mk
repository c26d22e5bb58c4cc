# SPDX-License-Identifier: MIT
# What tests of several rooms share, and tests of all rooms together.
EXTRA_DIST += tests/house/resave.py
if HAVE_CMOCKA
check_LIBRARIES += tests/house/libfixture.a
tests_house_libfixture_a_SOURCES = tests/house/fixture.c tests/house/fixture.h \
	tests/house/posting.c tests/house/posting.h tests/house/searching.c tests/house/searching.h \
	tests/house/talking.c tests/house/talking.h
tests_house_libfixture_a_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
DESK_TEST_LIBS = tests/house/libfixture.a tests/toy/libtoy.a $(DESK_LIBS) $(DESK_SYSTEM_LIBS) \
	$(GMIME_LIBS) $(GUMBO_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += tests/house/test_game_by_letters
TESTS += tests/house/test_game_by_letters
tests_house_test_game_by_letters_SOURCES = tests/house/test_game_by_letters.c
tests_house_test_game_by_letters_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_house_test_game_by_letters_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/house/test_power
TESTS += tests/house/test_power
tests_house_test_power_SOURCES = tests/house/test_power.c
tests_house_test_power_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_house_test_power_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/house/test_crash
TESTS += tests/house/test_crash
tests_house_test_crash_SOURCES = tests/house/test_crash.c
tests_house_test_crash_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_house_test_crash_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/house/test_leak
TESTS += tests/house/test_leak
tests_house_test_leak_SOURCES = tests/house/test_leak.c
tests_house_test_leak_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_house_test_leak_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/house/test_leak_games
TESTS += tests/house/test_leak_games
tests_house_test_leak_games_SOURCES = tests/house/test_leak_games.c
tests_house_test_leak_games_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_house_test_leak_games_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/house/test_soak
TESTS += tests/house/test_soak
tests_house_test_soak_SOURCES = tests/house/test_soak.c
tests_house_test_soak_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(SQLITE_CFLAGS)
tests_house_test_soak_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/house/test_examples
TESTS += tests/house/test_examples
tests_house_test_examples_SOURCES = tests/house/test_examples.c
tests_house_test_examples_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_house_test_examples_LDADD = tests/games/libevery.a $(EXAMPLE_LIBS) $(DESK_TEST_LIBS)
endif
