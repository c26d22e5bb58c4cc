# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/site/test_site
TESTS += tests/site/test_site
tests_site_test_site_SOURCES = tests/site/test_site.c
tests_site_test_site_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_site_test_site_LDADD = $(DESK_TEST_LIBS)
endif
