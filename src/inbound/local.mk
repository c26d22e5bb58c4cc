# SPDX-License-Identifier: MIT
EXTRA_DIST += src/inbound/may_include
noinst_LIBRARIES += src/inbound/libinbound.a
src_inbound_libinbound_a_SOURCES = \
	src/inbound/mailbag.c src/inbound/mailbag.h \
	src/inbound/inbound.c src/inbound/inbound.h \
	src/inbound/inbound_ask.c \
	src/inbound/inbound_chat.c \
	src/inbound/inbound_commands.c \
	src/inbound/inbound_elsewhere.c \
	src/inbound/inbound_forum.c \
	src/inbound/inbound_game.c \
	src/inbound/inbound_like.c \
	src/inbound/inbound_limits.c \
	src/inbound/inbound_luck.c \
	src/inbound/inbound_orders.c \
	src/inbound/inbound_p.h \
	src/inbound/inbound_proof.c \
	src/inbound/inbound_said.c \
	src/inbound/inbound_sender.c \
	src/inbound/inbound_steps.c \
	src/inbound/inbound_text.c \
	src/inbound/headings.c src/inbound/headings.h \
	src/inbound/sections.c
src_inbound_libinbound_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
