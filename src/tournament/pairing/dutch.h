/* SPDX-License-Identifier: MIT */
/* Swiss pairing by the Dutch system (FIDE Handbook C.04.3, in force from 1 February 2026), for up
 * to 200 entrants. The names C1 to C21 are the handbook's.
 *
 * Brackets are paired from the top. A bracket is the players of one score and those who were left
 * over above them ("moved down"). Of all pairings of a bracket that leave the rest a pairing, the
 * rules want the best by C5 to C21 in this order, and of equally good ones the first that trying by
 * hand comes to: the upper half against the lower half in order, the lower half permuted, and then
 * players exchanged between the halves. Both are orders, one number after the other; so a bracket
 * is a perfect matching of the greatest weight, a weight being a row of numbers (heavy.h). */
#pragma once

#include "tournament/pairing/heavy.h"
#include "tournament/pairing/pairing.h"

enum {
    DUTCH_ENTRANTS_MAX = 200,
    DUTCH_EDGES = DUTCH_ENTRANTS_MAX * (DUTCH_ENTRANTS_MAX + 1) / 2,
    DUTCH_FIELDS = 64, /* counts in a weight: 13 and 6 for each score that was moved down */
    DUTCH_CLASSES = 8
};

enum dutch_float { DUTCH_NONE, DUTCH_DOWN, DUTCH_UP };

struct dutch_player {
    uint32_t points;            /* half points */
    int16_t difference;         /* games in the first seat less games in the second */
    uint64_t seats;             /* a bit for each game, latest lowest; 1: first seat */
    uint8_t games;              /* played at a board, counted up to 64 */
    uint8_t missed;             /* rounds without a game */
    enum dutch_float float_[2]; /* in the last round and in the one before */
    bool no_bye;                /* C2: he had one, or won without playing */
};

/* Caller owns; about 2 MiB. */
struct dutch_work {
    struct heavy heavy;
    struct dutch_player player[DUTCH_ENTRANTS_MAX + 1]; /* [entrant] */
    uint64_t met[DUTCH_ENTRANTS_MAX + 1][DUTCH_ENTRANTS_MAX / 64 + 1];
    bool top_scorers; /* it is the last round, where C3 spares them */
    uint32_t half;    /* half of the points that one can have */

    uint16_t left[DUTCH_ENTRANTS_MAX + 1]; /* [node]: who is not paired yet, by score and seed; 0:
                                              the bye, the last */
    unsigned count;                        /* of them */
    unsigned moved;                        /* the first so many were moved down */
    unsigned bracket, next; /* the first so many are in the bracket, in it or the next */
    unsigned classes;
    uint32_t class_points[DUTCH_CLASSES]; /* scores that were moved down, the highest first */
    bool limbo[DUTCH_ENTRANTS_MAX + 1];   /* [node]: moved down, and on he goes */

    bool bye_here;  /* only one is left over here, and he has the bye: C9 counts */
    bool halves;    /* now the halves count */
    unsigned upper; /* players of the upper half */
    int16_t rank[DUTCH_ENTRANTS_MAX + 1]; /* [node]: place among those who make the halves */
    unsigned fields, field_lanes, bits, bit_lanes;
    uint32_t weight[DUTCH_EDGES][DUTCH_FIELDS / 4];

    struct pairing_pair *pair; /* made so far */
    unsigned pairs;
};

/* Pair a round. last: it is the last one; win: half points of a pair won. pair: room for (entrants
 * + 1) / 2, in order of boards, a bye last. Returns how many; 0: too many, or no pairing is
 * allowed. */
unsigned dutch_pair(const struct pairing_event *event, unsigned round, bool last, unsigned win,
                    struct dutch_work *work, struct pairing_pair *pair);

/* Does a, who stands higher, sit first against b? (C.04.3, article 5) */
bool dutch_sits_first(const struct dutch_player *a, const struct dutch_player *b, unsigned seed_a);
