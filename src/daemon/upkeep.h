/* SPDX-License-Identifier: MIT */
/* What a server does by the clock beside letters: deadlines and reminders, deadlines moved by an
 * outage, the mark of how far everything is read, letters that were kept long enough.
 * For the thread that owns the ledger. Source: design, section 8; mail-conventions I15. */
#pragma once

#include "schedule/health.h"
#include "schedule/retention.h"
#include "server/desk.h"

struct upkeep {
    int64_t seen_s;    /* all that came before was read, or its outage made up for */
    int64_t written_s; /* of that, what stands in the ledger */
    int64_t care_s;    /* when old letters are looked for next */
    struct retention old;
    int64_t health_s;              /* when the file for monitors is written next */
    struct health_running running; /* its inboxes are the caller's to fill in */
};

/* Make up for the time since the last run. */
enum rc upkeep_start(struct upkeep *upkeep, struct desk *desk, struct err *err);
/* Do what is due.
 * in     settled_s: every letter that arrived before was taken in; INT64_MIN = not known yet */
enum rc upkeep_run(struct upkeep *upkeep, struct desk *desk, int64_t settled_s, struct err *err);
