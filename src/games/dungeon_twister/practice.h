/* SPDX-License-Identifier: MIT */
/* What the practice opponent is told of this game; see rules/practice.h. */
#ifndef POSTERN_GAMES_DUNGEON_TWISTER_PRACTICE_H
#define POSTERN_GAMES_DUNGEON_TWISTER_PRACTICE_H

#include "rules/practice.h"

extern const struct practice dt_practice;

#endif
