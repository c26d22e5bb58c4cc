/* SPDX-License-Identifier: MIT */
/* Complete what a player's line left open: who acts, which of two swords, the way to a square.
 * Source: design, sections 3 and 6. */
#pragma once

#include "games/dungeon_twister/walk.h"

/* The game's `resolve` slot; see rules/game.h. */
enum verdict_kind dt_resolve(const void *rulebook, const void *state, const struct order *order,
                             struct order *canonical, struct order choices[CHOICES_MAX],
                             unsigned *count, struct verdict *verdict);

/* Orders that a line may mean, those that differ in what follows kept apart. */
enum { DT_READINGS_MAX = 64 };
struct dt_readings {
    const struct dt_rulebook *book;
    const struct dt_state *state;
    unsigned count; /* legal ones, each with another outcome */
    struct order legal[CHOICES_MAX];
    struct dt_state outcome[CHOICES_MAX];
    bool any;           /* `first` is set */
    struct order first; /* the first reading, legal or not */
    bool asks;          /* even one is only likely to be meant */
};
/* Consider one reading. */
void dt_read_as(struct dt_readings *readings, const struct order *order);
/* Consider the movements that a MOVE or GO order with gaps may mean; resolve_move.c. */
enum dt_rule dt_read_moves(struct dt_readings *readings, const struct order *order);
/* Where a movement leads to; false: nowhere on the board. */
bool dt_goal_of(const struct dt_mover *mover, const struct order *order, unsigned *goal);

/* The shortest way at once to where he could do what he may not do where he stands. resolve_far.c.
 * returns false where there is none */
bool dt_way_to_do(const struct dt_readings *readings, const struct order *order, struct order *way);

/* The shortest way to where a movement that is not allowed leads, whatever is taken on it; as far
 * along it as he may go at once. resolve_far.c.
 * out    *steps: of the whole way; *speed: steps that he can go at once
 * returns false where there is no way, or no step of it may be the last */
bool dt_way_towards(const struct dt_readings *readings, const struct order *order,
                    struct order *way, unsigned *steps, unsigned *speed);
