# SPDX-License-Identifier: MIT
# Tests of src/tourney.
if HAVE_CMOCKA
check_PROGRAMS += tests/tourney/test_lies
TESTS += tests/tourney/test_lies
tests_tourney_test_lies_SOURCES = tests/tourney/test_lies.c tests/record/attack.c tests/record/attack.h
tests_tourney_test_lies_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_tourney_test_lies_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_tourney_test_lies_LDADD = src/tourney/libtourney.a src/pairing/libpairing.a $(RECORD_TEST_LIBS)
endif
