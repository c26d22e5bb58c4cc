/* SPDX-License-Identifier: MIT */
/* A sensible turn for a seat that asks, from its own view alone, within a fixed amount of thought:
 * a hint is the same work whoever asks. Source: bot/lesson.h. */
#pragma once

#include "bot/lesson.h"
#include "play/position.h"

/* May a seat ask for hints: is nobody else's seat a person's? */
bool hint_is_allowed(const struct position *position, unsigned seat);

/* Think of one.
 * out    *found: false if the seat has nothing to order
 * time   at most 0.3 s or so of one core */
enum rc hint_find(struct desk *desk, const struct position *position, unsigned seat,
                  struct bot_hint *hint, bool *found, struct err *err);
