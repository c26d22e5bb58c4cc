# SPDX-License-Identifier: MIT
# Tests of src/base, and what makes syncs and allocations fail for others.
FAILING_MEMORY_FILES = tests/base/failing_memory.c tests/base/failing_memory.h
FAILING_MEMORY = -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=strdup -Wl,--wrap=strndup
if HAVE_CMOCKA
check_PROGRAMS += tests/base/test_base
TESTS += tests/base/test_base
tests_base_test_base_SOURCES = tests/base/test_base.c
tests_base_test_base_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_base_test_base_LDADD = src/base/libbase.a $(CMOCKA_LIBS)
endif
