/* SPDX-License-Identifier: MIT */
/* Finds what a text names. */
#include "rules/things.h"

#include "rules/phrase_p.h"
#include "rules/stem.h"

/* Little words stand in a line and not in its order. */
static bool is_little(const struct lexicon *lexicon, uint16_t term)
{
    return text_starts_with(lexicon->terms[term], "word.");
}

static size_t match(const struct lexicon *lexicon, const char *text, size_t length,
                    struct thing *thing)
{
    const struct lexicon *const tried[] = {lexicon->own ? lexicon->own : lexicon, lexicon};
    size_t used = 0;

    thing->count = 0;
    for (unsigned i = 0; i < 2 && !thing->count; i++)
        thing->count =
            lexicon_match_whole(tried[i], text, length, thing->term, MEANINGS_MAX, &used);
    return thing->count ? used : 0;
}

/* A form of a verb, whose word is known in another. */
static size_t match_form(const struct lexicon *lexicon, const char *text, size_t word,
                         struct thing *thing)
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    const char *form = stem_mend(own, text, word);

    return form && match(own, form, strlen(form), thing) ? word : 0;
}

static void add_thing(const struct lexicon *lexicon, struct things *things, const struct thing *one)
{
    if (things->count < THINGS_MAX && !(one->count && is_little(lexicon, one->term[0])))
        things->at[things->count++] = *one;
}

static bool is_place(const char *word, size_t length)
{
    bool digit = false;

    for (size_t i = 0; i < length; i++)
        digit |= text_is_digit(word[i]);
    return digit && length < LEXICON_WORD_BYTES;
}

void find_things(const struct lexicon *lexicon, const char *text, size_t length,
                 struct things *things)
{
    things->count = things->unknown = 0;
    for (size_t at = 0, used; at < length; at += used) {
        struct thing thing = {.count = 0};
        size_t word = 0;

        used = 1;
        if (!phrase_is_word(text[at]))
            continue;
        while (at + word < length && phrase_is_word(text[at + word]))
            word++;
        used = match(lexicon, text + at, length - at, &thing);
        used = used ? used : match_form(lexicon, text + at, word, &thing);
        if (!used) {
            used = word;
            if (!is_place(text + at, word)) {
                things->unknown++;
                continue;
            }
            memcpy(thing.place, text + at, word);
        }
        thing.at = at;
        thing.used = used;
        add_thing(lexicon, things, &thing);
    }
}

bool things_alike(const struct thing *a, const struct thing *b)
{
    if (!a->count || !b->count)
        return !a->count && !b->count && text_equal(a->place, b->place);
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++)
            if (a->term[i] == b->term[j])
                return true;
    return false;
}

bool things_name(const struct things *things, const struct thing *one)
{
    for (unsigned i = 0; i < things->count; i++)
        if (things_alike(&things->at[i], one))
            return true;
    return false;
}
