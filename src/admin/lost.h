/* SPDX-License-Identifier: MIT */
/* What a frozen game lacks, and nobody has, is declared lost; then its players are asked whether
 * they go on. Source: doc/record.md, "Replay"; doc/replica.md, "Lost entries". */
#pragma once

#include "server/desk.h"

/* More numbers are skipped than are known to be used where the marks do not tell them all. */
enum { LOST_MARGIN = 4096 };

struct lost_entries {
    int64_t from_n, to_n; /* both lost */
    const char *then;     /* what comes of the game: a sentence */
};

/* A change of its own.
 * in     last_n: the newest entry that any letter names, 0 = none is known beyond the marks
 * fails  RC_CONFLICT: the game is not frozen, or not begun */
enum rc lost_declare(struct desk *desk, int64_t game, int64_t last_n, struct lost_entries *lost,
                     struct err *err);
