/* SPDX-License-Identifier: MIT */
/* Finds the listed form of a verb behind one that is not listed. */
#include "rules/stem.h"

#include "rules/phrase.h"

enum { STEM_LEAST = 3, WORD_LEAST = 4 };

static bool is_verb(const struct lexicon *lexicon, unsigned term)
{
    return text_starts_with(lexicon->terms[term], "verb.") ||
           text_starts_with(lexicon->terms[term], "order.");
}

static bool is_ending(const struct lexicon *phrases, const char *text, size_t length)
{
    for (unsigned i = 0; length && i < phrases->word_count; i++)
        if (phrases->word[i].term == PHRASE_ENDING && phrases->word[i].length == length &&
            memcmp(phrases->word[i].text, text, length) == 0)
            return true;
    return length == 0;
}

/* The word of a verb that is this stem and an ending; *many if they mean different things. */
static const struct lexicon_word *find_stem(const struct lexicon *lexicon, const char *stem,
                                            size_t length, bool *many)
{
    const struct lexicon_word *found = NULL;
    unsigned from, to;

    *many = false;
    lexicon_beginning(lexicon, stem, length, &from, &to);
    for (unsigned i = from; i < to; i++) {
        const struct lexicon_word *at = &lexicon->word[i];

        if (at->length < WORD_LEAST || !is_verb(lexicon, at->term) ||
            !is_ending(lexicon->phrases, at->text + length, at->length - length))
            continue;
        *many |= found && found->term != at->term;
        found = at;
    }
    return found;
}

const char *stem_mend(const struct lexicon *lexicon, const char *word, size_t length)
{
    if (!lexicon->phrases || length >= LEXICON_WORD_BYTES)
        return NULL;
    for (size_t stem = length; stem >= STEM_LEAST; stem--) {
        const struct lexicon_word *found;
        bool many;

        if (!is_ending(lexicon->phrases, word + stem, length - stem))
            continue;
        found = find_stem(lexicon, word, stem, &many);
        if (found)
            return many ? NULL : found->text;
    }
    return NULL;
}
