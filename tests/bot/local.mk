if HAVE_CMOCKA
check_PROGRAMS += tests/bot/test_bot
TESTS += tests/bot/test_bot
tests_bot_test_bot_SOURCES = tests/bot/test_bot.c
tests_bot_test_bot_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_bot_test_bot_LDADD = src/bot/libbot.a $(GAMES_LIBS) $(CMOCKA_LIBS)
endif
