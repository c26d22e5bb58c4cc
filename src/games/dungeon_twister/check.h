/* SPDX-License-Identifier: MIT */
/* May this order be given? Source: doc/rules, part 1; each refusal is a row of rule.h. */
#pragma once

#include "games/dungeon_twister/rule.h"
#include "games/dungeon_twister/state.h"
#include "games/dungeon_twister/walk.h"

/* Where an order fails, for the player's sentence. */
struct dt_fault {
    int place; /* square or slot; ORDER_UNKNOWN = none */
    int token; /* token it is about; ORDER_UNKNOWN = none */
};

/* Check an order; fault may be NULL. For a MOVE, *walk is filled in when walk is not NULL. */
enum dt_rule dt_check(const struct dt_rulebook *book, const struct dt_state *state,
                      const struct order *order, struct dt_walk *walk, struct dt_fault *fault);
/* The game's `check` slot; see rules/game.h. */
enum verdict_kind dt_check_order(const void *rulebook, const void *state, const struct order *order,
                                 struct verdict *verdict);
/* Is it this seat's time for Actions? */
enum dt_rule dt_check_time(const struct dt_state *state, unsigned seat);
/* May a character of the active side act at all? */
enum dt_rule dt_may_act(const struct dt_state *state, unsigned token);
/* May he reveal a slot: DT-REVEAL-02, -03. */
enum dt_rule dt_may_reveal(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned slot);
/* May he turn a slot's room that way (0 clockwise, 1 counter-clockwise)? */
enum dt_rule dt_may_rotate(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned slot, unsigned ccw);
enum dt_rule dt_may_attack(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned target);
enum dt_rule dt_may_heal(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned target);
enum dt_rule dt_may_regenerate(const struct dt_state *state, unsigned token);
enum dt_rule dt_may_jump(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned pit, unsigned landing);
enum dt_rule dt_may_step(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned to);
/* LIFT, LOWER or BREAK the portcullis at an edge: a square and its north or east side. */
enum dt_rule dt_may_gate(const struct dt_rulebook *book, const struct dt_state *state,
                         enum dt_order_kind what, unsigned token, unsigned square,
                         unsigned direction);
/* The wall that a Golem breaks on that side of his square: his own room's half if it stands, else
 * the other room's. *square and *side get the half's square and its direction from there. */
enum dt_rule dt_find_breach(const struct dt_rulebook *book, const struct dt_state *state,
                            unsigned from, unsigned direction, unsigned *square, unsigned *side);
/* The square that a fireball hits; DT_NONE if the line holds nobody. */
unsigned dt_line_of_sight(const struct dt_state *state, unsigned square, unsigned direction);
enum dt_rule dt_may_fire(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned direction);
enum dt_rule dt_may_drink(const struct dt_rulebook *book, const struct dt_state *state,
                          unsigned token);
/* Is a square one that a jump may lead over, for this mover? */
bool dt_is_jumped(const struct dt_mover *mover, unsigned square);
enum dt_rule dt_may_recover(const struct dt_state *state, unsigned token);
enum dt_rule dt_may_teleport(const struct dt_rulebook *book, const struct dt_state *state,
                             unsigned token, unsigned square);
enum dt_rule dt_may_charm(const struct dt_rulebook *book, const struct dt_state *state,
                          unsigned token, unsigned target);
enum dt_rule dt_may_steal(const struct dt_state *state, unsigned token, unsigned thing);
enum dt_rule dt_may_breach(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned direction);
enum dt_rule dt_may_conjure(const struct dt_state *state, unsigned token, unsigned which,
                            unsigned square);
enum dt_rule dt_may_play(const struct dt_state *state, unsigned card);
enum dt_rule dt_may_place(const struct dt_state *state, unsigned side, int kind, int slot);
