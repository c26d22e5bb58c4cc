# SPDX-License-Identifier: MIT
# Tests of src/games/dungeon_twister.
tests_libsupport_a_SOURCES += tests/games/dungeon_twister/dt_support.c tests/games/dungeon_twister/dt_support.h
ROOM_TESTS += tests/games/dungeon_twister/test_play
ROOM_TESTS += tests/games/dungeon_twister/test_properties
ROOM_TESTS += tests/games/dungeon_twister/test_rooms
ROOM_TESTS += tests/games/dungeon_twister/test_scenario
ROOM_TESTS += tests/games/dungeon_twister/test_ways
ROOM_TESTS += tests/games/dungeon_twister/test_words

# Dungeon Twister: orders, standing answers, positions, files of rooms.
tests_fuzz_run_dungeon_twister_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_dungeon_twister.c
check_PROGRAMS += tests/fuzz/run_dungeon_twister
TESTS += tests/fuzz/dungeon_twister.sh
EXTRA_DIST += tests/fuzz/dungeon_twister.sh tests/fuzz/dungeon_twister
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_dungeon_twister
tests_fuzz_fuzz_dungeon_twister_LDFLAGS = $(fuzz_link)
endif
EXTRA_DIST += tests/games/dungeon_twister/rooms.rows tests/games/dungeon_twister/words.rows
EXTRA_DIST += tests/games/dungeon_twister/scenario.rows
