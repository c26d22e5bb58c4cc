/* SPDX-License-Identifier: MIT */
/* What the checks of orders share among themselves. */
#pragma once

#include "games/dungeon_twister/check.h"

/* Is this kind (an argument) in the game, and a character or object as asked? */
static inline bool dt_in_game(const struct dt_state *state, unsigned side, int kind)
{
    return kind >= 0 && kind < DT_KINDS && dt_is_available(&state->agreed, (unsigned)kind) &&
           state->where[dt_token(side, (unsigned)kind)] != DT_ABSENT;
}
static inline bool dt_is_character(int kind)
{
    return kind >= 0 && kind < DT_CHARACTER_KINDS;
}

/* Actions of Paladins & Dragons; check_box.c. */
enum dt_rule dt_check_box(const struct dt_rulebook *book, const struct dt_state *state,
                          unsigned token, const struct order *order, struct dt_fault *fault);

/* Orders of the set-up, and answers of the table; check_setup.c. */
enum dt_rule dt_check_setup(const struct dt_rulebook *book, const struct dt_state *state,
                            const struct order *order);
