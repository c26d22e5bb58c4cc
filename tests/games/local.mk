# SPDX-License-Identifier: MIT
# Tests of src/games: what holds for every game of the list.
EVERY_LIBS = tests/games/libevery.a $(GAME_LIBS) $(EXAMPLE_LIBS) src/rules/librules.a \
	src/base/libbase.a
check_LIBRARIES += tests/games/libevery.a
tests_games_libevery_a_SOURCES = tests/games/every.c tests/games/every.h
tests_games_libevery_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests/games/libevery_a-every.$(OBJEXT): src/games/list.h
if HAVE_CMOCKA
check_PROGRAMS += tests/games/test_contract
TESTS += tests/games/test_contract
tests_games_test_contract_SOURCES = tests/games/test_contract.c
tests_games_test_contract_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_games_test_contract_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_test_contract_LDADD = $(EVERY_LIBS) $(CMOCKA_LIBS)
endif

dist_check_SCRIPTS += tests/games/new_game.sh
if PLAIN_BUILD
LONG_TESTS += tests/games/new_game.sh
endif
