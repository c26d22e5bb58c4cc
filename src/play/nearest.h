/* SPDX-License-Identifier: MIT */
/* What would be accepted in place of an order that was refused: the nearest of the seat's legal
 * orders. Knows no game's nouns, and leaks nothing that `legal` does not show. */
#pragma once

#include "rules/game.h"

enum { NEAREST_MAX = 3 };

/* Of the same kind first, then with the same first argument; longer common beginnings before
 * shorter ones. Where next to nothing may be ordered, all of it.
 * in     refused: as far as it was understood
 * out    nearest: NEAREST_MAX orders; returns how many */
unsigned nearest_orders(const struct game *game, const void *rulebook, const void *state,
                        const struct order *refused, struct order nearest[NEAREST_MAX]);
