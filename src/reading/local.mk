# SPDX-License-Identifier: MIT
EXTRA_DIST += src/reading/may_include
noinst_LIBRARIES += src/reading/libreading.a
src_reading_libreading_a_SOURCES = src/reading/reading.c src/reading/reading.h
src_reading_libreading_a_CFLAGS = $(AM_CFLAGS) $(GMIME_CFLAGS)
