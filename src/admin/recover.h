/* SPDX-License-Identifier: MIT */
/* A game that the ledger holds shorter than it was signed gets its newer entries back from its
 * players' letters. Source: design, 11, P5 and P6; doc/replica.md, "Lost entries". */
#pragma once

#include "server/desk.h"

enum { RECOVER_FILES_MAX = 64 };

struct recovered {
    int64_t from_n, to_n; /* entries that were put back, both included */
    unsigned held;        /* secrets that count as held by their players now */
    bool goes_on;         /* thawed; else why not: */
    struct err why;
};

/* Put back what records of this game (of any seat, joined from letters or exported) have behind the
 * ledger's newest entry, each entry as it stands; then let the game go on, if nothing newer was
 * signed. A change of its own.
 * in     file[count]: bytes of records
 * fails  RC_CONFLICT: they tell two histories, or another than the ledger, or nothing new, or a
 *        secret of the table is in none of them; RC_BAD_INPUT: which is no record of this game */
enum rc recover_game(struct desk *desk, int64_t game, const struct buf *file, unsigned count,
                     struct recovered *recovered, struct err *err);
