/* SPDX-License-Identifier: MIT */
/* Swiss pairing by Monrad (as the Danish and Norwegian chess federations describe it), short enough
 * to do by hand: everybody stands in order of points, equal ones by number; the first meets the
 * next one he has not met, then the first of the rest, and so on. Where that leaves somebody over,
 * the last choice is changed first, then the one before (which matching.h finds without trying
 * all).
 *
 * The general rules are FIDE's (Handbook C.04.1): no two meet twice; a bye is a win without a game,
 * for an odd number, and goes to the last in order who has had none and won none without play; two
 * who both must have the same seat do not meet while there is another way. Who must: who sat two
 * times more in one seat than in the other, or in his last two games in the same. Who of a pair
 * sits first: who must; then who sat there less often; then who sat second where their latest seats
 * differ; then, by turns from board to board, the one who stands higher. */
#pragma once

#include "tournament/pairing/matching.h"
#include "tournament/pairing/pairing.h"

/* Caller owns; filled by monrad_pair. */
struct monrad_work {
    struct matching matching;
    unsigned count;                        /* who plays in the round */
    uint16_t order[PAIRING_ENTRANTS_MAX];  /* entrants, first to last */
    uint16_t place[PAIRING_ENTRANTS_MAX];  /* [entrant - 1]: in order, or MATCHING_NONE */
    uint32_t points[PAIRING_ENTRANTS_MAX]; /* [entrant - 1]: half points */
    int16_t balance[PAIRING_ENTRANTS_MAX]; /* first seats less second seats */
    uint64_t seats[PAIRING_ENTRANTS_MAX];  /* a bit for each game, latest lowest; 1: first seat */
    uint8_t games[PAIRING_ENTRANTS_MAX];   /* played, or to be played */
    uint16_t byes[PAIRING_ENTRANTS_MAX];   /* and wins without play */
};

/* Pair a round. pair: room for (entrants + 1) / 2, in order of boards, a bye last. Returns how
 * many; 0: nobody can be paired without a second meeting, or fewer than two are left. */
unsigned monrad_pair(const struct pairing_event *event, unsigned round, struct monrad_work *work,
                     struct pairing_pair *pair);
