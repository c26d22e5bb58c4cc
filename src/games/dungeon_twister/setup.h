/* SPDX-License-Identifier: MIT */
/* Options of a game and its first position. Source: topics DT-SETUP, DT-VARIANT, DT-END-06. */
#pragma once

#include "games/dungeon_twister/state.h"

/* Read options text into what was agreed. DONE, MALFORMED or ILLEGAL. */
enum verdict_kind dt_read_options(const char *text, size_t length, struct dt_agreed *agreed,
                                  struct verdict *verdict);
/* Write them in full and canonical order. */
void dt_write_agreed(const struct dt_agreed *agreed, struct text *out);
/* Everything before the first question, for agreed options; state is zeroed here. */
void dt_start(const struct dt_rulebook *book, const struct dt_agreed *agreed,
              struct dt_state *state);

/* Slots of the game; see rules/game.h. */
enum verdict_kind dt_write_options(const struct game_setup *setup, struct text *out,
                                   struct verdict *verdict);
enum verdict_kind dt_setup(const void *rulebook, const struct game_setup *setup, void *state,
                           struct verdict *verdict);
