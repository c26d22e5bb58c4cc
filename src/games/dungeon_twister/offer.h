/* SPDX-License-Identifier: MIT */
/* What the practice opponent says about draws and resigning, DT-END-09: length of play has no
 * effect by the rules, so somebody has to end a game that goes nowhere. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rules/order.h"

/* Answer an offer that stands, or make one; see rules/practice.h, `offer`.
 * in     value: how the seat stands, in thousandths of a point */
bool dt_offer(const void *rulebook, const void *view, unsigned seat, int32_t value,
              struct order *order);
