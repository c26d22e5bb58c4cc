/* SPDX-License-Identifier: MIT */
/* Goes over a folded line word by word, for those who read sentences; what its words mean is
 * theirs. */
#include "tell/folded.h"

enum { DRAWN = 3 };

/* "siii", "graciasss": no word of ours has a letter three times running. */
static void shorten_drawn(struct folded *folded)
{
    size_t kept = 0;

    for (size_t at = 0, run; at < folded->length; at += run) {
        const char *from = folded->text + at;

        for (run = 1; from[run] == *from && text_is_letter(*from);)
            run++;
        run = run < DRAWN ? 1 : run;
        folded->text[kept] = *from;
        folded->column[kept++] = folded->column[at];
    }
    folded->text[folded->length = kept] = '\0';
}

bool folded_read(struct folded *folded, const char *line)
{
    size_t length = strlen(line);

    if (length >= FOLDED_BYTES / 2)
        return false;
    folded->line = line;
    folded->length =
        lexicon_fold(line, length, folded->text, folded->column, sizeof folded->text - 1);
    shorten_drawn(folded);
    folded->column[folded->length] = UINT16_MAX;
    return true;
}

bool folded_in_word(const struct folded *folded, size_t at)
{
    char c = folded->text[at];

    return text_is_letter(c) || text_is_digit(c) || c == '\'' || (unsigned char)c >= 0x80;
}

size_t folded_next(const struct folded *folded, size_t at)
{
    while (at < folded->length && !folded_in_word(folded, at))
        at++;
    return at;
}

size_t folded_word_end(const struct folded *folded, size_t at)
{
    while (at < folded->length && folded_in_word(folded, at))
        at++;
    return at;
}

size_t folded_before(const struct folded *folded, size_t at)
{
    return text_utf8_bytes(folded->line, folded->column[at] - 1u);
}

size_t folded_find(const struct folded *folded, size_t from, const char *words, size_t length,
                   size_t *used)
{
    char text[FOLDED_WORDS + 1], wanted[2 * FOLDED_WORDS];
    uint16_t column[2 * FOLDED_WORDS];

    *used = 0;
    if (!length || length > FOLDED_WORDS)
        return folded->length;
    text_copy(text, length + 1, words);
    *used = lexicon_fold(text, length, wanted, column, sizeof wanted);
    for (size_t at = folded_next(folded, from); at + *used <= folded->length;
         at = folded_next(folded, folded_word_end(folded, at))) {
        size_t end = at + *used;

        if (at < folded->length && memcmp(folded->text + at, wanted, *used) == 0 &&
            (end == folded->length || folded->text[end] == '\'' || !folded_in_word(folded, end)))
            return at;
        if (at == folded->length)
            break;
    }
    return folded->length;
}

unsigned folded_match(const struct folded *folded, const struct lexicon *lexicon, size_t at,
                      uint16_t *terms, unsigned most, size_t *used)
{
    unsigned count =
        lexicon_match_whole(lexicon, folded->text + at, folded->length - at, terms, most, used);

    return count && at + *used < folded->length && folded->text[at + *used] == '=' ? 0 : count;
}

size_t folded_has(const struct folded *folded, const struct lexicon *lexicon, size_t at,
                  const char *term)
{
    enum { TERMS_MAX = 8 };
    uint16_t found[TERMS_MAX];
    size_t used = 0;
    bool has = false;

    for (unsigned i = folded_match(folded, lexicon, at, found, TERMS_MAX, &used); i-- > 0;)
        has |= text_equal(lexicon->terms[found[i]], term);
    return has ? used : 0;
}
