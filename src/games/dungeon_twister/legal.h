/* SPDX-License-Identifier: MIT */
/* Every legal order of a seat, one for each distinct outcome.
 * Source: design, section 3. */
#pragma once

#include "games/dungeon_twister/state.h"

/* The game's `legal` slot; see rules/game.h. */
unsigned dt_legal(const void *rulebook, const void *state, unsigned seat, struct order *list);
