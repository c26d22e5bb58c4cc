/* SPDX-License-Identifier: MIT */
/* From one question to the next: phases, whose turn, the end of the game.
 * Source: topics DT-SETUP, DT-TURN, DT-REVEAL, DT-END, DT-TIMER; the flow stands in state.h. */
#pragma once

#include "games/dungeon_twister/state.h"

/* Tokens that a side lays face down in the rooms. */
unsigned dt_to_place(const struct dt_state *state, unsigned side);
/* Enter a phase that asks `questions` new questions. */
void dt_enter(struct dt_state *state, enum dt_phase phase, unsigned questions);
/* After a token was placed: the other side, or the first who still has one, or on. */
void dt_next_placer(struct dt_state *state);
/* Begin a side's turn. */
void dt_begin_turn(struct dt_state *state, unsigned side, struct event_list *events);
/* Phase 3 and what follows: DT-CARD-06, DT-END-03. */
void dt_end_turn(struct dt_state *state, struct event_list *events);
/* The tokens of the revealed room that the present phase places. */
uint64_t dt_share(const struct dt_state *state);
/* Go on placing; passes over a share that is empty. `fresh`: a share begins. */
void dt_next_put(struct dt_state *state, bool fresh);
/* The questions of an OPEN_ROOM phase: question 0 is the room, the others its tokens. Finds the
 * k-th token (from 1) laid by a side; false when there are no more. */
bool dt_hidden_token(const struct dt_state *state, unsigned question, unsigned *side, unsigned *k);
/* End the game; winner: side, or DT_NONE for a draw. */
void dt_finish(struct dt_state *state, enum dt_end end, unsigned winner, struct event_list *events);
/* Is a square adjacent to a fountain, PD-FOUNTAIN-01? */
bool dt_at_fountain(const struct dt_state *state, unsigned square);
