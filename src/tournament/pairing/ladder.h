/* SPDX-License-Identifier: MIT */
/* A ladder: who stands lower challenges upwards. Postern's own rules, which are those of most
 * clubs: a challenge goes at most `reach` places up; a challenger who wins takes the place of whom
 * he beat, and all between step down by one; else nobody moves. Who has not played for a term sinks
 * by one place a term, past whoever is not dormant himself. Newcomers begin at the bottom. */
#pragma once

#include "tournament/pairing/pairing.h"

/* rung[0] is the top; each holds an entrant. */
struct ladder {
    unsigned count;
    uint16_t rung[PAIRING_ENTRANTS_MAX];
};

/* The place of an entrant from 1; 0: he is not on it. */
unsigned ladder_place(const struct ladder *ladder, unsigned entrant);
void ladder_join(struct ladder *ladder, unsigned entrant);
void ladder_leave(struct ladder *ladder, unsigned entrant);
bool ladder_may_challenge(const struct ladder *ladder, unsigned reach, unsigned challenger,
                          unsigned challenged);
/* The challenger has won. */
void ladder_won(struct ladder *ladder, unsigned challenger, unsigned challenged);
/* A term is over. dormant[entrant - 1]: he has not played in it. */
void ladder_sink(struct ladder *ladder, const bool *dormant);
