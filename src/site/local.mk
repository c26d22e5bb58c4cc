# SPDX-License-Identifier: MIT
EXTRA_DIST += src/site/may_include
noinst_LIBRARIES += src/site/libsite.a
src_site_libsite_a_SOURCES = \
	src/site/site.c src/site/site.h \
	src/site/site_board.c \
	src/site/site_club.c \
	src/site/site_files.c \
	src/site/site_game.c \
	src/site/site_lists.c \
	src/site/site_memory.c \
	src/site/site_p.h \
	src/site/site_table.c
src_site_libsite_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS) $(DEFLATE_CFLAGS)
