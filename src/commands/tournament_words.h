/* SPDX-License-Identifier: MIT */
/* Tournaments in sentences of one's own: "count me in for the Winter Cup", "who leads the ladder?",
 * "could we have a knockout of Dungeon Twister?" Words: templates/<language>/commands.words,
 * "club.…". */
#pragma once

#include "commands/incoming.h"
#include "rules/phrase.h"

/* Write a line about a tournament as the exact command: "enter 1". It is named by its name, or it
 * is the only one that can be meant.
 * in     line: no exact command
 * out    empty: it is about none, or says what is not known */
enum rc tournament_words_read(struct incoming *incoming, const char *line, struct buf *out,
                              struct err *err);

/* "Put me down for the Winter Cup and the Spring League": the exact commands of a line that names
 * several tournaments, what is wanted of the first also of the next that says nothing else; 0 =
 * none or one. */
enum rc tournament_words_several(struct incoming *incoming, const char *line,
                                 struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count,
                                 struct err *err);

/* Write a line without the name of a tournament, which is no newcomer's. */
void tournament_words_without(struct desk *desk, const char *line, struct buf *out);
