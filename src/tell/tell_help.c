/* SPDX-License-Identifier: MIT */
/* What a question or the word behind "help" is about. */
#include <stdio.h>

#include "rules/phrase.h"
#include "rules/stem.h"
#include "tell/tell.h"

enum { LINE_BYTES = 1024, MATCHES_MAX = 8, PARAGRAPHS_MAX = 10 };

/* The way out, whoever goes it; things before places and topics, these before what is done; last,
 * how it is played at all, but before what is done where the text ends with it: "OK, I play, but I
 * have no idea how". */
enum rank {
    RANK_NONE,
    RANK_PLAYING,
    RANK_DEED,
    RANK_AT_A_LOSS,
    RANK_TOPIC,
    RANK_THING,
    RANK_WAY_OUT
};

struct search {
    const struct tell *tell;
    char *key;
    enum rank rank;
    bool where; /* "where is" stands there, or "how many are in" */
};

static bool starts_word(const char *text, size_t at)
{
    return (text_is_letter(text[at]) || (unsigned char)text[at] >= 0x80) &&
           (at == 0 || !(text_is_letter(text[at - 1]) || (unsigned char)text[at - 1] >= 0x80));
}

static enum rank rank_of(const char *term)
{
    static const char *const things[] = {"character.", "object.", "tile.", "monster.", "hero."};
    static const char *const deeds[] = {"verb.", "order."};

    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (text_starts_with(term, things[i]))
            return RANK_THING;
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (text_starts_with(term, deeds[i]))
            return RANK_DEED;
    return RANK_TOPIC;
}

static bool has_help(const struct tell *tell, const char *term)
{
    char key[SENTENCE_KEY_BYTES];

    snprintf(key, sizeof key, "%s.help.%s", tell->game ? tell->game->name : "", term);
    return sentences_find(tell->sentences, key) != NULL;
}

static void offer(struct search *search, const char *term, enum rank rank)
{
    if (rank <= search->rank)
        return;
    search->rank = rank;
    snprintf(search->key, SENTENCE_KEY_BYTES, "help.%s", term);
}

static size_t word_length(const char *text, size_t length)
{
    size_t count = 0;

    while (count < length && (text_is_letter(text[count]) || (unsigned char)text[count] >= 0x80))
        count++;
    return count;
}

static void look_in_game(struct search *search, const struct lexicon *lexicon, const char *text,
                         size_t length)
{
    uint16_t term[MATCHES_MAX];
    size_t used;
    unsigned count = lexicon_match_whole(lexicon, text, length, term, MATCHES_MAX, &used);
    const char *form = count ? NULL : stem_mend(lexicon, text, word_length(text, length));
    enum { LITTLE_MOST = 3 };
    bool little = false; /* "una" names nothing, if a label is called so */

    if (form)
        count = lexicon_match_whole(lexicon, form, strlen(form), term, MATCHES_MAX, &used);
    for (unsigned i = 0; i < count; i++)
        little |= used <= LITTLE_MOST && text_starts_with(lexicon->terms[term[i]], "word.");
    for (unsigned i = 0; i < count; i++)
        if (has_help(search->tell, lexicon->terms[term[i]]) &&
            !(little && text_starts_with(lexicon->terms[term[i]], "label.")))
            offer(search, lexicon->terms[term[i]], rank_of(lexicon->terms[term[i]]));
}

/* Topics that every game has; "how do I play" asks for all. Returns the bytes of one that is said
 * in several words: no deed is named in it. */
static size_t look_in_topics(struct search *search, const struct lexicon *phrases, const char *text,
                             size_t length)
{
    uint16_t term[MATCHES_MAX];
    size_t used = 0;
    bool is_topic = false;
    unsigned count =
        phrases ? lexicon_match_whole(phrases, text, length, term, MATCHES_MAX, &used) : 0;

    for (unsigned i = 0; i < count; i++) {
        if (term[i] == PHRASE_PLAYING && used + strspn(text + used, " .!?") == length)
            offer(search, "", RANK_AT_A_LOSS);
        else if (term[i] == PHRASE_PLAYING || term[i] == PHRASE_GREETING)
            offer(search, "", RANK_PLAYING);
        else if (term[i] == PHRASE_TIME)
            offer(search, "time", RANK_TOPIC);
        else if (term[i] == PHRASE_RULES && has_help(search->tell, "rules.1"))
            offer(search, "rules", RANK_TOPIC);
        else if (term[i] == PHRASE_ORDERS && has_help(search->tell, "orders.1"))
            offer(search, "orders", RANK_TOPIC);
        else if (term[i] == PHRASE_EXIT && has_help(search->tell, "exit.1"))
            offer(search, "exit", RANK_WAY_OUT);
        else if (term[i] == PHRASE_WHERE)
            search->where = true;
        else if (term[i] == PHRASE_QUIT || term[i] == PHRASE_EXIT)
            offer(search, "quit", RANK_WAY_OUT);
        is_topic |= term[i] >= PHRASE_PLAYING && term[i] < PHRASE_NUMBERS;
    }
    return is_topic && memchr(text, ' ', used) ? used : 0;
}

/* Bytes of several words that ask. */
static size_t asking_words(const struct lexicon *lexicon, const char *text, size_t length)
{
    uint16_t term[MATCHES_MAX];
    size_t used;
    bool asks = false;
    unsigned count = lexicon->phrases ? lexicon_match_whole(lexicon->phrases, text, length, term,
                                                            MATCHES_MAX, &used)
                                      : 0;

    for (unsigned i = 0; i < count; i++)
        asks |= term[i] == PHRASE_QUESTION && memchr(text, ' ', used);
    return asks ? used : 0;
}

bool tell_help_find(const struct tell *tell, const char *text, char key[SENTENCE_KEY_BYTES])
{
    const struct lexicon *lexicon =
        tell->lexicon && tell->lexicon->own ? tell->lexicon->own : tell->lexicon;
    struct search search = {tell, key, RANK_NONE, false};
    char folded[LINE_BYTES];
    size_t length = strlen(text);

    if (!lexicon || length >= LINE_BYTES / 2 || !has_help(tell, "rules.1"))
        return false;
    length = lexicon_fold(text, length, folded, NULL, sizeof folded);
    for (size_t at = 0; at < length; at++)
        if (starts_word(folded, at)) {
            size_t topic = look_in_topics(&search, lexicon->phrases, folded + at, length - at);

            /* "what happens if" is no deed */
            at += topic ? topic : asking_words(lexicon, folded + at, length - at);
            if (!topic)
                look_in_game(&search, lexicon, folded + at, length - at);
        }
    if (search.where && (search.rank == RANK_THING || search.rank == RANK_DEED))
        offer(&search, "where", RANK_WAY_OUT);
    return search.rank != RANK_NONE;
}

bool tell_names_thing(const struct tell *tell, const char *text)
{
    char key[SENTENCE_KEY_BYTES] = "";

    return tell_help_find(tell, text, key) && rank_of(key + strlen("help.")) == RANK_THING;
}

bool tell_is_question(const struct tell *tell, const char *text, char key[SENTENCE_KEY_BYTES])
{
    const struct lexicon *own =
        tell->lexicon && tell->lexicon->own ? tell->lexicon->own : tell->lexicon;

    if (!own || !(phrase_is_question(own, text, strlen(text)) ||
                  phrase_is_at_a_loss(own, text, strlen(text))))
        return false;
    if (tell_help_find(tell, text, key))
        return true;
    snprintf(key, SENTENCE_KEY_BYTES, "help."); /* who asks is answered, by all there is */
    return phrase_asks(own, text, strlen(text)) && has_help(tell, "rules.1");
}

/* Is a part of a line, up to a comma, a topic and nothing else? */
static bool is_topic(const struct lexicon *phrases, const char *part, size_t length)
{
    uint16_t term[MATCHES_MAX];
    size_t used, blanks = strspn(part, " ");

    return blanks < length &&
           lexicon_match_whole(phrases, part + blanks, length - blanks, term, MATCHES_MAX, &used) &&
           term[0] >= PHRASE_PLAYING && term[0] < PHRASE_NUMBERS &&
           blanks + used + strspn(part + blanks + used, " .!?") >= length;
}

bool tell_is_topic(const struct tell *tell, const char *text)
{
    const struct lexicon *own =
        tell->lexicon && tell->lexicon->own ? tell->lexicon->own : tell->lexicon;
    char folded[LINE_BYTES];
    size_t length = strlen(text), part;

    if (!own || !own->phrases || length >= LINE_BYTES / 2 || !has_help(tell, "rules.1"))
        return false;
    length = lexicon_fold(text, length, folded, NULL, sizeof folded);
    folded[length] = '\0';
    for (size_t at = 0; at < length; at += part + 1) { /* "I am lost, help!" */
        part = strcspn(folded + at, ",");
        if (is_topic(own->phrases, folded + at, part))
            return true;
    }
    return false;
}

/* ---- texts ---- */

/* A text of help under the name of what it is about, unless it begins with it. */
static void put_text(const struct tell *tell, const char *key, struct buf *out)
{
    char full[2 * SENTENCE_KEY_BYTES];
    const char *term = key + strlen("help."), *text;

    snprintf(full, sizeof full, "%s.%s", tell->game->name, key);
    text = sentences_find(tell->sentences, full);
    if (!text)
        return;
    buf_put(out, out->length ? "\n" : "");
    for (unsigned i = 0; i < tell->lexicon->term_count; i++) {
        const char *name = lexicon_name(tell->lexicon, i);

        if (text_equal(tell->lexicon->terms[i], term) && rank_of(term) == RANK_THING &&
            !text_starts_with(text, name)) {
            BUF_PUT(out, name, ": ");
        }
    }
    tell_sentence(tell, key, NULL, 0, out);
}

bool tell_help_write(const struct tell *tell, const char *key, struct buf *out)
{
    char one[SENTENCE_KEY_BYTES];
    size_t before = out->length;

    put_text(tell, key, out);
    for (unsigned n = 1; n < PARAGRAPHS_MAX; n++) {
        snprintf(one, sizeof one, "%.*s.%u", SENTENCE_KEY_BYTES - 4, key, n);
        put_text(tell, one, out);
    }
    return out->length > before;
}

void tell_glossary(const struct tell *tell, const char *clause, struct buf *out)
{
    char key[SENTENCE_KEY_BYTES], full[2 * SENTENCE_KEY_BYTES];

    for (unsigned i = 0; i < tell->lexicon->term_count; i++) {
        const char *text;

        snprintf(key, sizeof key, "help.%s", tell->lexicon->terms[i]);
        snprintf(full, sizeof full, "%s.%s", tell->game->name, key);
        text = sentences_find(tell->sentences, full);
        if (text && (!clause || strstr(text, clause)))
            put_text(tell, key, out);
    }
}
