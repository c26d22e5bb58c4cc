# SPDX-License-Identifier: MIT
# Tests of src/base.
if HAVE_CMOCKA
check_PROGRAMS += tests/base/test_base
TESTS += tests/base/test_base
tests_base_test_base_SOURCES = tests/base/test_base.c
tests_base_test_base_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_base_test_base_LDADD = src/base/libbase.a $(CMOCKA_LIBS)
endif
