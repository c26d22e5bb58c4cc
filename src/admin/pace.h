/* SPDX-License-Identifier: MIT */
/* How a game went by letter: how often it changed hands, who wrote and got how many letters, and
 * whom it waited for how long; counted from its log and from the letters that belong to it.
 *
 * A hand-over is an order, a luck or a missed deadline of another seat than the one before: what
 * a line orders by itself is none. What was taken back counts, it took its time. Nothing is kept.
 */
#ifndef POSTERN_ADMIN_PACE_H
#define POSTERN_ADMIN_PACE_H

#include "rules/order.h"
#include "server/desk.h"

enum pace_phase {
    PACE_LUCK, /* until the seats' luck is there */
    PACE_SETUP,
    PACE_TURN,
    PACE_REPLY, /* to what others do in their turn */
    PACE_PHASES
};
/* "luck", "set-up", "turns", "replies". Static storage. */
const char *pace_phase_name(enum pace_phase phase);

struct pace_count {
    unsigned handovers; /* to this seat, that it answered, or let pass */
    unsigned written;   /* letters of its player; repeats and what no person wrote left out */
    unsigned got;       /* letters to its player */
    unsigned lines;     /* orders by lines left beforehand */
    unsigned missed;    /* deadlines */
    int64_t waited_s;   /* while it was asked; two that are asked at a time both count */
};

enum { PACE_KIND_BYTES = 64 };
struct pace {
    int64_t game;
    char kind[PACE_KIND_BYTES];
    unsigned seats;
    int64_t player[SEATS_MAX + 1]; /* who sits there now */
    bool is_over;
    int64_t lasted_s; /* from its first entry to its last */
    struct pace_count count[SEATS_MAX + 1][PACE_PHASES];
};

/* The same of one phase (PACE_PHASES = all), and of all seats (seat 0). */
struct pace_count pace_sum(const struct pace *pace, unsigned seat, unsigned phase);

/* One game (0 = all that the ledger or the archive has), by number. *pace is the caller's to free.
 * fails  RC_NOT_FOUND: no such game */
enum rc pace_gather(struct desk *desk, int64_t game, struct pace **pace, unsigned *count,
                    struct err *err) MUST_CHECK;

#endif
