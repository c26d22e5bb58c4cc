# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/outbound/test_audience
TESTS += tests/outbound/test_audience
tests_outbound_test_audience_SOURCES = tests/outbound/test_audience.c
tests_outbound_test_audience_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_outbound_test_audience_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/outbound/test_receipts
TESTS += tests/outbound/test_receipts
tests_outbound_test_receipts_SOURCES = tests/outbound/test_receipts.c
tests_outbound_test_receipts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_outbound_test_receipts_LDADD = $(DESK_TEST_LIBS)
endif
