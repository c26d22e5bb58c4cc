/* SPDX-License-Identifier: MIT */
/* Slot apply: the only place that changes a position. */
#ifndef POSTERN_GAMES_WELCOME_BACK_APPLY_H
#define POSTERN_GAMES_WELCOME_BACK_APPLY_H

#include "rules/game.h"

bool wb_apply(const void *rulebook, void *state, const struct order *order,
              struct event_list *events);

#endif
