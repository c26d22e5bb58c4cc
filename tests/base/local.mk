# SPDX-License-Identifier: MIT
# Tests of src/base, and what makes syncs and allocations fail for others.
FAILING_MEMORY_FILES = tests/base/failing_memory.c tests/base/failing_memory.h
FAILING_MEMORY = -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=strdup -Wl,--wrap=strndup
ROOM_TESTS += tests/base/test_base
EXTRA_DIST += tests/base/base.rows
