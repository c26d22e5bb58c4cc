# SPDX-License-Identifier: MIT
EXTRA_DIST += src/late/may_include
noinst_LIBRARIES += src/late/liblate.a
src_late_liblate_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS)
src_late_liblate_a_SOURCES = \
	src/late/curl.c src/late/curl.h \
	src/late/late.c src/late/late.h
