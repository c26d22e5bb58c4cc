/* SPDX-License-Identifier: MIT */
/* How standing answers come in: the line "standing …" of a letter. */
#pragma once

#include "commands/incoming.h"

/* Show what a standing answer looks like to who has left none. */
void standing_give_examples(struct incoming *incoming);
/* "standing LINE" leaves a line, several parted by ";". The first of a letter replaces the set left
 * before, "standing also LINE" adds to it. "once LINE" is given one time, "then LINE" directly
 * behind the line before it. "standing none" drops all; "standing" lists those in force and says
 * what each would do now; "standing keep" keeps them for the next games of this kind, where
 * "standing usual" leaves them. */
enum rc standing_letter(struct incoming *incoming, const char *arguments, struct err *err);
/* Log the lines that a letter left, all in one entry, and the letter along
 * with them: when its commands have run, or are asked what is in force. */
enum rc standing_log(struct incoming *incoming, struct err *err);
/* Tell who left lines which are in force and what each would do now, unless the letter asked for
 * that: when all of the letter is carried out. */
enum rc standing_tell(struct incoming *incoming, struct err *err);
/* Is this a standing answer without the word before it: "if attacked: combat 3", "the rest by lot"?
 * Only a line with a condition, a second choice or a lot is; another may be an order: that counts
 * where nothing such is wanted of it. */
bool standing_is_line(const struct incoming *incoming, const char *text, bool marked);
/* Does it leave "the rest" to the lot (rules/standing.h)? */
bool standing_is_rest(const struct incoming *incoming, const char *text);
