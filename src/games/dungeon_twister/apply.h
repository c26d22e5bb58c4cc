/* SPDX-License-Identifier: MIT */
/* Carry out an order: the only place where a position changes. */
#ifndef POSTERN_GAMES_DUNGEON_TWISTER_APPLY_H
#define POSTERN_GAMES_DUNGEON_TWISTER_APPLY_H

#include "games/dungeon_twister/state.h"

/* The game's `apply` slot; see rules/game.h. */
bool dt_apply(const void *rulebook, void *state, const struct order *order,
              struct event_list *events);

#endif
