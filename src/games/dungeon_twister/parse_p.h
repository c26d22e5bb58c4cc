/* SPDX-License-Identifier: MIT */
/* How an order's line is read, by subject: ways, deeds, whole Actions; parse.c has what is no
 * Action. Each reads on from the present word and adds to the order being filled, or says what was
 * wanted. */
#pragma once

#include "games/dungeon_twister/line.h"

/* parse_move.c: squares, steps and what is carried on the way. */
enum verdict_kind dt_parse_move(struct dt_line *line);
enum verdict_kind dt_parse_step(struct dt_line *line);
enum verdict_kind dt_parse_jump(struct dt_line *line);

/* parse_deeds.c: what a character can be ordered to do, by the word that says so. */
enum { DT_DEEDS = 20 };
struct dt_deed {
    uint16_t term;
    uint8_t kind;
    enum verdict_kind (*parse)(struct dt_line *line);
};
extern const struct dt_deed dt_deeds[DT_DEEDS];
/* The deed of a word; DT_DEEDS if it is none. */
unsigned dt_deed_of(unsigned term);
/* The deed whose word stands next, or what the thing named there is used for; DT_DEEDS if neither.
 */
unsigned dt_accept_deed(struct dt_line *line);
bool dt_is_deed(const struct dt_atom *atom);
enum verdict_kind dt_parse_heal(struct dt_line *line);
enum verdict_kind dt_parse_attack(struct dt_line *line);
enum verdict_kind dt_parse_fire(struct dt_line *line);
/* For orders of one word. */
enum verdict_kind dt_parse_nothing(struct dt_line *line);

/* parse_action.c: a line that speaks of an Action, who first or the verb first. */
enum verdict_kind dt_parse_action(struct dt_line *line);
