/* SPDX-License-Identifier: MIT */
/* "help" in ten lines, by purpose; each has a word to ask on with. */
#ifndef POSTERN_COMMANDS_HELP_TOPICS_H
#define POSTERN_COMMANDS_HELP_TOPICS_H

#include "commands/incoming.h"

/* Add the ten lines to the answer. */
void help_topics_list(struct incoming *incoming);
/* Add the commands of the topic that the words name, in the writer's language; false if none. */
bool help_topics_tell(struct incoming *incoming, const char *words);

/* Add the commands that a line not understood may mean (guess.h); false: there are none. */
bool help_topics_guess(struct incoming *incoming, const char *line);

#endif
