/* SPDX-License-Identifier: MIT */
/* Slots write_options and setup: VARIANT clauses and the first position. */
#pragma once

#include "games/welcome_back/cards.h"

extern const struct game_option wb_options[];

enum verdict_kind wb_write_options(const struct game_setup *setup, struct text *out,
                                   struct verdict *verdict);
enum verdict_kind wb_setup(const void *rulebook, const struct game_setup *setup, void *state,
                           struct verdict *verdict);
/* The options of a position, as write_options writes them. */
void wb_put_options(const struct wb_state *state, struct text *out);
/* Read options into a zeroed state; all but the hero's pool is checked. */
enum verdict_kind wb_read_options(const char *options, size_t length, struct wb_state *state,
                                  struct verdict *verdict);
