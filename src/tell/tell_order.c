/* SPDX-License-Identifier: MIT */
/* Puts an order into words that its reader could write himself. */
#include "tell/tell.h"

#include "rules/phrase.h"
#include "rules/standing.h"

enum { MEANINGS_MAX = 8, READINGS_MAX = 64 };

/* What a term is called on a button. */
static void put_term(const struct tell *tell, unsigned term, struct buf *out)
{
    const struct lexicon *lexicon = tell->lexicon;
    const char *label;
    TEXT_IN(text, key, SENTENCE_KEY_BYTES);

    TEXT_PUT(&text, tell->game->name, ".label.", lexicon->terms[term]);
    label = sentences_find(tell->sentences, key);
    buf_put(out, label ? label : lexicon_name(lexicon, term));
}

/* Put a line's words. A word may have several meanings, which languages share: "opens" is a deed,
 * and who begins. in reading: which of each is taken; returns how many readings there are */
static unsigned put_words(const struct tell *tell, const char *line, unsigned reading,
                          struct buf *out)
{
    const struct lexicon *lexicon = tell->lexicon;
    unsigned readings = 1;

    while (lexicon && *line) {
        size_t word = strcspn(line, " :"), used = 0;
        uint16_t term[MEANINGS_MAX];
        unsigned count = lexicon_match(lexicon, line, strlen(line), term, MEANINGS_MAX, &used);

        if (count && used >= word && strchr(" :", line[used])) {
            put_term(tell, term[reading / readings % count], out);
            readings *= count;
            line += used;
        } else {
            buf_put_bytes(out, line, word);
            line += word;
        }
        while (*line && strchr(" :", *line))
            buf_put_char(out, *line++);
    }
    buf_put(out, line); /* all of it outside a game */
    return readings < READINGS_MAX ? readings : READINGS_MAX;
}

void tell_words(const struct tell *tell, const char *words, size_t length, struct buf *out)
{
    for (size_t word; length; words += word, length -= word) {
        const char *end = memchr(words, ' ', length);
        char *one;

        word = end ? (size_t)(end - words) : length;
        one = strndup(words, word);
        if (one)
            put_words(tell, one, 0, out);
        free(one);
        if (!end)
            return;
        buf_put(out, ", ");
        word++;
    }
}

static bool is_understood(const struct tell *tell, const void *rulebook, unsigned seat,
                          const char *text, struct order *order)
{
    const struct lexicon *lexicon = tell->lexicon;
    bool asks;

    memset(order, 0, sizeof *order);
    return phrase_read(tell->game, rulebook, lexicon, seat, text, strlen(text), order, &asks,
                       NULL) == VERDICT_DONE &&
           !asks;
}

/* The reading before any is chosen: "opens d9-d10" is canonical, "abre d9-d10" two squares still.
 */
static bool is_parsed(const struct tell *tell, const void *rulebook, unsigned seat,
                      const char *text, struct order *order)
{
    struct verdict verdict = {0};

    memset(order, 0, sizeof *order);
    return tell->game->text->parse &&
           tell->game->text->parse(rulebook, tell->lexicon, seat, text, strlen(text), order,
                                   &verdict) == VERDICT_DONE;
}

static bool are_same(const struct order *a, const struct order *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->count == b->count &&
           memcmp(a->arg, b->arg, a->count * sizeof a->arg[0]) == 0;
}

/* Do the words say the very thing that the line does? */
typedef bool is_said(const struct tell *tell, const void *rulebook, unsigned seat, const char *line,
                     const char *words);

static bool says_order(const struct tell *tell, const void *rulebook, unsigned seat,
                       const char *line, const char *words)
{
    struct order wanted, understood;

    return is_understood(tell, rulebook, seat, words, &understood) &&
           ((is_understood(tell, rulebook, seat, line, &wanted) &&
             are_same(&wanted, &understood)) ||
            (is_parsed(tell, rulebook, seat, line, &wanted) && are_same(&wanted, &understood)));
}

static bool says_line(const struct tell *tell, const void *rulebook, unsigned seat,
                      const char *line, const char *words)
{
    TEXT_IN(text, canonical, LINE_TEXT_BYTES);
    struct standing_line part = {.text = ""};
    struct verdict verdict = {0};

    if (standing_write(tell->game, rulebook, tell->lexicon, seat, words, strlen(words),
                       STANDING_ALWAYS, &text, &verdict) == VERDICT_DONE)
        standing_part(canonical, text.length, &part);
    return text_equal(part.text, line);
}

/* The first reading that reads back; else the line itself. */
static void put_said(const struct tell *tell, const void *rulebook, unsigned seat, const char *line,
                     is_said *says, struct buf *out)
{
    unsigned readings = tell->lexicon ? 1 : 0;

    for (unsigned reading = 0; reading < readings; reading++) {
        OWN_WIPED(buf) words = {0};

        readings = put_words(tell, line, reading, &words);
        if (says(tell, rulebook, seat, line, buf_text(&words))) {
            buf_put_bytes(out, buf_text(&words), words.length);
            return;
        }
    }
    buf_put(out, line);
}

void tell_order(const struct tell *tell, const void *rulebook, unsigned seat, const char *line,
                struct buf *out)
{
    put_said(tell, rulebook, seat, line, says_order, out);
}

void tell_standing(const struct tell *tell, const void *rulebook, unsigned seat, const char *line,
                   struct buf *out)
{
    put_said(tell, rulebook, seat, line, says_line, out);
}
