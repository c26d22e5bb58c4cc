/* SPDX-License-Identifier: MIT */
/* What the tests of this game share: the rulebook from the shipped file, chance with a seed, and
 * one step of a random game. */
#pragma once

#include "games/dungeon_twister/dungeon_twister.h"
#include "games/dungeon_twister/state.h"
#include "tests/read.h"

/* Load data/dungeon_twister.rooms; the program ends when it is refused. */
void dt_load_shipped(struct dt_rulebook *book);

/* Load it with the second box, whose rooms are those that the case files are tried on. */
void dt_load_boxes(struct dt_rulebook *book);

/* xorshift64*; the seed is not 0. */
struct dt_chance {
    uint64_t at;
};
unsigned dt_below(struct dt_chance *chance, unsigned bound);

/* Find one order for a position: draws and openings by the table, else by a seat that is asked,
 * the kind first and then the order. False when the game is over. */
bool dt_random_order(const struct dt_rulebook *book, const struct dt_state *state,
                     struct dt_chance *chance, struct order *order);
/* A scenario as options. */
#define DT_SCENARIO_ROOMS "boxes=both mode=scenario rooms=1+2+5+6"
#define DT_SCENARIO_BLUE                                                                           \
    " blue=cleric+thief+troll+warrior+wizard+golem+paladin+pickpocket+armor+rope+sword+treasure+"  \
    "ring+key"
#define DT_SCENARIO_YELLOW                                                                         \
    " yellow=goblin+mekanork+wall-walker+red-dragon+elf-scout+ghost+illusionist+weapons-master+"   \
    "wand+rope+potion+treasure+shield+scroll"
#define DT_SCENARIO DT_SCENARIO_ROOMS DT_SCENARIO_BLUE DT_SCENARIO_YELLOW
/* Options of every sort, by chance. */
const char *dt_random_options(struct dt_chance *chance);
/* The same, with the second box. */
const char *dt_random_boxes(struct dt_chance *chance);
/* Set a game up; the program ends when the options are refused. */
void dt_new_game(const struct dt_rulebook *book, const char *options, struct dt_state *state);
/* A position full of meetings: all rooms revealed, tokens strewn over a part of the board, many
 * wounded, Ropes on pits, points to spend. Legal, but seldom reached. */
void dt_crowded_position(const struct dt_rulebook *book, struct dt_chance *chance,
                         struct dt_state *state);
/* Read a canonical order and carry it out; false when it is refused. */
bool dt_give(const struct dt_rulebook *book, struct dt_state *state, unsigned seat,
             const char *text);
