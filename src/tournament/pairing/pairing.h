/* SPDX-License-Identifier: MIT */
/* What a tournament is made of, for all of its formats. Pure: no clock, chance or memory of its
 * own, so that a verifier reckons what the server reckoned.
 *
 * Entrants have numbers from 1, which are their seeds: 1 is the strongest, or the first drawn by
 * lot. Points are half points: a game won 2, drawn 1. A pair meets in one game or in two with the
 * seats exchanged; what stands here is the sum. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* As large as a correspondence tournament may grow in one stage; all work space is sized by it (150
 * KiB).
 */
enum { PAIRING_ENTRANTS_MAX = 1024 };
/* Rounds of a Swiss tournament or a knock-out; a round robin has as many as it needs. */
enum { PAIRING_ROUNDS_MAX = 64 };

struct pairing_pair {
    uint16_t round;         /* from 1 */
    uint16_t group;         /* of a round robin, from 1; else 1 */
    uint16_t first, second; /* first sits in the first seat; second 0: first has a bye */
    uint16_t first_points, second_points; /* half points, once done */
    bool done;
    bool played; /* at a board, and not won because the other stayed away */
};

struct pairing_event {
    unsigned entrants;    /* at most PAIRING_ENTRANTS_MAX */
    const uint16_t *left; /* [entrant - 1]: from this round on he is not paired; 0 = he stays */
    const struct pairing_pair *pair; /* by round */
    unsigned pairs;
};

/* Does the entrant still play in this round? */
static inline bool pairing_plays(const struct pairing_event *event, unsigned entrant,
                                 unsigned round)
{
    uint16_t left = event->left[entrant - 1];

    return !left || left > round;
}
