/* SPDX-License-Identifier: MIT */
/* What people write around their orders: templates/<language>/letter.words gives for each kind the
 * words of a language. Pure. */
#pragma once

#include "rules/lexicon.h"

enum said {
    SAID_GREETING,
    SAID_THANKS,
    SAID_CLOSING,      /* stands above a name */
    SAID_INTRODUCTION, /* stands above one's own orders, with a colon */
    SAID_WITHHOLDING,  /* takes back or leaves open what stands below it */
    SAID_TELLING,      /* tells what was */
    SAID_COUNT
};

/* Keys of the words file. */
extern const char *const said_terms[SAID_COUNT];

/* The kinds of words that a line begins with, a bit for each: 1 << SAID_GREETING. The first three
 * are those of letter/orders_in.h. in     words: a lexicon */
unsigned said_begins(const void *words, const char *line);
/* Does a word of a kind stand in a line, whole? */
bool said_holds(const struct lexicon *words, enum said kind, const char *line);
