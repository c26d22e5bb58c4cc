/* SPDX-License-Identifier: MIT */
/* What the practice opponent is told of this game; see rules/practice.h. */
#ifndef POSTERN_GAMES_WELCOME_BACK_PRACTICE_H
#define POSTERN_GAMES_WELCOME_BACK_PRACTICE_H

#include "rules/practice.h"

extern const struct practice wb_practice;

#endif
