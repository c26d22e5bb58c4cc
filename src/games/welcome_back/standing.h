/* SPDX-License-Identifier: MIT */
/* Slot standing: lines that a player leaves before he is asked, for bidding and dungeon.
 *
 *     draw if pile under 5            use smoke bomb if strength 5 to 9
 *     pass                            decline smoke bomb if goblin
 *     aside torch if dragon           discard shuriken, herbs
 *     add                             name golem          pick 3
 *                                     else ask            else decline
 *
 * Source: WB-TIMER-11 to -16. */
#ifndef POSTERN_GAMES_WELCOME_BACK_STANDING_H
#define POSTERN_GAMES_WELCOME_BACK_STANDING_H

#include "rules/game.h"

enum verdict_kind wb_standing(const void *rulebook, const struct lexicon *lexicon,
                              const void *state, const struct decision *decision, const char *line,
                              size_t length, struct order *order, struct verdict *verdict);
uint32_t wb_standing_term(const void *rulebook, const void *state);
/* What the raider is asked may be decided by lines he sends then (WB-TIMER-16). */
bool wb_standing_joins(const void *rulebook, const void *state, const struct decision *decision);

#endif
