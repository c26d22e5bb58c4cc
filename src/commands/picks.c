/* SPDX-License-Identifier: MIT */
/* Reads a line that names places of a list and nothing else; the list is what our letter offered,
 * as it lies in the outbox. The lines picked are read like any that a player writes. */
#include "commands/picks.h"

#include <stdlib.h>
#include <string.h>

#include "tell/folded.h"

enum { PLACES_MAX = 5, TERMS_MAX = 4 };

struct picks {
    bool place[PLACES_MAX];
    bool last, all, yes;
};

/* By the term's key; false: it says nothing here. */
static bool note_term(const char *term, struct picks *picks)
{
    const char *name = term + strlen("pick.");

    picks->yes |= text_equal(term, "answer.yes");
    if (!text_starts_with(term, "pick."))
        return text_starts_with(term, "answer.") || text_equal(term, "wish.filler") ||
               text_equal(term, "wish.one") || text_equal(term, "line.little");
    if (text_equal(name, "last"))
        picks->last = true;
    else if (text_equal(name, "all"))
        picks->all = true;
    else
        picks->place[*name - '1'] = true;
    return true;
}

static bool note_number(const char *figures, struct picks *picks)
{
    bool fits = figures[0] >= '1' && figures[0] < '1' + PLACES_MAX && !text_is_digit(figures[1]);

    if (fits)
        picks->place[figures[0] - '1'] = true;
    return fits;
}

/* Words of talk, and numbers in letters. */
static bool note_phrase(uint16_t term, struct picks *picks)
{
    if (term > PHRASE_NUMBERS && term <= PHRASE_NUMBERS + PLACES_MAX)
        return picks->place[term - PHRASE_NUMBERS - 1] = true;
    return term <= PHRASE_GREETING && term != PHRASE_QUESTION;
}

/* Bytes of what begins here, by the longest word known; 0: it is none of a pick. */
static size_t take(const struct folded *line, const struct lexicon *words, size_t at,
                   struct picks *picks)
{
    const char *text = line->text + at;
    uint16_t term[TERMS_MAX];
    size_t used = 0, end = folded_word_end(line, at) - at;
    bool known = false;
    unsigned count;

    if (text_is_digit(*text)) /* "2", "2nd" */
        return note_number(text, picks) ? end : 0;
    count = folded_match(line, words, at, term, TERMS_MAX, &used);
    for (unsigned i = 0; i < count; i++)
        known |= note_term(words->terms[term[i]], picks);
    if (known)
        return used;
    count = words->phrases ? folded_match(line, words->phrases, at, term, TERMS_MAX, &used) : 0;
    for (unsigned i = 0; i < count; i++)
        known |= note_phrase(term[i], picks);
    return known ? used : 0;
}

static bool read_picks(const struct language *language, const char *text, struct picks *picks)
{
    const struct lexicon *words = language_commands(language);
    struct folded line;
    size_t used;

    *picks = (struct picks){.all = false};
    words = words && words->own ? words->own : words;
    if (!words || !folded_read(&line, text))
        return false;
    for (size_t at = 0; (at = folded_next(&line, at)) < line.length; at += used)
        if ((used = take(&line, words, at, picks)) == 0)
            return false;
    for (unsigned i = 0; i < PLACES_MAX; i++)
        if (picks->place[i])
            return true;
    return picks->last || picks->all || picks->yes;
}

/* What a letter offered: lines of commands, or the orders that a line of the player's may have
 * meant.
 */
static void add_offered(const struct value *map, const char *offered[PHRASE_PARTS_MAX],
                        size_t *count)
{
    const struct value *list = value_get(map, "offered"), *lines = value_get(map, "lines");

    *count = 0;
    for (size_t i = 0; i < value_count(list) && *count < PHRASE_PARTS_MAX; i++)
        offered[(*count)++] = value_get_text(value_at(list, i));
    for (size_t l = 0; !value_count(list) && l < value_count(lines); l++) {
        const struct value *choices = value_get(value_at(lines, l), "choices");

        for (size_t i = 0; i < value_count(choices) && *count < PHRASE_PARTS_MAX; i++)
            offered[(*count)++] = value_get_text(value_get(value_at(choices, i), "shown"));
    }
}

/* The lines picked of a list; none where a place is named that it has not. A mere yes takes the
 * only one. */
static void choose(const struct picks *picks, const struct value *map,
                   struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count)
{
    const char *offered[PHRASE_PARTS_MAX];
    size_t lines;
    bool named = picks->last || picks->all;

    add_offered(map, offered, &lines);
    for (size_t i = 0; i < PLACES_MAX; i++) {
        named |= picks->place[i];
        if (picks->place[i] && i >= lines)
            return;
    }
    for (size_t i = 0; i < lines; i++)
        if (picks->all || (i < PLACES_MAX && picks->place[i]) || (picks->last && i + 1 == lines) ||
            (!named && lines == 1))
            text_copy(part[(*count)++].text, sizeof part->text, offered[i]);
}

/* Only whoever the letter was for picks of it; a forgotten one offers nothing. */
static enum rc pick_of(const struct incoming *incoming, int64_t out, const struct picks *picks,
                       struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct ledger_rows rows = ledger_out_get(incoming->desk->ledger, out, err);
    struct outbox_facts facts = {0};
    struct value *map = NULL;
    struct ledger_out row;
    enum rc rc;

    while (ledger_next(&rows, &row))
        rows.rc = ledger_out_is_forgotten(&row)
                      ? RC_OK
                      : outbox_values(incoming->desk, &row, values, &map, err);
    rc = ledger_end(&rows);
    if (rc == RC_OK && map)
        outbox_facts_read(map, &facts);
    if (rc == RC_OK && facts.player && facts.player == incoming->known->sender)
        choose(picks, map, part, count);
    return rc;
}

enum rc picks_take(const struct incoming *incoming, const char *line,
                   struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count, struct err *err)
{
    const char *id = incoming->known->read.mail.in_reply_to;
    struct picks picks;
    int64_t out = 0;
    enum rc rc = RC_OK;

    *count = 0;
    if (!incoming->known->sender || !id || !*id ||
        !read_picks(incoming->answer.wording.language, line, &picks))
        return RC_OK;
    rc = ledger_out_by_message(incoming->desk->ledger, id, &out, err);
    return rc == RC_OK && out ? pick_of(incoming, out, &picks, part, count, err) : rc;
}
