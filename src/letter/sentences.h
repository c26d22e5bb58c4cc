/* SPDX-License-Identifier: MIT */
/* Sentences of a language by key: what a game's events and verdicts, and the desk's messages,
 * read like.
 *
 * A file (templates/<language>/<name>.sentences) has one line per sentence:
 *
 *     moves.to = {1} moves to {2}.
 *     steps    = {1} {1?step|steps} left
 *     welcome  = Welcome, {name}.
 *
 * {1} is the first argument, {name} one by name; {1?one|many} picks by the argument: the first
 * word for "1" or "-1", else the second. {{ and }} stand for braces. A line that begins with a
 * blank goes on with the sentence before it. '#' begins a comment line. */
#pragma once

#include "base/base.h"

enum { SENTENCE_KEY_BYTES = 64, SENTENCE_ARGS_MAX = 9 };

struct sentences;

struct sentence_arg {
    const char *name; /* NULL: by place, {1} is the first without a name */
    const char *text;
};

/* NULL when out of memory. */
struct sentences *sentences_new(void);
void sentences_free(struct sentences *sentences);
OWN_FREED(sentences)

/* Add a file's text, copied. Keys of several files may not collide: give each a prefix, as in
 * "dungeon_twister.moves.to"; prefix NULL or "" = none.
 * fails  RC_BAD_INPUT with source, line, column: no '=', key twice, malformed braces */
enum rc sentences_add(struct sentences *sentences, const char *prefix, const char *source,
                      const char *text, size_t length, struct err *err);

/* The sentence as written, or NULL. Borrowed for the sentences' whole life. */
const char *sentences_find(const struct sentences *sentences, const char *key);

/* Append a sentence with its arguments, controls in them made blanks.
 * fails  RC_NOT_FOUND: no such key (the key itself is appended), or an argument not given ("?"
 *        is appended): what is written is still readable */
enum rc sentences_write(const struct sentences *sentences, const char *key,
                        const struct sentence_arg *arg, unsigned count, struct buf *out,
                        struct err *err);

/* Append a sentence as a part of a template: each {name} as {{name}}; of HTML, its signs as
 * entities.
 * fails  RC_NOT_FOUND: no such key; RC_BAD_INPUT: it picks between words or holds braces */
enum rc sentences_write_template(const struct sentences *sentences, const char *key, bool html,
                                 struct buf *out, struct err *err);

size_t sentences_count(const struct sentences *sentences);
/* Key by index, sorted; NULL beyond the end. */
const char *sentences_key_at(const struct sentences *sentences, size_t index);

/* Compare with another language: call back for each key that `other` lacks, has beyond, or whose
 * sentence uses other arguments. Returns how many differences. */
enum sentence_difference { SENTENCE_MISSING, SENTENCE_BEYOND, SENTENCE_ARGUMENTS };
size_t sentences_compare(const struct sentences *sentences, const struct sentences *other,
                         void (*each)(void *context, enum sentence_difference difference,
                                      const char *key),
                         void *context);
