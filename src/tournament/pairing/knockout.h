/* SPDX-License-Identifier: MIT */
/* Who loses is out. The bracket is the usual one: seeds 1 and 2 can meet in the final only, 1 to 4
 * in the semi-finals; where the number of entrants is no power of two, the strongest have a bye in
 * the first round. A pair that is level is won by the stronger seed; one that both lost, by nobody,
 * and who would have met its winner has a bye. In the last round, losers of the semi-finals may
 * play for the third place. */
#pragma once

#include "tournament/pairing/pairing.h"

unsigned knockout_rounds(unsigned entrants);
/* The seed at a place (from 1) of a bracket of `size` places, a power of two. */
unsigned knockout_seed(unsigned size, unsigned place);
/* Who won a pair that is done; 0: nobody. */
unsigned knockout_winner(const struct pairing_pair *pair);
/* Pair a round when the one before is done. pair: room for (entrants + 1) / 2 + 1; a final, then
 * the match for the third place. Pairs without any entrant are left out of the event: their place
 * in the bracket is kept by `first` of 0. Returns how many; 0: behind the last round. */
unsigned knockout_pair(const struct pairing_event *event, unsigned round, bool third,
                       struct pairing_pair *pair);
/* Where everybody stands: [entrant - 1] = 1 for the winner, 2, 3, 4, then those who lost in the
 * same round share a place. An entrant who still plays stands at 1 with the others who do. */
void knockout_places(const struct pairing_event *event, uint16_t *place);
