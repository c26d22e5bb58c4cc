# SPDX-License-Identifier: MIT
EXTRA_DIST += src/tell/may_include
noinst_LIBRARIES += src/tell/libtell.a
src_tell_libtell_a_SOURCES = src/tell/command_table.h src/tell/command_words.c src/tell/command_words.h \
	src/tell/folded.c src/tell/folded.h \
	src/tell/option_words.c src/tell/option_words.h \
	src/tell/asked.c src/tell/asked.h \
	src/tell/said_words.c src/tell/said_words.h \
	src/tell/tell.c src/tell/tell.h src/tell/tell_help.c src/tell/tell_order.c
