/* SPDX-License-Identifier: MIT */
/* "help" in ten lines, by purpose; each has a word to ask on with. */
#pragma once

#include "commands/incoming.h"

/* Add the ten lines to the answer. */
void help_topics_list(struct incoming *incoming);
/* Add the commands of the topic that the words name, in the writer's language; false if none. */
bool help_topics_tell(struct incoming *incoming, const char *words);
/* The same of the one command that they are the word of: "lend". */
bool help_topics_command(struct incoming *incoming, const char *words);

/* The same of the one about leaving a game. */
void help_topics_leave(struct incoming *incoming);

/* Add what a line not understood may mean: which game to play against whom (wishes.h), what it asks
 * (asked_answer.h), or commands (guess.h).
 * in     is_order: of a game that is not played; then nothing is asked of the place */
enum help_guess { HELP_NONE, HELP_COMMANDS, HELP_ANSWERED };
enum rc help_topics_guess(struct incoming *incoming, const char *line, bool is_order,
                          enum help_guess *guessed, struct err *err);
