# SPDX-License-Identifier: MIT
EXTRA_DIST += src/cup/may_include
noinst_LIBRARIES += src/cup/libcup.a
src_cup_libcup_a_SOURCES = \
	src/cup/cup.c src/cup/cup.h \
	src/cup/cup_change.c src/cup/cup_luck.c \
	src/cup/cup_away.c src/cup/cup_export.c src/cup/cup_mark.c \
	src/cup/cup_p.h
src_cup_libcup_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
