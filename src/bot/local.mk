# SPDX-License-Identifier: MIT
EXTRA_DIST += src/bot/may_include
noinst_LIBRARIES += src/bot/libbot.a
src_bot_libbot_a_SOURCES = src/bot/bot.h src/bot/bot_p.h src/bot/choose.c src/bot/lesson.c \
	src/bot/lesson.h \
	src/bot/memory.c src/bot/settle.c src/bot/tree.c src/bot/turn.c src/bot/win.c
