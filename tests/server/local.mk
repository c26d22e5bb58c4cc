# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/server/test_parts
TESTS += tests/server/test_parts
tests_server_test_parts_SOURCES = tests/server/test_parts.c
tests_server_test_parts_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_server_test_parts_LDADD = $(DESK_TEST_LIBS)
endif
