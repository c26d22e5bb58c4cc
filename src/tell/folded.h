/* SPDX-License-Identifier: MIT */
/* A line as it is matched, folded, word by word, and where its words stand as they were written. */
#pragma once

#include "rules/lexicon.h"

enum { FOLDED_BYTES = 1024, FOLDED_WORDS = 128 /* most bytes of words that are looked for */ };

struct folded {
    const char *line; /* as it was written; borrowed */
    char text[FOLDED_BYTES];
    uint16_t column[FOLDED_BYTES]; /* see lexicon_fold; behind the last stands one beyond all */
    size_t length;                 /* of text */
};

/* False: it is too long. */
bool folded_read(struct folded *folded, const char *line);
/* The place of the first word from here on, or the length; the end of the word that is here. */
size_t folded_next(const struct folded *folded, size_t at);
size_t folded_word_end(const struct folded *folded, size_t at);
/* Is there a letter, digit or apostrophe? */
bool folded_in_word(const struct folded *folded, size_t at);
/* Bytes of the line as it was written before what stands here. */
size_t folded_before(const struct folded *folded, size_t at);
/* Where words stand in it as a whole, from here on; the length = nowhere. length: bytes of words
 * out    *used: bytes of the text that they take */
size_t folded_find(const struct folded *folded, size_t from, const char *words, size_t length,
                   size_t *used);
/* Terms of a lexicon that begin here: lexicon_match_whole. What stands before "=" is no word:
 * "away=2". */
unsigned folded_match(const struct folded *folded, const struct lexicon *lexicon, size_t at,
                      uint16_t *terms, unsigned most, size_t *used);
/* Bytes of what begins here if it is a wording of this term; 0 = it is none. */
size_t folded_has(const struct folded *folded, const struct lexicon *lexicon, size_t at,
                  const char *term);
