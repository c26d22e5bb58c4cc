# SPDX-License-Identifier: MIT
EXTRA_DIST += src/reception/may_include
noinst_LIBRARIES += src/reception/libreception.a
src_reception_libreception_a_SOURCES = \
	src/reception/mailbag.c src/reception/mailbag.h \
	src/reception/reception.c src/reception/reception.h \
	src/reception/reception_ask.c \
	src/reception/reception_commands.c \
	src/reception/reception_forum.c \
	src/reception/reception_game.c \
	src/reception/reception_like.c \
	src/reception/reception_limits.c \
	src/reception/reception_luck.c \
	src/reception/reception_orders.c \
	src/reception/reception_p.h \
	src/reception/reception_proof.c \
	src/reception/reception_sender.c \
	src/reception/reception_steps.c \
	src/reception/reception_text.c \
	src/reception/sections.c
src_reception_libreception_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
