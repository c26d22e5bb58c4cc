# SPDX-License-Identifier: MIT
# Tests of src/reader.
reader_test_with = $(READER_LIBS) $(READER_SYSTEM_LIBS)
# A reader that does what hostile bytes could make it do, and one that shuts itself in and tries to get out.
check_PROGRAMS += tests/reader/odd_reader tests/reader/inmate
tests_reader_odd_reader_SOURCES = tests/reader/odd_reader.c
tests_reader_odd_reader_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_reader_odd_reader_LDADD = $(reader_test_with)
tests_reader_inmate_SOURCES = tests/reader/inmate.c
tests_reader_inmate_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tests_reader_inmate_LDADD = $(reader_test_with)
if HAVE_CMOCKA
check_PROGRAMS += tests/reader/test_reader
TESTS += tests/reader/test_reader
tests_reader_test_reader_SOURCES = tests/reader/test_reader.c tests/reader/killer.c tests/reader/killer.h
tests_reader_test_reader_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_reader_test_reader_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
tests_reader_test_reader_LDADD = $(reader_test_with) $(CMOCKA_LIBS)
endif
dist_check_SCRIPTS += tests/reader/test_links.sh
TESTS += tests/reader/test_links.sh
