/* SPDX-License-Identifier: MIT */
/* Time that counts: days of the week, listed days and vacations in a player's own zone stop his
 * clock. Pure but for the tz database, which GLib reads; TZ and the clock are never asked.
 *
 * Source: design, section 8; mail-conventions I15. */
#ifndef POSTERN_SERVER_FREETIME_H
#define POSTERN_SERVER_FREETIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum { FREETIME_DAYS = 24, FREETIME_SPANS = 16, FREETIME_ZONE_BYTES = 48 };

struct freetime_day {
    int16_t year; /* 0 = each */
    uint8_t month, day;
};
/* Whole days, both ends included. */
struct freetime_span {
    struct freetime_day from, to;
};

/* Flat; zero-initialised: every second counts, UTC. */
struct freetime {
    char zone[FREETIME_ZONE_BYTES]; /* "" = UTC */
    uint8_t weekdays;               /* bit 0 = Monday */
    uint8_t day_count, span_count;
    struct freetime_day day[FREETIME_DAYS];
    struct freetime_span span[FREETIME_SPANS]; /* vacations */
};

/* Read "sat+sun+12-25+2027-01-01" or "none"; false, days unchanged: it is not that, or the week
 * would have no day left. */
bool freetime_read_days(const char *text, struct freetime *days);
/* Read "2026-12-20..2027-01-03", several parted by blanks; "" is none. */
bool freetime_read_spans(const char *text, struct freetime *spans);
void freetime_write_spans(const struct freetime *spans, struct buf *out);
bool freetime_read_day(const char *text, size_t length, struct freetime_day *day);
int freetime_compare(const struct freetime_day *a, const struct freetime_day *b);
void freetime_day_before(const struct freetime_day *day, struct freetime_day *out);
/* Days of a span. */
int64_t freetime_length(const struct freetime_span *span);

bool freetime_zone_exists(const char *zone);
/* The day that it is there at a time. */
struct freetime_day freetime_today(const char *zone, int64_t at_s);

/* When so many seconds that count have gone by after at_s. */
int64_t freetime_add(const struct freetime *freetime, int64_t at_s, int64_t seconds);
/* How many seconds from … to count; 0 if from is not before to. */
int64_t freetime_between(const struct freetime *freetime, int64_t from_s, int64_t to_s);

/* Local time in a zone. */
struct freetime_local {
    int year, month, day, hour, minute, weekday; /* 1 = Monday */
    int offset_s;                                /* east of UTC */
    char name[16];                               /* "CEST" */
};
void freetime_local(const char *zone, int64_t at_s, struct freetime_local *local);

#endif
