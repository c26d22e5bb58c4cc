/* SPDX-License-Identifier: MIT */
/* What a scenario fixes: four pairs of rooms and both forces, as options of a game.
 * Source: PD-MODE-07, PD-MODE-11; the readable file around them is rules/scenario.h. */
#pragma once

#include "games/dungeon_twister/state.h"

enum dt_list { DT_LIST_ROOMS, DT_LIST_BLUE, DT_LIST_YELLOW, DT_LISTS };

/* An option's value that is a list, "1+2+5+6". */
struct dt_list_text {
    const char *at; /* NULL = not named */
    size_t length;
    unsigned column; /* of its first character in the options, from 1 */
};

/* Read the lists into what was agreed, whose boxes, mode and copies are known. A refusal tells the
 * column and, where one item is to blame, the word. */
enum verdict_kind dt_read_lists(const struct dt_list_text list[DT_LISTS], struct dt_agreed *agreed,
                                struct verdict *verdict);
/* Write one of them, its items in the order of the tables. */
void dt_write_list(const struct dt_agreed *agreed, enum dt_list which, struct text *out);
/* Fill the forces that a scenario names; in other modes there are none. */
void dt_add_scenario(struct dt_state *state);
