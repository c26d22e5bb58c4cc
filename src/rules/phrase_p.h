/* SPDX-License-Identifier: MIT */
/* What reading one order and taking a line apart share. */
#pragma once

#include "rules/phrase.h"

enum { MATCHES_MAX = 4 }; /* terms that one wording may have */

struct phrase_reader {
    const struct game *game;
    const void *rulebook;
    unsigned seat;
};

static inline bool phrase_is_word(char c)
{
    return text_is_letter(c) || text_is_digit(c) || ((unsigned char)c & 0x80);
}

unsigned phrase_words(const char *text, size_t length);

/* The term of the phrase that begins here, in folded text, and ends with a word. */
bool phrase_begins(const struct lexicon *phrases, const char *text, size_t length, unsigned *term,
                   size_t *used);
/* Does a phrase of this kind begin here, whatever else it may be? */
bool phrase_is_there(const struct lexicon *phrases, const char *text, size_t length,
                     unsigned wanted, size_t *used);
/* Does a line begin with a phrase of this kind?
 * out    *behind: bytes that stand behind it */
bool phrase_begins_with(const struct lexicon *lexicon, const char *text, size_t length,
                        unsigned wanted, size_t *behind);
/* Bytes of what ends a part here; 0 = none does. */
size_t phrase_parting(const struct lexicon *lexicon, enum phrase_cut cut, const char *text,
                      size_t at, size_t length);
/* Can the order not be taken back, as the end of a turn? */
bool phrase_is_final(const struct game *game, const struct order *order);
