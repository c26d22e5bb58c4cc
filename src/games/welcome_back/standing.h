/* SPDX-License-Identifier: MIT */
/* Slot standing: lines that a player leaves before he is asked, for bidding and dungeon.
 *
 *     draw if pile under 5            use smoke bomb if strength 5 to 9
 *     pass                            decline smoke bomb if goblin
 *     aside torch if dragon           discard shuriken, herbs
 *     add                             name golem          pick 3
 *     draw if pile under 4, else pass                     else ask, else decline
 *
 * How they are kept: line_text.h. Source: WB-TIMER-11 to -16. */
#pragma once

#include "rules/game.h"

enum verdict_kind wb_standing_parse(const void *rulebook, const struct lexicon *lexicon,
                                    unsigned seat, const char *text, size_t length,
                                    struct text *out, bool *once, struct verdict *verdict);
bool wb_standing_is_canonical(const void *rulebook, unsigned seat, const char *text, size_t length);
enum verdict_kind wb_standing_judge(const void *rulebook, const void *view, unsigned seat,
                                    const char *text, size_t length, bool leaving,
                                    struct verdict *verdict);
void wb_standing_answer(const void *rulebook, const void *view, const struct decision *decision,
                        const char *text, size_t length, struct order *list,
                        struct line_answer *answered);
uint32_t wb_standing_term(const void *rulebook, const void *view);
