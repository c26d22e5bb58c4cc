# SPDX-License-Identifier: MIT
EXTRA_DIST += src/base/may_include src/base/quoted.awk
noinst_LIBRARIES += src/base/libbase.a
src_base_libbase_a_SOURCES = \
	src/base/arena.c src/base/arena.h \
	src/base/base.h \
	src/base/buf.c src/base/buf.h src/base/buf_printf.c \
	src/base/c.h \
	src/base/child.c src/base/child.h \
	src/base/cursor.c src/base/cursor.h \
	src/base/err.c src/base/err.h \
	src/base/grow.c src/base/grow.h \
	src/base/own.h \
	src/base/shown.c src/base/shown.h \
	src/base/text.c src/base/text.h \
	src/base/timetext.c src/base/timetext.h
