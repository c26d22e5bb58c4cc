# SPDX-License-Identifier: MIT
EXTRA_DIST += src/play/may_include
noinst_LIBRARIES += src/play/libplay.a
src_play_libplay_a_SOURCES = \
	src/play/adjudicate.c src/play/adjudicate.h src/play/adjudicate_p.h \
	src/play/adjudicate_default.c \
	src/play/adjudicate_log.c \
	src/play/adjudicate_rows.c src/play/adjudicate_table.c \
	src/play/clocks.c src/play/clocks.h \
	src/play/deadlines.c src/play/deadlines.h \
	src/play/desk_open.c src/play/desk_open.h \
	src/play/export.c src/play/export.h \
	src/play/held.c src/play/held.h \
	src/play/known.c src/play/known.h \
	src/play/nearest.c src/play/nearest.h \
	src/play/standing_order.c src/play/standing_order.h \
	src/play/position.c src/play/position.h src/play/position_p.h \
	src/play/position_append.c src/play/position_load.c \
	src/play/position_note.c src/play/position_seals.c \
	src/play/reveal.c src/play/reveal.h \
	src/play/shelf.c src/play/shelf.h \
	src/play/rating.c src/play/rating.h \
	src/play/reply.c src/play/reply.h \
	src/play/signature.c src/play/signature.h \
	src/play/signing.c src/play/signing.h \
	src/play/timing.c src/play/timing.h \
	src/play/turns.c src/play/turns.h \
	src/play/timeout.c src/play/timeout.h
src_play_libplay_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
