/* SPDX-License-Identifier: MIT */
/* Who can be paired with whom so that nobody is left over: a perfect matching (Jack Edmonds,
 * "Paths, trees, and flowers", 1965), and among all of them the first one that trying by hand
 * finds: the first node has the first partner with whom the rest works out, then the next node, and
 * so on. Going back by hand could take for ever; one path for each try does not. */
#pragma once

#include "tournament/pairing/pairing.h"

enum { MATCHING_NONE = 0xffff, MATCHING_WORDS = PAIRING_ENTRANTS_MAX / 64 };

/* Caller owns; matching_init first. Nodes are numbered from 0. */
struct matching {
    unsigned count;
    uint64_t barred[PAIRING_ENTRANTS_MAX][MATCHING_WORDS]; /* may not be paired */
    uint16_t mate[PAIRING_ENTRANTS_MAX];                   /* MATCHING_NONE: alone */
    bool gone[PAIRING_ENTRANTS_MAX];                       /* not to be paired any more */
    /* of the search for one path */
    uint16_t parent[PAIRING_ENTRANTS_MAX], base[PAIRING_ENTRANTS_MAX], queue[PAIRING_ENTRANTS_MAX];
    bool outer[PAIRING_ENTRANTS_MAX], blossom[PAIRING_ENTRANTS_MAX], seen[PAIRING_ENTRANTS_MAX];
};

void matching_init(struct matching *matching, unsigned count);
void matching_bar(struct matching *matching, unsigned a, unsigned b);
/* Match all that are not gone, from the start. False: one is left over, whatever is tried. */
bool matching_complete(struct matching *matching);
/* Behind a complete one: turn it into the first of all. */
void matching_first(struct matching *matching);
