/* SPDX-License-Identifier: MIT */
/* What a line does that need be no order: asks, wishes, greets, remarks. */
#include "rules/phrase_p.h"

/* "how long have I got left": a topic that begins with a word that asks. */
static bool begins_topic(const struct lexicon *own, const char *text, size_t length, size_t *left)
{
    bool is = false;

    for (unsigned term = PHRASE_PLAYING; term < PHRASE_NUMBERS && !is; term++)
        is = phrase_begins_with(own, text, length, term, left);
    return is && phrase_begins_with(own, text, strcspn(text, " "), PHRASE_QUESTION, left);
}

/* Are the last words of those that ask, several: "what happens"? */
static bool ends_asking(const struct lexicon *own, const char *text, size_t length)
{
    char folded[PHRASE_BYTES];
    size_t used;

    length = own ? phrase_fold(text, length, folded) : 0;
    while (length && !phrase_is_word(folded[length - 1]))
        length--;
    for (size_t at = 1; at < length; at++)
        if (phrase_is_word(folded[at]) && !phrase_is_word(folded[at - 1]) &&
            phrase_is_there(own->phrases, folded + at, length - at, PHRASE_QUESTION, &used) &&
            at + used == length)
            return memchr(folded + at, ' ', used);
    return false;
}

/* "qué" asks; "que" may wish. */
static bool has_accent(const char *text, size_t length)
{
    static const char first = '\xC3';
    size_t at = 0;

    while (at < length && text[at] != first && !text_is_letter(text[at]))
        at++;
    while (at < length && text[at] != ' ' && text[at] != first)
        at++;
    return at < length && text[at] == first;
}

bool phrase_asks(const struct lexicon *lexicon, const char *text, size_t length)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    size_t left, behind;

    if (phrase_begins_with(own, text, length, PHRASE_ASKING, &left) &&
        ends_asking(own, text, length)) /* "and if I pass, what happens" */
        return true;
    if (phrase_begins_with(own, text, length, PHRASE_AND, &left)) { /* "and when …?" */
        char folded[PHRASE_BYTES]; /* "cómo" behind it is longer than its letters */
        size_t used = phrase_fold(text, length, folded) - left;

        text += used;
        length -= used;
    }
    return (phrase_begins_with(own, text, length, PHRASE_QUESTION, &left) ||
            begins_topic(own, text, length, &left)) &&
           (memchr(text, '?', length) || /* "che bello!" */
            (has_accent(text, length) &&
             !phrase_begins_with(own, text, length, PHRASE_REMARK, &behind)) ||
            !(memchr(text, '!', length) ||
              (phrase_begins_with(own, text, length, PHRASE_COURTESY, &behind) && behind <= left)));
}

bool phrase_asks_leave(const struct lexicon *lexicon, const char *text, size_t length)
{
    size_t left;

    return phrase_begins_with(lexicon && lexicon->own ? lexicon->own : lexicon, text, length,
                              PHRASE_ASKING, &left);
}

static bool is_square(const char *text)
{
    return text_is_letter(text[0]) && text_is_digit(text[1]) && !phrase_is_word(text[2]);
}

/* Something to be done is named, or where. */
static bool names_deed(const struct lexicon *lexicon, const char *text, size_t length)
{
    char folded[PHRASE_BYTES];
    uint16_t term[MATCHES_MAX];
    size_t used;

    length = phrase_fold(text, length, folded);
    for (size_t at = 0; at < length; at++) {
        if (!phrase_is_word(folded[at]) || (at && phrase_is_word(folded[at - 1])))
            continue;
        if (is_square(folded + at))
            return true;
        if (lexicon_match_whole(lexicon, folded + at, length - at, term, MATCHES_MAX, &used) &&
            (text_starts_with(lexicon->terms[term[0]], "verb.") ||
             text_starts_with(lexicon->terms[term[0]], "order.")))
            return true;
    }
    return false;
}

/* "My dear, would you …": does a clause begin like this? */
static bool has_clause(const struct lexicon *own, const char *text, size_t length, unsigned wanted)
{
    for (size_t at = 0, next, left; at < length; at += next) {
        size_t end = phrase_part(own, PHRASE_CLAUSES, text + at, length - at, &next);

        if (phrase_begins_with(own, text + at, end, wanted, &left))
            return true;
    }
    return false;
}

bool phrase_is_request(const struct lexicon *lexicon, const char *text, size_t length)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;

    return has_clause(own, text, length, PHRASE_REQUEST) && names_deed(own, text, length);
}

bool phrase_is_rhetorical(const struct lexicon *lexicon, const char *text, size_t length)
{
    enum { WORDS_MOST = 4 };
    bool asks = false, says = false;

    for (size_t at = 0, next; at < length; at += next) {
        size_t end = phrase_part(lexicon, PHRASE_SENTENCES, text + at, length - at, &next);
        bool question = at + end < length && text[at + end] == '?';

        if (question &&
            (phrase_words(text + at, end) > WORDS_MOST || phrase_asks(lexicon, text + at, end + 1)))
            return false;
        asks |= question;
        says |= asks && !question && phrase_holds_order_word(lexicon, text + at, end);
    }
    return says;
}

bool phrase_is_question(const struct lexicon *lexicon, const char *text, size_t length)
{
    return (memchr(text, '?', length) && !phrase_is_request(lexicon, text, length)) ||
           phrase_asks(lexicon, text, length);
}

/* Is it said anywhere, several: in more than one word? */
static bool is_said(const struct lexicon *lexicon, const char *text, size_t length, unsigned wanted,
                    bool several)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    char folded[PHRASE_BYTES];
    size_t used;

    length = own ? phrase_fold(text, length, folded) : 0;
    for (size_t at = 0; at < length; at++)
        if (phrase_is_word(folded[at]) && !(at && phrase_is_word(folded[at - 1])) &&
            phrase_is_there(own->phrases, folded + at, length - at, wanted, &used) &&
            (!several || memchr(folded + at, ' ', used)))
            return true;
    return false;
}

bool phrase_says(const struct lexicon *lexicon, const char *text, size_t length, unsigned wanted)
{
    return is_said(lexicon, text, length, wanted, false);
}

bool phrase_is_at_a_loss(const struct lexicon *lexicon, const char *text, size_t length)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    size_t left;

    /* "I want to play and don't know how", "I'd like to stop playing" */
    return phrase_begins_with(own, text, length, PHRASE_PLAYING, &left) ||
           is_said(own, text, length, PHRASE_PLAYING, true) ||
           is_said(own, text, length, PHRASE_QUIT, true);
}

bool phrase_is_greeting(const struct lexicon *lexicon, const char *text, size_t length)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    size_t left;

    return phrase_begins_with(own, text, length, PHRASE_GREETING, &left);
}

bool phrase_is_remark(const struct lexicon *lexicon, const char *text, size_t length)
{
    char folded[PHRASE_BYTES];
    size_t left;
    bool remark = false;

    length = left = phrase_fold(text, length, folded);
    while (left) {
        const char *rest = folded + length - left;

        if (phrase_begins_with(lexicon, rest, left, PHRASE_REMARK, &left))
            remark = true;
        else if (!phrase_begins_with(lexicon, rest, left, PHRASE_COURTESY, &left) &&
                 !phrase_begins_with(lexicon, rest, left, PHRASE_AND, &left))
            return false;
    }
    return remark;
}
