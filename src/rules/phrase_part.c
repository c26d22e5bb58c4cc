/* SPDX-License-Identifier: MIT */
/* Where a part of a line ends: the one table of signs and words that part what players write. What
 * the parts mean is left to whoever asks. */
#include "rules/phrase_p.h"

/* What a sign ends, and where it ends nothing. A "." also stands amid a number or a square, and
 * behind an abbreviation; a "," and a ":" within a number or a time of day. */
static const struct {
    char sign;
    unsigned ends; /* bits of enum phrase_cut */
    enum { ANYWHERE, NOT_IN_NUMBERS, BEFORE_BLANK } where;
} signs[] = {
    {'.', PHRASE_SENTENCES | PHRASE_CLAUSES | PHRASE_JOINED | PHRASE_ORDERED, BEFORE_BLANK},
    {'!', PHRASE_SENTENCES | PHRASE_CLAUSES | PHRASE_JOINED | PHRASE_ORDERED, BEFORE_BLANK},
    {'?', PHRASE_SENTENCES | PHRASE_CLAUSES, BEFORE_BLANK},
    {';', PHRASE_SENTENCES | PHRASE_CLAUSES | PHRASE_JOINED | PHRASE_ORDERED, ANYWHERE},
    {',', PHRASE_CLAUSES | PHRASE_JOINED, NOT_IN_NUMBERS},
    {',', PHRASE_ORDERED, ANYWHERE}, /* "cards 3,5" */
    {':', PHRASE_CLAUSES | PHRASE_JOINED, NOT_IN_NUMBERS},
    {'+', PHRASE_ORDERED, NOT_IN_NUMBERS},
    {'/', PHRASE_ORDERED, ANYWHERE},
    {'&', PHRASE_ORDERED, ANYWHERE},
    {'(', PHRASE_ORDERED, ANYWHERE},
};

/* "K. D. Hall": a capital by itself, and one behind it; "so do I. They …" is none. */
static bool is_initial(const char *text, size_t at)
{
    return at && text[at - 1] >= 'A' && text[at - 1] <= 'Z' && text[at - 1] != 'I' &&
           (at == 1 || text[at - 2] == ' ' || text[at - 2] == '.') && text[at + 1] == ' ' &&
           text_is_capital(text + at + 2);
}

/* "Mr. Brown", "e.g. b4" */
static bool is_abbreviation(const struct lexicon *phrases, const char *text, size_t at)
{
    enum { LONGEST = 16 };
    char folded[LONGEST];
    size_t from = at, used, count;
    uint16_t term[MATCHES_MAX];
    unsigned found;

    while (from && (phrase_is_word(text[from - 1]) || text[from - 1] == '.'))
        from--;
    if (!phrases || from == at || at - from >= LONGEST)
        return false;
    count = lexicon_fold(text + from, at - from, folded, NULL, sizeof folded);
    found = lexicon_match_whole(phrases, folded, count, term, MATCHES_MAX, &used);
    while (found && term[found - 1] != PHRASE_ABBREVIATION)
        found--;
    return found && used == count;
}

static bool sign_ends(const struct lexicon *phrases, unsigned cut, const char *text, size_t at,
                      size_t length)
{
    bool last = at + 1 == length;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (signs[i].sign != text[at] || !(signs[i].ends & cut))
            continue;
        if (signs[i].where == BEFORE_BLANK)
            return (last || text[at + 1] == ' ') &&
                   (text[at] != '.' ||
                    !((!last && is_initial(text, at)) || is_abbreviation(phrases, text, at)));
        return signs[i].where == ANYWHERE || last || !at || !text_is_digit(text[at - 1]) ||
               !text_is_digit(text[at + 1]);
    }
    return false;
}

/* Bytes of an "and" or "then" that begins here. */
static size_t joining_word(const struct lexicon *phrases, const char *text, size_t length)
{
    char folded[PHRASE_BYTES];
    uint16_t column[PHRASE_BYTES];
    unsigned term;
    size_t used = 0, count;

    if (length >= PHRASE_BYTES / 2)
        return 0;
    count = lexicon_fold(text, length, folded, column, sizeof folded - 1);
    if (!phrase_begins(phrases, folded, count, &term, &used) ||
        (term != PHRASE_THEN && term != PHRASE_AND))
        return 0;
    if (used == count)
        return length;
    for (count = 0, used = column[used]; used > 1; used--) /* characters */
        count += text_utf8_at(text + count, length - count, NULL);
    return count;
}

size_t phrase_parting(const struct lexicon *lexicon, enum phrase_cut cut, const char *text,
                      size_t at, size_t length)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    const struct lexicon *phrases = own ? own->phrases : NULL;

    if (sign_ends(phrases, cut, text, at, length))
        return 1;
    if (!(cut & (PHRASE_JOINED | PHRASE_ORDERED)) || !text_is_letter(text[at]) || /* no "è" */
        (at && (phrase_is_word(text[at - 1]) || text[at - 1] == '\'')))           /* "dov'è" */
        return 0;
    return joining_word(phrases, text + at, length - at);
}

size_t phrase_part(const struct lexicon *lexicon, enum phrase_cut cut, const char *text,
                   size_t length, size_t *next)
{
    size_t at = 0, used = 0;

    while (at < length && !(used = phrase_parting(lexicon, cut, text, at, length)))
        at++;
    *next = at + used;
    while (*next < length && text[*next] == ' ')
        ++*next;
    return at;
}
