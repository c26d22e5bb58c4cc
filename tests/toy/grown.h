/* SPDX-License-Identifier: MIT */
/* The toy with two more rules versions: "strict" forbids a look, under "blind" it shows nothing. A
 * test may change it further. */
#pragma once

#include "rules/game.h"

enum { GROWN_PEEK = 4 }; /* the kind of the order "peek" */

extern struct game toy_grown;
extern struct game_rules toy_grown_rules; /* its rules, to be changed by a test */
/* Make it as it is meant to be. */
void toy_grow(void);
