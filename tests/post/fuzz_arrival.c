/* SPDX-License-Identifier: MIT */
/* Any bytes as a letter, as an INTERNALDATE, as a date: what is read is a time of our calendar, and
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
    check(arrival_read_rfc5322(text, size, &seconds), seconds);
    for (unsigned hops = 1; hops < 4; hops++)
        check(arrival_of_received(text, size, "box.pbem.test", hops, &seconds), seconds);
    return 0;
}
