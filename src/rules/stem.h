/* SPDX-License-Identifier: MIT */
/* Forms of a verb that no list of words has: "ruotano" beside "ruota", "curase" beside "cura". The
 * endings of a language are the word `ending` of its phrases.words; those of what is past are not
 * among them, for a story is no order. Pure. */
#pragma once

#include "rules/lexicon.h"

/* A known word of a verb that differs from this one by its ending alone.
 * in     word: folded, not known to the lexicon; lexicon->phrases has the endings
 * returns NULL if there is none, or if such words mean different things */
const char *stem_mend(const struct lexicon *lexicon, const char *word, size_t length);
