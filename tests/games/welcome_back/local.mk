# SPDX-License-Identifier: MIT
# Tests of src/games/welcome_back.
tests_libsupport_a_SOURCES += tests/games/welcome_back/wb_support.c tests/games/welcome_back/wb_support.h
ROOM_TESTS += tests/games/welcome_back/test_boards
ROOM_TESTS += tests/games/welcome_back/test_cards
ROOM_TESTS += tests/games/welcome_back/test_orders
ROOM_TESTS += tests/games/welcome_back/test_play
ROOM_TESTS += tests/games/welcome_back/test_scene
ROOM_TESTS += tests/games/welcome_back/test_setup
ROOM_TESTS += tests/games/welcome_back/test_standing

# Welcome Back: orders, standing answers, positions, tables of cards.
tests_fuzz_run_welcome_back_SOURCES = tests/fuzz/run_letters.c tests/fuzz/fuzz_welcome_back.c
check_PROGRAMS += tests/fuzz/run_welcome_back
TESTS += tests/fuzz/welcome_back.sh
EXTRA_DIST += tests/fuzz/welcome_back.sh tests/fuzz/welcome_back
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_welcome_back
tests_fuzz_fuzz_welcome_back_LDFLAGS = $(fuzz_link)
endif
EXTRA_DIST += tests/games/welcome_back/cards.rows
EXTRA_DIST += tests/games/welcome_back/orders.rows
EXTRA_DIST += tests/games/welcome_back/setup.rows
EXTRA_DIST += tests/games/welcome_back/standing.rows
