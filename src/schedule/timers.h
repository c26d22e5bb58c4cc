/* SPDX-License-Identifier: MIT */
/* Deadlines: what happens when a question was not answered in time, and the reminder before.
 *
 * No deadline closes before every inbox was read past it; a stretch in which the server was away
 * moves deadlines. Time is passed in. Source: design, section 8; mail-conventions I15. */
#pragma once

#include "play/position.h"

/* Close what is due, each game in a change of its own, and send reminders that are due.
 * in     settled_s: every letter that arrived before this was taken in
 * out    *closed: how many deadlines passed */
enum rc timers_run(struct desk *desk, int64_t settled_s, unsigned *closed, struct err *err);

enum { TIMERS_OUTAGE_S = 3600 }; /* shorter absences move nothing */
/* The server was away from since_s until now: deadlines that fell into it, or would fall within
 * as long after it, move by its length; each as an entry of its game.
 * out    *moved: how many */
enum rc timers_make_up(struct desk *desk, int64_t since_s, unsigned *moved, struct err *err);

/* When timers_run has something to do next; INT64_MAX = never. */
enum rc timers_next(struct desk *desk, int64_t *next_s, struct err *err);
