/* SPDX-License-Identifier: MIT */
/* A deadline → an iCalendar part (RFC 5545): one event with a stable UID, whose SEQUENCE grows when
 * the deadline moves, so that calendars change it instead of adding another. Times are UTC, with
 * their Z. Reads no clock. Source: mail-conventions O11. */
#pragma once

#include "base/base.h"

/* The type of the part, for struct letter_part. */
#define ICALENDAR_TYPE "text/calendar; charset=utf-8; method=PUBLISH"

struct icalendar_event {
    const char *uid;   /* the same for the same deadline: "game42.117@games.example" */
    uint32_t sequence; /* from 0, grows with each change */
    int64_t made_s;    /* UTC: when this was written (the letter's date) */
    int64_t due_s;     /* UTC: the deadline */
    int64_t alarm_s;   /* so long before it an alarm; 0 = none */
    bool cancelled;    /* the question is answered: take the event away */
    const char *summary;
    const char *description; /* LF between lines; NULL = none */
};

/* Append the calendar, lines by CRLF and folded at 75 bytes.
 * fails  RC_BAD_INPUT: a time outside the years 1970 to 9999, or no UID or summary */
enum rc icalendar_write(const struct icalendar_event *event, struct buf *out, struct err *err);
