/* SPDX-License-Identifier: MIT */
/* Positions as text: one fact a line, for case files, bug reports and the log's digests.
 *
 *     options target=5 …           only when they are not all standard
 *     phase act                    default act
 *     turn 7                       default 1
 *     active blue                  default blue
 *     questions 41 43 38           first open question, next id, id of the turn's clock
 *     points 3                     action points left of the card; default 0
 *     potion thief 4               and of a Potion, for a character of the active side
 *     potion charmed thief 4       the same for one of the other side, while he is charmed
 *     charm thief 3                charm Actions left, of a character of the other side
 *     drunk 1                      Potions drunk and scrolls read this turn
 *     highest 3                    highest Action card played so far; default 5
 *     score 4 2                    Blue's and Yellow's points; default 0 0
 *     actions blue 2 3 4 5         cards in hand; default all
 *     combat blue 0 1 2 2 3 3 4 5 6
 *     jumps blue 3
 *     offer blue                   has offered a draw
 *     room w1 1D/0                 a revealed room, then portcullises that are not closed:
 *     room w1 1D/0 open a4-b4 broken d3-e3
 *     room w1 5D/0 breached a4-north    its walls that are broken: a square and a side
 *     room w2 down 2G/1            a face-down room; "down ?" when it is not known (the default)
 *     force blue goblin ghost …    chosen or picked from both boxes so far; "?" when not known
 *     team blue thief wizard …     chosen and not yet shown, by start dot; or "team blue ?"
 *     placed blue 10               tokens laid face down so far; default as many as stand below
 *     down blue 3 w2 sword         the third of them, still face down in w2; or "?"
 *     hidden blue sword goblin     tokens not seen yet, whether placed or not
 *     blue thief c4 wounded hurt   a token, where it is and how: wounded, hurt (this turn),
 *                                  restored (this turn)
 *     blue goblin killed           or escaped, saved, gone, shown (with its room, to be put)
 *     blue treasure escaped yellow carried out by Yellow
 *     illusion blue pit c4         an Illusionist's marker: pit or rubble
 *     breaches blue 2              walls that its Golem has broken
 *     revealing w2                 the slot whose room is being turned up
 *     placer yellow                who is asked to place
 *     handed                       the rest was left to him
 *     answered 1 3                 places, from 1, of the present questions already answered
 *     attack thief wizard          by the active side
 *     chosen blue 3                its combat card; or "?"
 *     pentacle blue                holds it at the end; before, the position shows it
 *     over target-reached blue     why the game is over, and who won; no name = drawn
 *
 * Tokens that are not named are not in the game. Lines may stand in any order, and are written
 * in this one. Source: design, section 3. */
#pragma once

#include "games/dungeon_twister/state.h"

extern const char *const dt_phase_words[DT_PHASES];
extern const char *const dt_end_words[DT_ENDS];
/* Words of places that are no squares, from DT_ABSENT on. */
extern const char *const dt_where_words[DT_GONE - DT_ABSENT + 1];

/* Slots of the game; see rules/game.h. */
void dt_write_position(const void *rulebook, const void *state, struct text *out);
enum rc dt_read_position(const void *rulebook, const char *text, size_t length, void *state,
                         struct err *err);
const char *dt_invariant(const void *rulebook, const void *state);

/* How many questions a phase asks at its beginning. */
unsigned dt_questions(const struct dt_state *state);
