/* SPDX-License-Identifier: MIT */
/* Words as they are written in a hurry or by ear: "q" for "que", "keda" for "queda". A language
 * lists whole words (`respelled`) and letters that sound alike (`sounds`) in its phrases.words.
 * Pure. */
#pragma once

#include "rules/lexicon.h"

/* Write a line with such words as they are meant. What a lexicon has stays as it is, so do names;
 * letters are exchanged only where a word of a lexicon comes of it.
 * in     words: what is written beside orders, in one language, with its phrases; game: the words
 *        of a game in it; NULL = of none
 * returns false if there are none: out is not complete then */
bool spelling_mend(const struct lexicon *words, const struct lexicon *game, const char *line,
                   struct text *out);
