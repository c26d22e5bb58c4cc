/* SPDX-License-Identifier: MIT */
/* Deadlines of open questions as entries of the log, and the calendars by which they are reckoned:
 * the game's own days without play, the days off of who sits there, his zone.
 *
 * All of it inside a change of the caller's. Source: design, section 8; doc/record.md, "due". */
#pragma once

#include "play/position.h"
#include "people/people.h"
#include "server/calendar.h"

/* What does not count for a person in a game; NULL: the game's own days, in UTC. */
void deadlines_calendar(const struct position *position, const struct person *person,
                        struct calendar *out);
/* The same for who holds a seat; a person who was forgotten is nobody. */
enum rc deadlines_calendar_of(struct desk *desk, const struct position *position, unsigned seat,
                              struct calendar *out, struct err *err);

static inline bool deadlines_is_timed(const struct timing_open *open)
{
    return open->due_s != TIMING_NEVER;
}

/* Is the seat asked anything that has a deadline? */
bool deadlines_are_asked(const struct position *position, unsigned seat);

/* When so many seconds that count have gone by after at_s, or, where such questions have an hour,
 * the first one from then on that counts. */
int64_t deadlines_add(const struct timing_rules *rules, const struct calendar *calendar,
                      unsigned time_class, int64_t at_s, int64_t seconds);

/* When a question closes that nobody has moved yet. */
int64_t deadlines_reckon(const struct timing_rules *rules, const struct calendar *calendar,
                         const struct timing_open *open);

/* Log the deadline of an open question. */
enum rc deadlines_set(struct desk *desk, struct position *position, uint32_t decision,
                      unsigned seat, int64_t due_s, struct err *err);
/* Set the deadlines of questions that came up, where days in between do not count for their
 * seats. adjudicate_settle does it. */
enum rc deadlines_settle(struct desk *desk, struct position *position, struct err *err);
