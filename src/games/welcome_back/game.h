/* SPDX-License-Identifier: MIT */
/* Welcome Back to the Dungeon, two to four seats, behind the contract of rules/game.h.
 * Source: doc/rules/welcome-back.md. */
#ifndef POSTERN_GAMES_WELCOME_BACK_GAME_H
#define POSTERN_GAMES_WELCOME_BACK_GAME_H

#include "rules/game.h"

extern const struct game welcome_back;

#endif
