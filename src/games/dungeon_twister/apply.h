/* SPDX-License-Identifier: MIT */
/* Carry out an order: the only place where a position changes. */
#pragma once

#include "games/dungeon_twister/state.h"

/* The game's `apply` slot; see rules/game.h. */
bool dt_apply(const void *rulebook, void *state, const struct order *order,
              struct event_list *events);
