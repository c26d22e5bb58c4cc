# SPDX-License-Identifier: MIT
# Tests of src/tournament/record.
if HAVE_CMOCKA
check_PROGRAMS += tests/tournament/record/test_lies
TESTS += tests/tournament/record/test_lies
tests_tournament_record_test_lies_SOURCES = tests/tournament/record/test_lies.c tests/record/attack.c tests/record/attack.h
tests_tournament_record_test_lies_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tests_tournament_record_test_lies_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_tournament_record_test_lies_LDADD = src/tournament/record/libtournament_record.a src/tournament/pairing/libpairing.a $(RECORD_TEST_LIBS)
endif
