/* SPDX-License-Identifier: MIT */
/* Slots view, may_know, outcome and invariant: INFO and END clauses. */
#pragma once

#include "games/welcome_back/cards.h"

void wb_view(const void *rulebook, const void *state, unsigned seat, void *view);
/* The game's `learn` slot: the card that the seat draws. */
void wb_learn(const void *rulebook, const void *after, unsigned seat, void *view);
bool wb_may_know(const void *rulebook, const void *state, const char *name, unsigned seat);
void wb_outcome(const void *rulebook, const void *state, struct outcome *outcome);
const char *wb_invariant(const void *rulebook, const void *state);
