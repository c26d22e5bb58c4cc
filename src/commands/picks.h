/* SPDX-License-Identifier: MIT */
/* "The second one, please", "both", "2": which of the lines that a letter offered its answer picks.
 * Words: templates/<language>/commands.words, "pick.…". */
#ifndef POSTERN_COMMANDS_PICKS_H
#define POSTERN_COMMANDS_PICKS_H

#include "commands/incoming.h"
#include "rules/phrase.h"

/* Find what a line picks of the letter of ours that it answers.
 * out    part[0..*count): the offered lines, in their order; *count 0: it picks none */
enum rc picks_take(const struct incoming *incoming, const char *line,
                   struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count,
                   struct err *err) MUST_CHECK;

#endif
