# Tests of src/games/welcome_back.
WB_TEST_LIBS = src/games/welcome_back/libwelcome_back.a src/rules/librules.a src/base/libbase.a
if HAVE_CMOCKA
check_PROGRAMS += tests/games/welcome_back/test_play
TESTS += tests/games/welcome_back/test_play
tests_games_welcome_back_test_play_SOURCES = tests/games/welcome_back/test_play.c \
	tests/games/welcome_back/wb_support.c tests/games/welcome_back/wb_support.h
tests_games_welcome_back_test_play_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_games_welcome_back_test_play_LDADD = $(WB_TEST_LIBS) $(CMOCKA_LIBS)
endif
