/* SPDX-License-Identifier: MIT */
/* The open questions, their clocks and defaults, and the meaning of draws.
 * Source: topics DT-SETUP, DT-TIMER. */
#pragma once

#include "games/dungeon_twister/state.h"

/* Slots of the game; see rules/game.h. */
unsigned dt_open_decisions(const void *rulebook, const void *state,
                           struct decision decision[DECISIONS_MAX]);
void dt_draw_order(const void *rulebook, const void *state, const struct decision *decision,
                   const uint16_t *number, struct order *order);
unsigned dt_introduce(const void *rulebook, const void *view, const struct event *event,
                      uint16_t term[], unsigned most);
