/* SPDX-License-Identifier: MIT */
/* Dungeon Twister behind the game contract. Source: doc/rules, part 1. */
#ifndef POSTERN_GAMES_DUNGEON_TWISTER_DUNGEON_TWISTER_H
#define POSTERN_GAMES_DUNGEON_TWISTER_DUNGEON_TWISTER_H

#include "rules/game.h"

extern const struct game dungeon_twister;

#endif
