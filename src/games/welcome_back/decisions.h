/* SPDX-License-Identifier: MIT */
/* Slots open_decisions and draw_order: who is asked, what chance is asked, what a missed
 * deadline does (TIMER clauses). */
#pragma once

#include "games/welcome_back/cards.h"
#include "rules/decision.h"

unsigned wb_open_decisions(const void *rulebook, const void *state,
                           struct decision decision[DECISIONS_MAX]);
void wb_draw_order(const void *rulebook, const void *state, const struct decision *decision,
                   const uint16_t *number, struct order *order);
