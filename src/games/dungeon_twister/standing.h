/* SPDX-License-Identifier: MIT */
/* Standing answers: combat cards and placements ordered beforehand.
 *
 *     if attacked with or near my troll: combat 3, else 0
 *     if attacked by the warrior: combat 5, else ask
 *     if attacking with the goblin: combat 1
 *     combat 2                          any combat
 *     put sword c8                      when that token is to be placed and c8 lies in its room
 *     if w2 is revealed: put sword c8, else leave
 *     leave                             the other side may place
 *
 * "with" and "by" ask who fights, "near" who stands adjacent to the one attacked, or is he. A
 * line whose condition does not hold, and that has no else, says nothing: the player is asked.
 * Source: design, section 5.7; topics DT-COMBAT, DT-REVEAL, DT-TIMER. */
#ifndef POSTERN_GAMES_DUNGEON_TWISTER_STANDING_H
#define POSTERN_GAMES_DUNGEON_TWISTER_STANDING_H

#include "games/dungeon_twister/state.h"

/* The game's `standing` slot; see rules/game.h. */
enum verdict_kind dt_standing(const void *rulebook, const struct lexicon *lexicon,
                              const void *state, const struct decision *decision, const char *line,
                              size_t length, struct order *order, struct verdict *verdict);

#endif
