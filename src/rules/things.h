/* SPDX-License-Identifier: MIT */
/* What a text names: the words of the game in it, in any order, and the squares and numbers.
 * Guesses at what a line may mean compare what it names with what orders name. Pure. */
#pragma once

#include "rules/lexicon.h"

enum { THINGS_MAX = 16, MEANINGS_MAX = 4 };

/* A word for something: the terms that it may stand for, or a place or number as it is written. */
struct thing {
    uint16_t term[MEANINGS_MAX];
    unsigned count; /* 0 = a place */
    char place[LEXICON_WORD_BYTES];
    size_t at, used; /* where it stands in the text */
};

struct things {
    struct thing at[THINGS_MAX];
    unsigned count, unknown;
};

/* What a folded text names, and how many of its words mean nothing. */
void find_things(const struct lexicon *lexicon, const char *text, size_t length,
                 struct things *things);
bool things_alike(const struct thing *a, const struct thing *b);
/* Is it among them? */
bool things_name(const struct things *things, const struct thing *one);
