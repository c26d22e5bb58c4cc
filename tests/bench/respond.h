/* SPDX-License-Identifier: MIT */
/* A player who searches for the best response to the practice opponent's habits in Welcome Back,
 * as a measure of what is left to win against it: he takes others to bid and to place cards as the
 * opponent's own search does, and learns by playing rounds to their end what serves him best. */
#ifndef POSTERN_TESTS_BENCH_RESPOND_H
#define POSTERN_TESTS_BENCH_RESPOND_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/game.h"

/* in      view: of the seat; or, for one who cheats, the position itself with every hidden card
 *         seed: not 0; goes on from call to call
 * false: there is no order, or the game knows no habits */
bool respond(const struct game *game, const void *rulebook, const void *view, unsigned seat,
             uint64_t *seed, struct order *order);

#endif
