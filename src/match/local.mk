# SPDX-License-Identifier: MIT
EXTRA_DIST += src/match/may_include
noinst_LIBRARIES += src/match/libmatch.a
src_match_libmatch_a_SOURCES = \
	src/match/adjudicate.c src/match/adjudicate.h src/match/adjudicate_p.h \
	src/match/adjudicate_default.c src/match/adjudicate_drawn.c \
	src/match/adjudicate_log.c \
	src/match/adjudicate_rows.c src/match/adjudicate_table.c \
	src/match/archive.c src/match/archive.h \
	src/match/clocks.c src/match/clocks.h \
	src/match/deadlines.c src/match/deadlines.h \
	src/match/desk_open.c src/match/desk_open.h \
	src/match/export.c src/match/export.h \
	src/match/held.c src/match/held.h \
	src/match/known.c src/match/known.h \
	src/match/nearest.c src/match/nearest.h \
	src/match/opened.c src/match/opened.h \
	src/match/own.c src/match/own.h \
	src/match/position.c src/match/position.h src/match/position_p.h \
	src/match/position_append.c src/match/position_load.c \
	src/match/position_note.c src/match/position_seals.c \
	src/match/reveal.c src/match/reveal.h \
	src/match/shelf.c src/match/shelf.h \
	src/match/rating.c src/match/rating.h \
	src/match/reply.c src/match/reply.h \
	src/match/signature.c src/match/signature.h \
	src/match/signing.c src/match/signing.h \
	src/match/taken_back.c src/match/taken_back.h \
	src/match/timing.c src/match/timing.h \
	src/match/turns.c src/match/turns.h \
	src/match/wishes.c src/match/wishes.h
src_match_libmatch_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
