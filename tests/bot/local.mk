# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
tests_libsupport_a_SOURCES += tests/bot/bot_support.c tests/bot/bot_support.h
endif
ROOM_TESTS += tests/bot/test_bot
ROOM_TESTS += tests/bot/test_lesson
ROOM_TESTS += tests/bot/test_offer
ROOM_TESTS += tests/bot/test_wins
