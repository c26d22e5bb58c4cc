# SPDX-License-Identifier: MIT
if HAVE_CMOCKA
check_PROGRAMS += tests/rounds/test_time
TESTS += tests/rounds/test_time
tests_rounds_test_time_SOURCES = tests/rounds/test_time.c
tests_rounds_test_time_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_time_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_clock
TESTS += tests/rounds/test_clock
tests_rounds_test_clock_SOURCES = tests/rounds/test_clock.c tests/house/talking.c \
	tests/house/talking.h
tests_rounds_test_clock_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_clock_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_retention
TESTS += tests/rounds/test_retention
tests_rounds_test_retention_SOURCES = tests/rounds/test_retention.c tests/house/talking.c \
	tests/house/talking.h
tests_rounds_test_retention_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_retention_LDADD = src/daemon/libdaemon.a $(DESK_TEST_LIBS)
check_PROGRAMS += tests/rounds/test_cups
TESTS += tests/rounds/test_cups
tests_rounds_test_cups_SOURCES = tests/rounds/test_cups.c
tests_rounds_test_cups_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_rounds_test_cups_LDADD = $(DESK_TEST_LIBS)
endif
