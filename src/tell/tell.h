/* SPDX-License-Identifier: MIT */
/* What the rules say, in a reader's language: sentences for events, verdicts, questions and
 * results, and orders in words. Sentences stand in the files of sentences under templates; nothing
 * here knows a language or a game's nouns. No I/O, no clock: letters and the browser's table both
 * read so.
 *
 * Source: design, section 3 (events are keys with arguments). */
#pragma once

#include "letter/sentences.h"
#include "rules/game.h"

/* All borrowed. */
struct tell {
    const struct sentences *sentences;
    const struct game *game;           /* NULL = outside a game */
    const struct lexicon *lexicon;     /* names of its terms; NULL without a game */
    const char *player[SEATS_MAX + 1]; /* names by seat; NULL = "#2" */
};

/* Append a sentence: the game's own of that key, else the house's. A missing one appends its key.
 */
void tell_sentence(const struct tell *tell, const char *key, const struct sentence_arg *arg,
                   unsigned count, struct buf *out);

/* What a game is called in a language: its sentence "title", else the title that it brings. */
const char *tell_title(const struct sentences *sentences, const struct game *game);

void tell_event(const struct tell *tell, const struct event *event, struct buf *out);
/* Tell how many events of a kind there were instead of each, where the game has a sentence for
 * that; false: it has none. */
bool tell_events(const struct tell *tell, unsigned kind, unsigned count, struct buf *out);
/* Why a line was refused, for one who wrote it; with the clause in brackets. */
void tell_verdict(const struct tell *tell, const struct verdict *verdict, struct buf *out);
/* What a question is about. */
void tell_topic(const struct tell *tell, const struct decision *decision, struct buf *out);
/* How a game ended. */
void tell_outcome(const struct tell *tell, const struct outcome *outcome, struct buf *out);

/* Append the order whose canonical text is `line` in the reader's words: each as the language's
 * words file names it, or as its sentence "label.TERM" says ("label.verb.rotate = rota"). Only a
 * text that is understood as the very same order is given; else the canonical text stands. in
 * rulebook: of tell->game; seat: who would give it */
void tell_order(const struct tell *tell, const void *rulebook, unsigned seat, const char *line,
                struct buf *out);
/* The same for a standing line (rules/standing.h), without the word before it. */
void tell_standing(const struct tell *tell, const void *rulebook, unsigned seat, const char *line,
                   struct buf *out);
/* Append single words of canonical text in the reader's language, with commas between them. */
void tell_words(const struct tell *tell, const char *words, size_t length, struct buf *out);

/* What a text asks about: "help.character.thief", "help.rules", "help.time", or "help." for all.
 * out    key: of a sentence of the game, or the beginning of several ("help.rules.1", …)
 * False if nothing in it has a text of help, or the game has none. */
bool tell_help_find(const struct tell *tell, const char *text, char key[SENTENCE_KEY_BYTES]);
/* Is what it asks about one of a game's persons or things? */
bool tell_names_thing(const struct tell *tell, const char *text);
/* The same, for a line that asks. */
bool tell_is_question(const struct tell *tell, const char *text, char key[SENTENCE_KEY_BYTES]);
/* Is the line nothing but a topic that every game has: "rules"? */
bool tell_is_topic(const struct tell *tell, const char *text);

/* Append what help says on a key that tell_help_find found, a paragraph a line; false if nothing.
 */
bool tell_help_write(const struct tell *tell, const char *key, struct buf *out);
/* Append all texts of help that are about a word of the game, or of these the ones that cite a
 * clause; a line each. in clause: "DT-MOVE-01", or a beginning of it; NULL = all */
void tell_glossary(const struct tell *tell, const char *clause, struct buf *out);
