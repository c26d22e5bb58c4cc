/* SPDX-License-Identifier: MIT */
/* Puts words as they are meant in the place of those that are written by ear. */
#include "rules/spelling.h"

#include "rules/phrase_p.h"
#include "rules/stem.h"

enum { SOUND_LEAST = 3 };

/* A word of a line, folded; room for it to grow. */
struct spelt {
    char text[2 * LEXICON_WORD_BYTES];
    size_t length;
};

/* The words of a language. */
struct spelling {
    const struct lexicon *words, *phrases, *game;
};

/* "x" is a blow in one game. */
static bool has(const struct lexicon *list, const struct spelt *word)
{
    uint16_t term[MATCHES_MAX];
    size_t used;

    return list && lexicon_match_whole(list, word->text, word->length, term, MATCHES_MAX, &used) &&
           used == word->length;
}

/* Looked for where it is found soonest. */
static bool knows(const struct spelling *own, const struct spelt *word)
{
    const struct lexicon *const lists[] = {own->game, own->words, own->phrases};
    const size_t count = sizeof lists / sizeof *lists;
    bool known = false;

    for (size_t i = 0; i < count && !known; i++)
        known = has(lists[i], word);
    for (size_t i = 0; i < count && !known; i++)
        known = lists[i] && lexicon_holds_word(lists[i], word->text, word->length);
    return known || (own->game && stem_mend(own->game, word->text, word->length));
}

/* "q que": what is written, a blank, what is meant. */
static const char *find_pair(const struct lexicon *phrases, const struct spelt *word)
{
    TEXT_IN(text, written, LEXICON_WORD_BYTES + 1);
    unsigned from, to;

    text_put_bytes(&text, word->text, word->length);
    text_put_char(&text, ' ');
    if (text.cut)
        return NULL;
    lexicon_beginning(phrases, written, text.length, &from, &to);
    for (; from < to; from++)
        if (phrases->word[from].term == PHRASE_RESPELLED)
            return phrases->word[from].text + text.length;
    return NULL;
}

/* Every place of the letters exchanged; false: they do not stand in it. */
static bool exchange(const struct spelt *word, const char *pair, struct spelt *out)
{
    const size_t written = strcspn(pair, " ");
    const char *meant = pair + written + 1;
    struct text text = text_in(out->text, sizeof out->text);
    bool any = false;

    for (size_t at = 0; at < word->length;) {
        bool is = word->length - at >= written && memcmp(word->text + at, pair, written) == 0;

        if (is)
            text_put(&text, meant);
        else
            text_put_char(&text, word->text[at]);
        at += is ? written : 1;
        any |= is;
    }
    out->length = text.length;
    return any && !text.cut;
}

/* The known word that sounds like it, the most letters exchanged; *word is changed on true. */
static bool find_sound(const struct spelling *own, struct spelt *word)
{
    struct spelt once, found;
    size_t most = 0;

    for (unsigned i = 0; i < own->phrases->word_count && word->length >= SOUND_LEAST; i++) {
        const struct lexicon_word *pair = &own->phrases->word[i];

        if (pair->term == PHRASE_SOUNDS && pair->length > most && strchr(pair->text, ' ') &&
            exchange(word, pair->text, &once) && knows(own, &once)) {
            found = once;
            most = pair->length;
        }
    }
    if (most)
        *word = found;
    return most;
}

/* "d 4" is a square, and so is "be cuatro". */
static bool is_counted(const struct lexicon *phrases, const char *behind)
{
    char folded[LEXICON_WORD_BYTES];
    unsigned number;
    size_t used, length;

    behind += strspn(behind, " ");
    length = strcspn(behind, " ,.;:");
    if (!length || length >= sizeof folded / 2)
        return false;
    length = lexicon_fold(behind, length, folded, NULL, sizeof folded);
    return text_is_digit(*folded) || phrase_number(phrases, folded, length, &number, &used);
}

static bool has_digit(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text_is_digit(text[i]))
            return true;
    return false;
}

/* Put one word, as it is written or as it is meant; true: as it is meant. */
static bool put_word(const struct spelling *own, const char *text, size_t length, bool first,
                     struct text *out)
{
    struct spelt word = {.length = 0};
    const char *meant = NULL;

    if (length < LEXICON_WORD_BYTES / 2 && !has_digit(text, length) &&
        (first || !(*text >= 'A' && *text <= 'Z'))) {
        word.length = lexicon_fold(text, length, word.text, NULL, sizeof word.text);
        meant = find_pair(own->phrases, &word);
        if (meant &&
            (has(own->game, &word) || (length == 1 && is_counted(own->phrases, text + length))))
            meant = NULL;
        else if (!meant && !knows(own, &word) && find_sound(own, &word)) {
            word.text[word.length] = '\0';
            meant = word.text;
        }
    }
    if (meant)
        text_put(out, meant);
    else
        text_put_bytes(out, text, length);
    return meant != NULL;
}

bool spelling_mend(const struct lexicon *words, const struct lexicon *game, const char *line,
                   struct text *out)
{
    const struct spelling own = {words, words->phrases, game};
    bool mended = false, first = true;

    if (!own.phrases)
        return false;
    for (size_t at = 0, word; line[at]; at += word) {
        for (word = 0; phrase_is_word(line[at + word]);)
            word++;
        if (!word) {
            text_put_char(out, line[at]);
            word = 1;
            continue;
        }
        mended |= put_word(&own, line + at, word, first, out);
        first = false;
    }
    return mended && !out->cut;
}
