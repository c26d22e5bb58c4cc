/* SPDX-License-Identifier: MIT */
/* Slots check and legal, and the questions they share.
 * Source: doc/rules/welcome-back.md. */
#pragma once

#include "games/welcome_back/face.h"
#include "rules/verdict.h"

/* Who must decide now; the table for draws and openings, and when the game is over. */
unsigned wb_asked_seat(const struct wb_state *state);
/* The place of the round's deck whose card is to be opened; -1 = none. */
int wb_place_to_open(const struct wb_state *state);
/* Could this card lie at that place, as far as the position tells? */
bool wb_card_may_be(const struct wb_rulebook *book, const struct wb_state *state, unsigned place,
                    unsigned card);

enum verdict_kind wb_check(const void *rulebook, const void *state, const struct order *order,
                           struct verdict *verdict);
unsigned wb_legal(const void *rulebook, const void *state, unsigned seat, struct order *list);
