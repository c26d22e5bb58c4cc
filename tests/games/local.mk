# SPDX-License-Identifier: MIT
# Tests of src/games: what holds for every game of the list.
check_LIBRARIES += tests/games/libevery.a
# Of the house who makes a game needs no more than this.
EVERY_LIBS = tests/games/libevery.a $(GAME_LIBS) $(EXAMPLE_LIBS) src/rules/librules.a \
	src/base/libbase.a
tests_games_libevery_a_SOURCES = tests/games/every.c tests/games/every.h
tests/games/every.$(OBJEXT): src/games/list.h
ROOM_TESTS += tests/games/test_contract
tests_games_test_contract_LDADD = $(EVERY_LIBS) $(CMOCKA_LIBS)

dist_check_SCRIPTS += tests/games/new_game.sh
