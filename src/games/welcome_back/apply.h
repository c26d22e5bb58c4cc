/* SPDX-License-Identifier: MIT */
/* Slot apply: the only place that changes a position. */
#pragma once

#include "rules/game.h"

bool wb_apply(const void *rulebook, void *state, const struct order *order,
              struct event_list *events);
