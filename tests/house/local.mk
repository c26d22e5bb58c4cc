# SPDX-License-Identifier: MIT
# What tests of several rooms share, and tests of all rooms together.
EXTRA_DIST += tests/house/resave.py
if HAVE_CMOCKA
tests_libsupport_a_SOURCES += tests/house/fixture.c tests/house/fixture.h \
	tests/house/posting.c tests/house/posting.h tests/house/searching.c tests/house/searching.h \
	tests/house/talking.c tests/house/talking.h
endif
ROOM_TESTS += tests/house/test_game_by_letters
ROOM_TESTS += tests/house/test_power
ROOM_TESTS += tests/house/test_crash
ROOM_TESTS += tests/house/test_paste
ROOM_TESTS += tests/house/test_leak
ROOM_TESTS += tests/house/test_leak_games
ROOM_TESTS += tests/house/test_soak
ROOM_TESTS += tests/house/test_examples
EXTRA_DIST += tests/house/leak_games.rows
