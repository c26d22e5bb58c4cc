# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
BOT_SUPPORT = tests/bot/bot_support.c tests/bot/bot_support.h
check_PROGRAMS += tests/bot/test_bot tests/bot/test_lesson tests/bot/test_offer
TESTS += tests/bot/test_bot tests/bot/test_lesson tests/bot/test_offer
tests_bot_test_bot_SOURCES = tests/bot/test_bot.c $(BOT_SUPPORT)
tests_bot_test_bot_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_bot_test_bot_LDADD = src/bot/libbot.a $(GAMES_LIBS) $(CMOCKA_LIBS)
tests_bot_test_lesson_SOURCES = tests/bot/test_lesson.c $(BOT_SUPPORT)
tests_bot_test_lesson_CFLAGS = $(tests_bot_test_bot_CFLAGS)
tests_bot_test_lesson_LDADD = $(tests_bot_test_bot_LDADD)
tests_bot_test_offer_SOURCES = tests/bot/test_offer.c $(BOT_SUPPORT)
tests_bot_test_offer_CFLAGS = $(tests_bot_test_bot_CFLAGS)
tests_bot_test_offer_LDADD = $(tests_bot_test_bot_LDADD)
endif
