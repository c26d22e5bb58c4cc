/* SPDX-License-Identifier: MIT */
/* Commands in sentences of one's own: "I get too many letters, could you send just one a day?" Each
 * can be taken back. Words: templates/<language>/commands.words, those of the commands and
 * "wish.…". */
#pragma once

#include "server/library.h"

/* Write a line that asks for one of these as the exact command: "watch 7", "zone new york",
 * "letters daily". False where it names none, or says more than is known.
 * in     in_game: settings alone, whose words are none of a game's */
bool requests_read(const struct library *library, const struct language *language, const char *line,
                   bool in_game, struct buf *out);

/* Write a line about another's time or seat, or the clocks of a game, as a command with the line
 * behind it: "give Bea two more days" as "extend give Bea …". Who is meant the command looks up.
 * in     game: its words are nobody's name */
bool requests_of_others(const struct library *library, const struct language *language,
                        const struct lexicon *game, const char *line, struct buf *out);

/* Does a word or wording of this term stand in the line? */
bool requests_says(const struct language *language, const char *line, const char *term);

/* What stands behind it there; NULL: it does not. */
const char *requests_behind(const struct language *language, const char *line, const char *term);

/* The level of a program that a line names, as a command has it; NULL = none. */
const char *requests_level(const struct language *language, const char *line);

/* Who wants to take part in something, or to leave it, whatever that is. */
enum requests_move { REQUESTS_NEITHER, REQUESTS_JOINS, REQUESTS_LEAVES };
enum requests_move requests_move(const struct library *library, const struct language *language,
                                 const char *line);
