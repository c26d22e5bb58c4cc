/* SPDX-License-Identifier: MIT */
/* Welcome Back to the Dungeon, two to four seats, behind the contract of rules/game.h.
 * Source: doc/rules/welcome-back.md. */
#pragma once

#include "rules/game.h"

extern const struct game welcome_back;
