# SPDX-License-Identifier: MIT
# Tests of src/pairing.
if HAVE_CMOCKA
check_PROGRAMS += tests/pairing/test_pairing
TESTS += tests/pairing/test_pairing
tests_pairing_test_pairing_SOURCES = tests/pairing/test_pairing.c
tests_pairing_test_pairing_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_pairing_test_pairing_LDADD = src/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
check_PROGRAMS += tests/pairing/test_monrad
TESTS += tests/pairing/test_monrad
tests_pairing_test_monrad_SOURCES = tests/pairing/test_monrad.c
tests_pairing_test_monrad_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_pairing_test_monrad_LDADD = src/pairing/libpairing.a src/base/libbase.a $(CMOCKA_LIBS)
endif
