/* SPDX-License-Identifier: MIT */
/* Every legal order of a seat, one for each distinct outcome.
 * Source: design, section 3. */
#ifndef POSTERN_GAMES_DUNGEON_TWISTER_LEGAL_H
#define POSTERN_GAMES_DUNGEON_TWISTER_LEGAL_H

#include "games/dungeon_twister/state.h"

/* The game's `legal` slot; see rules/game.h. */
unsigned dt_legal(const void *rulebook, const void *state, unsigned seat, struct order *list);

#endif
