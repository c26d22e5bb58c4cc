/* SPDX-License-Identifier: MIT */
/* Figures of the rooms in a rulebook, for whoever makes rooms: exits, ways, what meets what.
 * Source: PD-ROOM-03 to -09; the conditions themselves are checked on load. */
#ifndef POSTERN_GAMES_DUNGEON_TWISTER_SURVEY_H
#define POSTERN_GAMES_DUNGEON_TWISTER_SURVEY_H

#include "rules/game.h"

/* The slot `survey` of the game. */
void dt_survey(const void *rulebook, struct game_survey *survey);

#endif
