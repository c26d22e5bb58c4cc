/* SPDX-License-Identifier: MIT */
/* When a letter came in, by our own mail system (I15). Pure; never reads the sender's Date. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read IMAP's INTERNALDATE, "17-Jul-1996 02:44:25 -0700" without the quotes (RFC 3501 9, date-time;
 * the day may start with a blank). False on any other form. */
bool arrival_read_internaldate(const char *text, size_t length, int64_t *seconds);
