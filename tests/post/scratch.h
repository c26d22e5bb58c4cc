/* SPDX-License-Identifier: MIT */
/* A directory of a test's own, gone when the test ends. */
#pragma once

#include <stddef.h>

struct scratch {
    char path[4096];
};

/* cmocka set-up and tear-down: *state becomes a struct scratch. */
int scratch_setup(void **state);
int scratch_teardown(void **state);

/* path/name in one of a few static arrays; good for the next seven calls. */
const char *scratch_path(const struct scratch *scratch, const char *name);
void scratch_write(const struct scratch *scratch, const char *name, const char *text);
/* The whole file; the caller frees it. Fails the test when it cannot be read. */
char *scratch_read(const struct scratch *scratch, const char *name);
/* Files in a folder; 0 when the folder is missing. `first` gets one of their names, or "". */
size_t scratch_count(const struct scratch *scratch, const char *folder, char first[256]);
/* Set a file's modification time. */
void scratch_touch(const struct scratch *scratch, const char *name, long long seconds);
