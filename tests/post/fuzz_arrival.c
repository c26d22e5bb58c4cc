/* SPDX-License-Identifier: MIT */
/* Any bytes as an INTERNALDATE: what is read is a time of our calendar, and
 * nothing before or behind the bytes is looked at. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "post/arrival.h"

enum { DAY_S = 86400 };
/* 1970 to 9999, and a zone's 24 hours either way. */
static const int64_t last_s = 253402300800;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool read, int64_t seconds)
{
    if (read && (seconds < -DAY_S || seconds > last_s + DAY_S))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    int64_t seconds = 0;

    check(arrival_read_internaldate(text, size, &seconds), seconds);
    return 0;
}
