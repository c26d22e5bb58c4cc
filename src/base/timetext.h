/* SPDX-License-Identifier: MIT */
/* UTC time as text, and back: RFC 3339, whole seconds, always "Z". No clock is read here. */
#pragma once

#include "base/base.h"

enum { TIMETEXT_BYTES = 21 }; /* "2026-11-21T21:58:40Z" and the NUL */

/* Does a time lie in the years 1970 to 9999, so that it has a text? */
bool timetext_fits(int64_t seconds);
/* Seconds since 1970 (UTC) as text. False outside the years 1970 to 9999; out is then "". */
bool timetext_write(int64_t seconds, char out[TIMETEXT_BYTES]);
/* Read exactly that form from text[length]; false on any other. */
bool timetext_read(const char *text, size_t length, int64_t *seconds);
