# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/dispatch/test_audience
TESTS += tests/dispatch/test_audience
tests_dispatch_test_audience_SOURCES = tests/dispatch/test_audience.c
tests_dispatch_test_audience_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_dispatch_test_audience_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/dispatch/test_receipts
TESTS += tests/dispatch/test_receipts
tests_dispatch_test_receipts_SOURCES = tests/dispatch/test_receipts.c
tests_dispatch_test_receipts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_dispatch_test_receipts_LDADD = $(DESK_TEST_LIBS)
endif
