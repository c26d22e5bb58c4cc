/* SPDX-License-Identifier: MIT */
/* "Don't pass", "no paso", "you pass": words of an order that order nothing. A negation is carried
 * out only where an order's own wording holds it ("no more cards"), and as that order; what is said
 * of somebody else is not, either. Pure; sees no position. */
#pragma once

#include "rules/game.h"
#include "rules/lexicon.h"

/* Does a sentence of the text withhold the order that it was read as, or give it to the reader? */
bool negation_withholds(const struct game *game, const struct lexicon *lexicon, const char *text,
                        size_t length, const struct order *read);

/* Is there a negation in it, in whatever words? */
bool negation_is_in(const struct lexicon *lexicon, const char *text, size_t length);
