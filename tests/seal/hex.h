/* SPDX-License-Identifier: MIT */
/* Bytes as hex, for test vectors. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* out: 2 × count + 1 bytes; returns out. */
static inline char *hex_write(const unsigned char *bytes, size_t count, char *out)
{
    for (size_t i = 0; i < count; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    out[2 * count] = '\0';
    return out;
}
