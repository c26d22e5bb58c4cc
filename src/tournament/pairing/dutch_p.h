/* SPDX-License-Identifier: MIT */
/* Between the files of the Dutch system. */
#pragma once

#include "tournament/pairing/dutch.h"

/* How much somebody is due a seat, and which. */
enum dutch_preference_kind { DUTCH_NO_PREFERENCE, DUTCH_MILD, DUTCH_STRONG, DUTCH_ABSOLUTE };
struct dutch_preference {
    enum dutch_preference_kind kind;
    bool first;
};
struct dutch_preference dutch_preference_of(const struct dutch_player *player);

/* Count the weights of all edges anew, as bracket, moved and halves are now. */
void dutch_weigh(struct dutch_work *work);
bool dutch_is_edge(const void *graph, unsigned a, unsigned b);
int64_t dutch_weight(const void *graph, unsigned a, unsigned b, unsigned lane);
/* Is a pairing as good by C5 to C21 as the best one? Both by node, of all that are weighed. */
bool dutch_is_as_good(const struct dutch_work *work, const uint16_t *mate, const uint16_t *best);
