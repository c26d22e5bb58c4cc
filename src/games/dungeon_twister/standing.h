/* SPDX-License-Identifier: MIT */
/* Standing lines: combat cards, placements, set-up and steps of a turn ordered beforehand.
 *
 *     if attacked with or near my troll: combat 3, else 0
 *     if attacked by the warrior: combat 5, else ask
 *     if attacking with the goblin and ahead by 2: combat 1
 *     if his 6 is gone: combat 4, else 5, else 3
 *     combat 2                          any combat
 *     put sword c8                      when that token is to be placed and c8 lies in its room
 *     if w2 is revealed: put sword c8, else leave
 *     put any                           by lot, anything on any square of the room
 *     leave                             the other side may place
 *     team thief goblin troll wizard
 *     a team by lot
 *     place treasure w1, else e3        set-up, one line for a token
 *     place troll anywhere but w2       of several rooms a lot decides
 *     the rest by lot                   the team, too, while that is asked
 *     if the goblin stands on c5: card 4, else ask
 *     goblin to c8                      a step of a turn: given once
 *     if action points 0: end
 *
 * "with" and "by" ask who fights, "near" who stands adjacent to the one attacked, or is he; "ahead"
 * and "behind" compare the strengths without cards. What stands behind "else" is tried in turn. A
 * line whose condition does not hold, and that has no else, says nothing.
 *
 * In canonical text, for which no lexicon is needed:
 *
 *     [if CONDITION [and CONDITION …]: ] DEED [else DEED …]
 *     CONDITION = attacked | attacking, each with [with TOKEN | near TOKEN | with-or-near TOKEN …]
 * | revealed w2 | ahead 2 | behind 1 | gone 6 | TOKEN on c5 | points 0 DEED = ask | leave | combat
 * 3 | put TOKEN c8 | put any | place KIND|any w1 [w2 …] | any team | any order's text
 *
 * Source: design, section 5.7; topics DT-COMBAT, DT-REVEAL, DT-SETUP, DT-TIMER. */
#pragma once

#include "games/dungeon_twister/state.h"

/* The game's `standing` slots; see rules/game.h. */
enum verdict_kind dt_standing_parse(const void *rulebook, const struct lexicon *lexicon,
                                    unsigned seat, const char *text, size_t length,
                                    struct text *out, bool *once, struct verdict *verdict);
bool dt_standing_is_canonical(const void *rulebook, unsigned seat, const char *text, size_t length);
enum verdict_kind dt_standing_judge(const void *rulebook, const void *view, unsigned seat,
                                    const char *text, size_t length, bool leaving,
                                    struct verdict *verdict);
bool dt_standing_settle(const void *rulebook, const void *view, unsigned seat, const char *text,
                        size_t length, struct text *out);
void dt_standing_answer(const void *rulebook, const void *view, const struct decision *decision,
                        const char *text, size_t length, struct order *list,
                        struct line_answer *answer);
