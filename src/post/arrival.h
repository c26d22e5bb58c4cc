/* SPDX-License-Identifier: MIT */
/* When a letter came in, by our own mail system (I15). Pure; never reads the sender's Date. */
#ifndef POSTERN_POST_ARRIVAL_H
#define POSTERN_POST_ARRIVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read IMAP's INTERNALDATE, "17-Jul-1996 02:44:25 -0700" without the quotes (RFC 3501 9, date-time;
 * the day may start with a blank). False on any other form. */
bool arrival_read_internaldate(const char *text, size_t length, int64_t *seconds);

/* Read the date-time of RFC 5322 3.3, with comments and obsolete zones; no weekday is checked. */
bool arrival_read_rfc5322(const char *text, size_t length, int64_t *seconds);

/* The time in the lowest of the Received lines that our own mail system writes, counted from the
 * top: a sender can write such lines too, but only below them.
 * in     raw[length]: a letter, LF or CRLF, only its header is read; our_host: what stands behind
 *        "by" in each of them, case-blind; hops ≥ 1: how many there are
 * returns false when there are fewer, or one is by another host or has no readable time */
bool arrival_of_received(const char *raw, size_t length, const char *our_host, unsigned hops,
                         int64_t *seconds);

#endif
