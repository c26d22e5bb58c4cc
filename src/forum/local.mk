# SPDX-License-Identifier: MIT
EXTRA_DIST += src/forum/may_include
noinst_LIBRARIES += src/forum/libforum.a
src_forum_libforum_a_SOURCES = \
	src/forum/forum.c src/forum/forum.h
src_forum_libforum_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
