/* SPDX-License-Identifier: MIT */
/* The one list of games, in C; the games stand in src/games/list.mk. */
#pragma once

#include "rules/game.h"

/* All games, NULL at the end. */
extern const struct game *const games[];

/* The game with this name ("dungeon_twister"), or NULL. */
const struct game *games_find(const char *name);
