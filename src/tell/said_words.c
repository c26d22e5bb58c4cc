/* SPDX-License-Identifier: MIT */
/* Finds what people write around their orders in a line. What it does to the orders is the
 * caller's. */
#include "tell/said_words.h"

#include "letter/orders_in.h"

enum { LINE_BYTES = 1024 };

const char *const said_terms[SAID_COUNT] = {
    [SAID_GREETING] = "said.greeting",       [SAID_THANKS] = "said.thanks",
    [SAID_CLOSING] = "said.closing",         [SAID_INTRODUCTION] = "said.introduction",
    [SAID_WITHHOLDING] = "said.withholding", [SAID_TELLING] = "said.telling",
};

_Static_assert(ORDERS_GREETS == 1 << SAID_GREETING && ORDERS_THANKS == 1 << SAID_THANKS &&
                   ORDERS_CLOSES == 1 << SAID_CLOSING,
               "the kinds have the places of their bits");

static bool is_word(char c)
{
    return text_is_letter(c) || text_is_digit(c) || ((unsigned char)c & 0x80) || c == '\'';
}

/* Folded, between blanks; a longer line than any has no such words. */
static void fold(const char *line, char out[LINE_BYTES])
{
    size_t length = strlen(line);

    length = length < LINE_BYTES - 1 ? lexicon_fold(line, length, out, NULL, LINE_BYTES - 1) : 0;
    out[length] = '\0';
}

unsigned said_begins(const void *words, const char *line)
{
    const struct lexicon *lexicon = words;
    char text[LINE_BYTES];
    const char *at = text;
    unsigned kinds = 0;

    fold(line, text);
    at += strspn(at, " "); /* "¡Hola!" */
    for (unsigned i = 0; i < lexicon->word_count; i++)
        if (text_starts_with(at, lexicon->word[i].text) &&
            !is_word(at[strlen(lexicon->word[i].text)]))
            kinds |= 1U << lexicon->word[i].term;
    return kinds;
}

/* "sorry for the wait" tells, and does not say "wait": a longer wording of another kind that goes
 * over this one. */
static bool is_within(const struct lexicon *words, enum said kind, const char *text, const char *at,
                      size_t length)
{
    for (unsigned i = 0; i < words->word_count; i++) {
        const char *longer = words->word[i].text;

        if (words->word[i].term == kind || words->word[i].length <= length)
            continue;
        for (const char *found = text; (found = strstr(found, longer)) && found <= at; found++)
            if (found + words->word[i].length >= at + length)
                return true;
    }
    return false;
}

/* "se" is "if" in one language, and nothing of the kind in the reader's own. */
static bool is_foreign(const struct lexicon *own, const struct lexicon_word *word)
{
    uint16_t term;
    size_t used = 0;

    return own && own->phrases &&
           !(lexicon_match_whole(own, word->text, word->length, &term, 1, &used) &&
             used == word->length) &&
           lexicon_holds_word(own->phrases, word->text, word->length);
}

bool said_holds(const struct lexicon *words, enum said kind, const char *line)
{
    char text[LINE_BYTES];

    fold(line, text);
    for (unsigned i = 0; i < words->word_count; i++) {
        const char *word = words->word[i].text;

        if (words->word[i].term != kind || is_foreign(words->own, &words->word[i]))
            continue;
        for (const char *at = text; (at = strstr(at, word)); at++)
            if ((at == text || !is_word(at[-1])) && !is_word(at[strlen(word)]) &&
                !is_within(words, kind, text, at, words->word[i].length))
                return true;
    }
    return false;
}
