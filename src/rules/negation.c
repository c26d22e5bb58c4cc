/* SPDX-License-Identifier: MIT */
/* Sentence by sentence: which words negate, which wordings of orders stand there, and which of
 * these hold a negation themselves. What is said around orders says nothing (rules/phrase.h). */
#include "rules/negation.h"

#include "rules/phrase.h"

enum { MATCHES_MAX = 8 };

/* What stands at one place of a sentence. */
struct wording {
    size_t length; /* bytes; 0 = no word of the game, nor around it */
    bool order;    /* it is an order's */
    bool little;   /* it names nothing */
    bool read;     /* of the order that the line was read as */
    bool negates;  /* there is a negation in it */
};

struct look {
    const struct lexicon *lexicon;
    const char *key; /* of the order that the line was read as */
    bool supported;  /* a wording of it stands somewhere */
    bool doubtful;   /* another order's stands there, with a negation in it */
};

static bool in_word(char c)
{
    return text_is_letter(c) || text_is_digit(c) || ((unsigned char)c & 0x80);
}

/* Bytes of the phrase that begins here, if it is one of these. */
static size_t phrase_of(const struct lexicon *lexicon, const char *text, size_t length,
                        unsigned first, unsigned last)
{
    uint16_t term[MATCHES_MAX];
    size_t used = 0;
    unsigned count = lexicon->phrases ? lexicon_match_whole(lexicon->phrases, text, length, term,
                                                            MATCHES_MAX, &used)
                                      : 0;

    for (unsigned i = 0; i < count; i++)
        if (term[i] >= first && term[i] <= last)
            return used;
    return 0;
}

static size_t negation_of(const struct lexicon *lexicon, const char *text, size_t length)
{
    return phrase_of(lexicon, text, length, PHRASE_NEGATION, PHRASE_NEGATION);
}

static bool has_negation(const struct lexicon *lexicon, const char *text, size_t length)
{
    for (size_t at = 0; at < length; at++)
        if (in_word(text[at]) && (at == 0 || !in_word(text[at - 1])) &&
            negation_of(lexicon, text + at, length - at))
            return true;
    return false;
}

static void note_term(const struct look *look, const char *term, struct wording *wording)
{
    bool order = text_starts_with(term, "order.") || text_starts_with(term, "verb.");

    wording->order |= order;
    wording->little |= text_starts_with(term, "word.");
    wording->read |= order && text_equal(strchr(term, '.') + 1, look->key);
}

/* The wording that begins here, in the player's language, else in any. */
static void find_wording(const struct look *look, const char *text, size_t length,
                         struct wording *wording)
{
    const struct lexicon *lexicon = look->lexicon;
    const struct lexicon *const tried[] = {lexicon->own ? lexicon->own : lexicon, lexicon};
    size_t around =
        phrase_of(tried[0], text, length, PHRASE_COURTESY, PHRASE_REQUEST); /* "no problem" */
    uint16_t term[MATCHES_MAX];
    unsigned count = 0;

    *wording = (struct wording){0};
    for (unsigned t = 0; t < 2 && !count; t++)
        count = lexicon_match_whole(tried[t], text, length, term, MATCHES_MAX, &wording->length);
    if (!count || around > wording->length) {
        *wording = (struct wording){.length = around, .little = true};
        return;
    }
    for (unsigned i = 0; i < count; i++)
        note_term(look, lexicon->terms[term[i]], wording);
    wording->negates = wording->order && has_negation(lexicon, text, wording->length);
}

/* "You pass": what comes behind "you" is no thing of yours. */
static bool is_addressed(const struct look *look, const char *text, size_t length)
{
    size_t at = phrase_of(look->lexicon, text, length, PHRASE_ADDRESSEE, PHRASE_ADDRESSEE);
    struct wording wording;

    find_wording(look, text, length, &wording);
    if (!at || wording.order) /* "you go in" is how one passes */
        return false;
    for (; at < length; at += wording.length) {
        wording.length = 1;
        if (!in_word(text[at]))
            continue;
        find_wording(look, text + at, length - at, &wording);
        if (!wording.length || !wording.little)
            return !wording.length || wording.order;
    }
    return false;
}

/* One sentence, folded; true: it withholds by itself. */
static bool look_at(struct look *look, const char *text, size_t length)
{
    bool other = false, negated = false;
    size_t at = strspn(text, " ");

    if (at < length && is_addressed(look, text + at, length - at))
        return true;
    for (size_t used; at < length; at += used) {
        struct wording wording;

        used = 1;
        if (!in_word(text[at]))
            continue;
        find_wording(look, text + at, length - at, &wording);
        if (!wording.length && negation_of(look->lexicon, text + at, length - at))
            return true;
        look->supported |= wording.read;
        negated |= wording.negates && !wording.read;
        other |= wording.order && !wording.negates;
        used = wording.length;
        while (!used || in_word(text[at + used]))
            used++;
    }
    look->doubtful |= negated;
    return negated && other;
}

bool negation_withholds(const struct game *game, const struct lexicon *lexicon, const char *text,
                        size_t length, const struct order *read)
{
    struct look look = {.lexicon = lexicon, .key = game->text->kinds[read->kind].key};
    char folded[PHRASE_BYTES];

    length = lexicon ? phrase_fold(text, length, folded) : 0;
    for (size_t at = 0, next; at < length; at += next) {
        size_t end = phrase_part(lexicon, PHRASE_CLAUSES, folded + at, length - at, &next);

        folded[at + end] = '\0';
        if (look_at(&look, folded + at, end))
            return true;
    }
    return look.doubtful && !look.supported;
}

bool negation_is_in(const struct lexicon *lexicon, const char *text, size_t length)
{
    char folded[PHRASE_BYTES];

    return lexicon && has_negation(lexicon, folded, phrase_fold(text, length, folded));
}
