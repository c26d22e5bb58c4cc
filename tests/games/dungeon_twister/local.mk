# Tests of src/games/dungeon_twister.
DT_SUPPORT = tests/games/dungeon_twister/dt_support.c tests/games/dungeon_twister/dt_support.h
DT_TEST_LIBS = src/games/dungeon_twister/libdungeon_twister.a src/rules/librules.a \
	src/base/libbase.a $(CMOCKA_LIBS)
if HAVE_CMOCKA
check_PROGRAMS += tests/games/dungeon_twister/test_play tests/games/dungeon_twister/test_words
TESTS += tests/games/dungeon_twister/test_play tests/games/dungeon_twister/test_words
tests_games_dungeon_twister_test_play_SOURCES = tests/games/dungeon_twister/test_play.c $(DT_SUPPORT)
tests_games_dungeon_twister_test_play_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_dungeon_twister_test_play_LDADD = $(DT_TEST_LIBS)
tests_games_dungeon_twister_test_words_SOURCES = tests/games/dungeon_twister/test_words.c $(DT_SUPPORT)
tests_games_dungeon_twister_test_words_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_dungeon_twister_test_words_LDADD = $(DT_TEST_LIBS)
endif
