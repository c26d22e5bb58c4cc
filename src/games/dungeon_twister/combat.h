/* SPDX-License-Identifier: MIT */
/* Who fights, with what strength, and who is left standing; wounds, deaths and points.
 * Source: topics DT-COMBAT, DT-GROUP, DT-WOUND, DT-VP; DT-CARRY-12, DT-PIT-03 to -06. */
#pragma once

#include "games/dungeon_twister/state.h"

/* Everyone whom an attack draws in, attacker and target included: DT-GROUP-01. */
uint64_t dt_fighters(const struct dt_state *state, unsigned attacker, unsigned target);
/* Strength of one fighter with what he holds; `attacks`: his side attacks. */
unsigned dt_strength(const struct dt_state *state, unsigned fighter, bool attacks);
/* The side that sees the enemy's combat card before it chooses its own, PD-CHAR-MASTER-01; or
 * DT_NONE. */
unsigned dt_seer(const struct dt_state *state);
/* The sides whose cards the present COMBAT or OPEN_COMBAT phase is about, in the order of the
 * card questions; returns how many. */
unsigned dt_card_sides(const struct dt_state *state, unsigned side[DT_SIDES]);
/* Is this side asked for a card now? */
bool dt_is_asked_card(const struct dt_state *state, unsigned side);
/* Strengths of a side's fighters, without the card. */
unsigned dt_side_strength(const struct dt_state *state, unsigned side);
/* Carry out the combat whose cards are chosen; back to the questions is the caller's. */
void dt_resolve_combat(const struct dt_rulebook *book, struct dt_state *state,
                       struct event_list *events);
/* Take a token out of play; whatever held of it on the board holds no more. */
void dt_leave_play(struct dt_state *state, unsigned token, enum dt_where where);
/* Eliminate a character; his opponent scores. */
void dt_kill(const struct dt_rulebook *book, struct dt_state *state, unsigned token,
             struct event_list *events);
/* Eliminate everyone standing or lying on a square: DT-OBJ-WAND-02. */
void dt_kill_all(const struct dt_rulebook *book, struct dt_state *state, unsigned square,
                 struct event_list *events);
/* Can those of a set stay on a square, as far as pits and rifts go: DT-PIT-02? */
bool dt_holds(const struct dt_rulebook *book, const struct dt_state *state, unsigned square,
              uint64_t set);
/* Take a marker of an Illusionist off the board. */
void dt_dispel(const struct dt_rulebook *book, struct dt_state *state, unsigned side,
               unsigned which, struct event_list *events);
/* The side that holds the pentacle, or DT_NONE: PD-PENTACLE-01. */
unsigned dt_pentacle_holder(const struct dt_state *state);
/* Give and take the point of the pentacle, as the position has it now. */
void dt_watch_pentacle(struct dt_state *state, struct event_list *events);
/* Give points to a side. */
void dt_score(struct dt_state *state, unsigned side, unsigned points, struct event_list *events);
/* Append the two arguments that name a token. */
struct event *dt_event_token(struct event *event, unsigned token);
