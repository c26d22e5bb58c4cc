/* SPDX-License-Identifier: MIT */
/* Whole files, for programs of tests. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file below the sources' top, or of one whose path begins with a slash or a dot;
 * owned, a zero behind them. NULL: it cannot be read. */
static inline char *read_if_there(const char *path, size_t *length)
{
    const char *top = getenv("top_srcdir");
    size_t size = 0, room = 1 << 16;
    char full[16384], *bytes = NULL;
    FILE *file;

    snprintf(full, sizeof full, "%s/%s", top ? top : ".", path);
    file = fopen(*path == '/' || *path == '.' ? path : full, "rb");
    while (file && (bytes = realloc(bytes, room + 1)) != NULL) {
        size += fread(bytes + size, 1, room - size, file);
        if (size < room)
            break;
        room *= 2;
    }
    if (bytes)
        bytes[size] = '\0';
    if (file)
        fclose(file);
    if (length)
        *length = size;
    return bytes;
}

/* The same; the program ends when there is none. */
static inline char *read_whole(const char *path, size_t *length)
{
    char *bytes = read_if_there(path, length);

    if (!bytes) {
        perror(path);
        exit(1);
    }
    return bytes;
}
