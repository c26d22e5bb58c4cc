/* SPDX-License-Identifier: MIT */
/* Choosing forces and rooms from both boxes: in secret, or in turn.
 * Source: topic PD-MODE. */
#pragma once

#include "games/dungeon_twister/rule.h"
#include "games/dungeon_twister/state.h"

enum { DT_PAIRS_PICKED = 4 };

/* May a side take this kind next into its force (in common choice: into both)? */
enum dt_rule dt_may_choose(const struct dt_state *state, unsigned side, int kind);
/* May this pair of rooms be picked? */
enum dt_rule dt_may_pair(const struct dt_rulebook *book, const struct dt_state *state, int pair);
/* Does the present PICK ask for a pair of rooms? */
bool dt_picks_pair(const struct dt_state *state);
/* Check a CHOOSE, PICK or PAIR order. */
enum dt_rule dt_check_force(const struct dt_rulebook *book, const struct dt_state *state,
                            const struct order *order);
/* Add a kind, or DT_UNKNOWN, to a side's force. */
void dt_add_to_force(struct dt_state *state, unsigned side, unsigned kind);
/* What is in no force is not in the game; sides of whose force anything is unknown keep every
 * kind. */
void dt_settle_forces(struct dt_state *state);
/* The first question where forces are chosen. */
void dt_start_choosing(struct dt_state *state);
/* After a choice or pick: the next one, or on to the rooms. */
void dt_next_choice(struct dt_state *state);
