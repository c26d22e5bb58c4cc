/* SPDX-License-Identifier: MIT */
/* Time that counts: days of the week, listed days, hours of each day and vacations in a player's
 * own zone stop his clock. Pure but for the tz database, which GLib reads; TZ and the clock are
 * never asked.
 *
 * Source: design, section 8; mail-conventions I15. */
#pragma once

#include "base/base.h"

enum { CALENDAR_DAYS = 24, CALENDAR_SPANS = 16, CALENDAR_ZONE_BYTES = 48 };

struct calendar_day {
    int16_t year; /* 0 = each */
    uint8_t month, day;
};
/* Whole days, both ends included. */
struct calendar_span {
    struct calendar_day from, to;
};

/* Flat; zero-initialised: every second counts, UTC. */
struct calendar {
    char zone[CALENDAR_ZONE_BYTES]; /* "" = UTC */
    uint8_t weekdays;               /* bit 0 = Monday */
    uint8_t rest_from, rest_to;     /* hours of each day, over midnight or not; alike = none */
    uint8_t day_count, span_count;
    struct calendar_day day[CALENDAR_DAYS];
    struct calendar_span span[CALENDAR_SPANS]; /* vacations */
};

extern const char *const calendar_weekdays[]; /* "mon" … "sun" */
/* Read "sat+sun+12-25+2027-01-01+20h-8h" (from 20:00 to 8:00 nothing counts) or "none"; false, days
 * unchanged: it is not that, or the week would have no day left. */
bool calendar_read_days(const char *text, struct calendar *days);
/* Read "2026-12-20..2027-01-03", several parted by blanks; "" is none. */
bool calendar_read_spans(const char *text, struct calendar *spans);
void calendar_write_spans(const struct calendar *spans, struct buf *out);
bool calendar_read_day(const char *text, size_t length, struct calendar_day *day);
int calendar_compare(const struct calendar_day *a, const struct calendar_day *b);
struct calendar_day calendar_day_later(const struct calendar_day *day, int count);
unsigned calendar_weekday(const struct calendar_day *day); /* 1 = Monday */
/* Days of a span. */
int64_t calendar_length(const struct calendar_span *span);

bool calendar_zone_exists(const char *zone);
/* The day that it is there at a time. */
struct calendar_day calendar_today(const char *zone, int64_t at_s);

/* When so many seconds that count have gone by after at_s. */
int64_t calendar_add(const struct calendar *calendar, int64_t at_s, int64_t seconds);
/* How many seconds from … to count; 0 if from is not before to. */
int64_t calendar_between(const struct calendar *calendar, int64_t from_s, int64_t to_s);

/* The first moment from from_s on at which it is this minute of one of these days there (bit 0 =
 * Monday). An hour that the clocks skip is the moment after the gap; of one that comes twice it is
 * the second. */
int64_t calendar_hour(const char *zone, unsigned weekdays, unsigned minute, int64_t from_s);

/* Local time in a zone. */
struct calendar_local {
    int year, month, day, hour, minute, weekday; /* 1 = Monday */
    int offset_s;                                /* east of UTC */
    char name[16];                               /* "CEST" */
};
void calendar_local(const char *zone, int64_t at_s, struct calendar_local *local);
