/* SPDX-License-Identifier: MIT */
/* Commands and settings in the players' languages: templates/<language>/commands.words gives each
 * its words. The desk knows the exact names alone ("digest daily"); what a player writes is taken
 * to them, and what he is told is taken from them. Pure. */
#pragma once

#include "rules/lexicon.h"

/* Keys of the words file: "command.on-time", "value.daily", "place.GAME". */
extern const char *const command_terms[];
unsigned command_term_count(void);

/* Write a line that begins with a word for a command as the exact one: "resumen diario" is "digest
 * daily"; what the player said himself stays as it is. False if it begins with none. */
bool command_words_read(const struct lexicon *lexicon, const char *line, struct buf *out);

/* How much of a line, folded, the longest word for a command takes at its beginning; 0 = there is
 * none. *whole: the line says no more, or its value alone: "write to me in Spanish". */
size_t command_words_begin(const struct lexicon *lexicon, const char *line, bool *whole);

/* Is it a name of the language that the lexicon shows: "Spanish", "castellano"? */
bool command_words_name_language(const struct lexicon *lexicon, const char *word);

/* Does a line begin with a word of consent ("ok", "va bene")? *whole: it says no more. */
bool command_words_is_yes(const struct lexicon *lexicon, const char *line, bool *whole);
/* Does it begin with "no"? *whole: likewise */
bool command_words_is_no(const struct lexicon *lexicon, const char *line, bool *whole);

/* The words of all languages that say on a letter's first line how it is meant, and the one above
 * what is meant for a game; folded, borrowed.
 * returns how many */
enum command_first { COMMAND_PREVIEW, COMMAND_ALL, COMMAND_DRAFT, COMMAND_GAME, COMMAND_FIRSTS };
unsigned command_words_first(const struct lexicon *lexicon, enum command_first first,
                             const char *words[], unsigned most);

/* Append the one to show. */
void command_words_show_first(const struct lexicon *lexicon, enum command_first first,
                              struct buf *out);

/* Append an exact command, or its form ("notes [publish|private]"), in the language's own words. */
void command_words_show(const struct lexicon *lexicon, const char *command, struct buf *out);

/* Bytes of "once" or "then" at a line's beginning, in the language's own words; 0 = neither. */
size_t command_words_when(const struct lexicon *lexicon, const char *text, bool *then);

/* Append a single value ("hard"), or when a line counts ("once"), in the language's own words. */
void command_words_show_value(const struct lexicon *lexicon, const char *value, struct buf *out);

/* Append a topic of help ("account") in the language's own word; find the one that words name, NULL
 * = none. */
void command_words_show_topic(const struct lexicon *lexicon, const char *topic, struct buf *out);
const char *command_words_topic(const struct lexicon *lexicon, const char *words);
/* Does a part of the line ask in several words how to leave: "I am tired, how do I stop?" */
bool command_words_ask_leave(const struct lexicon *lexicon, const char *line);

/* Write what stands behind a command with the words that join its parts as the exact ones: "chess
 * contra Robo con turn=3d" is "chess against Robo with turn=3d". All else stays as it is. */
void command_words_join(const struct lexicon *lexicon, const char *arguments, struct buf *out);

/* The exact level ("hard") that a word of the language names; NULL if none. */
const char *command_words_level(const struct lexicon *lexicon, const char *word);
/* The day of the week that a word names, 1 = Monday; 0 = none. */
unsigned command_words_weekday(const struct lexicon *lexicon, const char *word, size_t length);
