/* SPDX-License-Identifier: MIT */
/* May a turn still be won? What the practice opponent's search for a win leaves out. */
#pragma once

#include <stdint.h>

#include "rules/game.h"

/* Action points that a seat has to spare, if all goes well, for winning within its turn; below 0:
 * it cannot. The slot `hope` of rules/practice.h. */
int32_t dt_hope(const void *rulebook, const void *view, unsigned seat);

/* Keeps those of a seat's orders of which one may win at once; returns how many. The slot `last`.
 */
unsigned dt_last(const void *rulebook, const void *view, unsigned seat, struct order *list,
                 unsigned count);
