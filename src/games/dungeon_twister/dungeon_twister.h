/* SPDX-License-Identifier: MIT */
/* Dungeon Twister behind the game contract. Source: doc/rules, part 1. */
#pragma once

#include "rules/game.h"

extern const struct game dungeon_twister;
