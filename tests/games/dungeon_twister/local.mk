# SPDX-License-Identifier: MIT
# Tests of src/games/dungeon_twister.
DT_SUPPORT = tests/games/dungeon_twister/dt_support.c tests/games/dungeon_twister/dt_support.h
DT_TEST_LIBS = src/games/dungeon_twister/libdungeon_twister.a src/rules/librules.a \
	src/base/libbase.a $(CMOCKA_LIBS)
if HAVE_CMOCKA
DT_TESTS = \
	tests/games/dungeon_twister/test_play \
	tests/games/dungeon_twister/test_properties \
	tests/games/dungeon_twister/test_rooms \
	tests/games/dungeon_twister/test_scenario \
	tests/games/dungeon_twister/test_ways \
	tests/games/dungeon_twister/test_words
check_PROGRAMS += $(DT_TESTS)
TESTS += $(DT_TESTS)
check_LIBRARIES += tests/games/dungeon_twister/libdt_support.a
tests_games_dungeon_twister_libdt_support_a_SOURCES = \
	$(DT_SUPPORT)
DT_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
DT_TEST_LDADD = tests/games/dungeon_twister/libdt_support.a $(DT_TEST_LIBS)
tests_games_dungeon_twister_test_play_CFLAGS = $(DT_TEST_CFLAGS)
tests_games_dungeon_twister_test_play_LDADD = $(DT_TEST_LDADD)
tests_games_dungeon_twister_test_properties_CFLAGS = $(DT_TEST_CFLAGS)
tests_games_dungeon_twister_test_properties_LDADD = $(DT_TEST_LDADD)
tests_games_dungeon_twister_test_rooms_CFLAGS = $(DT_TEST_CFLAGS)
tests_games_dungeon_twister_test_rooms_LDADD = $(DT_TEST_LDADD)
tests_games_dungeon_twister_test_scenario_CFLAGS = $(DT_TEST_CFLAGS)
tests_games_dungeon_twister_test_scenario_LDADD = $(DT_TEST_LDADD)
tests_games_dungeon_twister_test_ways_CFLAGS = $(DT_TEST_CFLAGS)
tests_games_dungeon_twister_test_ways_LDADD = $(DT_TEST_LDADD)
tests_games_dungeon_twister_test_words_CFLAGS = $(DT_TEST_CFLAGS)
tests_games_dungeon_twister_test_words_LDADD = $(DT_TEST_LDADD)
endif

# Dungeon Twister: orders, standing answers, positions, files of rooms.
dt_fuzz_with = src/games/dungeon_twister/libdungeon_twister.a src/rules/librules.a src/base/libbase.a
tests_fuzz_run_dungeon_twister_SOURCES = tests/fuzz/run_letters.c \
	tests/fuzz/fuzz_dungeon_twister.c $(DT_SUPPORT)
tests_fuzz_run_dungeon_twister_LDADD = $(dt_fuzz_with)
check_PROGRAMS += tests/fuzz/run_dungeon_twister
TESTS += tests/fuzz/dungeon_twister.sh
EXTRA_DIST += tests/fuzz/dungeon_twister.sh tests/fuzz/dungeon_twister
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_dungeon_twister
tests_fuzz_fuzz_dungeon_twister_SOURCES = tests/fuzz/fuzz_dungeon_twister.c $(DT_SUPPORT)
tests_fuzz_fuzz_dungeon_twister_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_dungeon_twister_LDADD = $(dt_fuzz_with)
endif
