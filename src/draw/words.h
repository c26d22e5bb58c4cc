/* SPDX-License-Identifier: MIT */
/* The phrases that drawings use besides the game's own terms, in one language.
 *
 * A file (templates/<language>/board.words) has one line per phrase:
 *
 *     piece-at = {who} on {place}
 *
 * '#' starts a comment line. Words in braces are put in by the drawing; a phrase must use the
 * same ones as the built-in English. English is built in, so that a board can always be drawn. */
#pragma once

#include "base/arena.h"
#include "draw/phrases.h"

/* Zero-initialised, it is English. Phrases are borrowed from the arena given to draw_words_load,
 * or static. */
struct draw_words {
    const char *phrase[DRAW_PHRASE_COUNT]; /* NULL = the English one */
};

/* Read a language's file.
 * out    words: written only on RC_OK; needs about 4 KiB of arena
 * fails  RC_BAD_INPUT with source and line: unknown key, key twice, a placeholder that the
 *        English phrase has not, or lacks; RC_TOO_LONG: arena full */
enum rc draw_words_load(struct draw_words *words, const char *source, const char *text,
                        size_t length, struct arena *arena, struct err *err);

/* The first phrase at or behind `from` that the file does not have, DRAW_PHRASE_COUNT if it has
 * them all. */
enum draw_phrase draw_words_missing(const struct draw_words *words, enum draw_phrase from);

/* The phrase in this language, or in English; words may be NULL (English). */
const char *draw_words_get(const struct draw_words *words, enum draw_phrase phrase);
/* Its key ("piece-at"). */
const char *draw_phrase_key(enum draw_phrase phrase);
