/* SPDX-License-Identifier: MIT */
/* Reads a line that names places of a list and nothing else; the list is what our letter offered,
 * as it lies in the outbox. The lines picked are read like any that a player writes. */
#include "commands/picks.h"

#include "tell/folded.h"

enum { PLACES_MAX = 5, TERMS_MAX = 4 };

struct picks {
    bool place[PLACES_MAX];
    bool last, all, both, yes, no, talks, counts; /* counts: "2", which an order may say, too */
};

/* By the term's key; false: it says nothing here. */
static bool note_term(const char *term, struct picks *picks)
{
    const char *name = term + strlen("pick.");

    picks->yes |= text_equal(term, "answer.yes");
    picks->no |= text_equal(term, "answer.no"); /* "of course not", in other languages */
    if (!text_starts_with(term, "pick."))
        return text_starts_with(term, "answer.") || text_equal(term, "wish.filler") ||
               text_equal(term, "wish.one") || text_equal(term, "line.little");
    if (text_equal(name, "last"))
        picks->last = true;
    else if (text_equal(name, "all"))
        picks->all = true;
    else if (text_equal(name, "both"))
        picks->both = true;
    else if (!text_equal(name, "take"))
        picks->place[*name - '1'] = true;
    return true;
}

static bool note_number(const char *figures, struct picks *picks)
{
    bool fits = figures[0] >= '1' && figures[0] < '1' + PLACES_MAX && !text_is_digit(figures[1]);

    if (fits)
        picks->counts = picks->place[figures[0] - '1'] = true;
    return fits;
}

/* Words of talk, and numbers in letters. */
static bool note_phrase(uint16_t term, struct picks *picks)
{
    if (term > PHRASE_NUMBERS && term <= PHRASE_NUMBERS + PLACES_MAX)
        return picks->counts = picks->place[term - PHRASE_NUMBERS - 1] = true;
    picks->talks |= term == PHRASE_REMARK;
    return term <= PHRASE_GREETING && term != PHRASE_QUESTION;
}

/* Bytes of what begins here, by the longest word known; 0: it is none of a pick. */
static size_t take(const struct folded *line, const struct lexicon *words, size_t at,
                   struct picks *picks)
{
    const char *text = line->text + at;
    uint16_t term[TERMS_MAX];
    size_t used = 0, other, end = folded_word_end(line, at) - at;
    bool known = false;
    unsigned count;

    if (text_is_digit(*text)) /* "2", "2nd" */
        return note_number(text, picks) ? end : 0;
    count = folded_match(line, words, at, term, TERMS_MAX, &used);
    for (unsigned i = 0; i < count; i++)
        known |= note_term(words->terms[term[i]], picks);
    if (known)
        return used;
    other = count ? used : 0; /* a longer wording says something else */
    count = words->phrases ? folded_match(line, words->phrases, at, term, TERMS_MAX, &used) : 0;
    for (unsigned i = 0; i < count; i++)
        known |= note_phrase(term[i], picks);
    return known && used >= other ? used : 0;
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
    return true;
}

static bool names_some(const struct picks *picks)
{
    bool some = picks->last || picks->all || picks->both;

    for (unsigned i = 0; i < PLACES_MAX; i++)
        some |= picks->place[i];
    return some;
}

bool picks_is_yes(const struct language *language, const char *line)
{
    struct picks picks;

    return read_picks(language, line, &picks) && picks.yes && !picks.no && !picks.talks &&
           !names_some(&picks);
}

static void add_line(struct picks_proposed *proposed, const struct value *line)
{
    proposed->is_cut |= proposed->count == PHRASE_PARTS_MAX;
    if (!proposed->is_cut)
        proposed->line[proposed->count++] = value_get_text(line);
}

/* Lines of commands; the orders that a line of the player's may have meant. */
static void add_proposed(const struct value *map, struct picks_proposed *proposed)
{
    const struct value *list = value_get(map, "offered"), *lines = value_get(map, "lines");

    for (size_t i = 0; i < value_count(list); i++)
        add_line(proposed, value_at(list, i));
    proposed->commands = proposed->count;
    for (size_t l = 0; l < value_count(lines); l++) {
        const struct value *choices = value_get(value_at(lines, l), "choices");

        for (size_t i = 0; i < value_count(choices); i++)
            add_line(proposed, value_get(value_at(choices, i), "shown"));
    }
}

/* The lines picked of a list; none where a place is named that it has not, or more than it can
 * hold. "All" are the orders, if there are some: the commands beside them are but another guess. */
static void choose(const struct picks *picks, const struct picks_proposed *proposed,
                   struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count)
{
    size_t lines = proposed->count;
    size_t first = proposed->commands < lines ? proposed->commands : 0;
    bool all = picks->all || picks->both;

    if (all && (proposed->is_cut || (picks->both && lines - first != 2)))
        return;
    for (size_t i = lines; i < PLACES_MAX; i++)
        if (picks->place[i])
            return;
    for (size_t i = 0; i < lines; i++)
        if ((all && i >= first) || (i < PLACES_MAX && picks->place[i]) ||
            (picks->last && i + 1 == lines))
            text_copy(part[(*count)++].text, sizeof part->text, proposed->line[i]);
}

/* The letter out that is answered; 0 = it is not said, or none of ours. */
static enum rc find_answered(const struct incoming *incoming, int64_t *out, struct err *err)
{
    const struct reading *read = &incoming->known->read;
    const char *id = read->mail.in_reply_to;

    *out = 0;
    if (id && *id)
        TRY(ledger_out_by_message(incoming->desk->ledger, id, out, err));
    if (!*out && read->has_token && read->token.kind == TOKEN_PLAYER &&
        read->token.seat == TOKEN_OF_LETTER)
        *out = (int64_t)read->token.entry;
    return RC_OK;
}

/* Only whoever the letter was for picks of it; a forgotten one offers nothing. */
enum rc picks_proposed(const struct incoming *incoming, struct picks_proposed *proposed,
                       struct err *err)
{
    struct outbox_facts facts = {0};
    struct value *map = NULL;
    struct ledger_rows rows;
    int64_t out = 0;

    TRY(incoming->known->sender ? find_answered(incoming, &out, err) : RC_OK);
    *proposed = (struct picks_proposed){.count = 0};
    if (!out)
        return RC_OK;
    rows = ledger_out_get(incoming->desk->ledger, out, err);
    for (struct ledger_out row; ledger_next(&rows, &row);)
        rows.rc = ledger_out_is_forgotten(&row)
                      ? RC_OK
                      : outbox_values(incoming->desk, &row, incoming->answer.values, &map, err);
    TRY(ledger_end(&rows));
    if (map)
        outbox_facts_read(map, &facts);
    if (!facts.player || facts.player != incoming->known->sender)
        return RC_OK;
    proposed->is_ours = true;
    proposed->offer = facts.offer;
    proposed->is_news = !facts.outcome || !*facts.outcome;
    proposed->is_apart =
        !proposed->is_news && !text_equal(facts.outcome, ledger_outcome_name(LEDGER_ACCEPTED));
    add_proposed(map, proposed);
    return RC_OK;
}

enum rc picks_take(const struct incoming *incoming, const char *line, bool is_order,
                   struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count, struct err *err)
{
    struct picks_proposed proposed;
    struct picks picks = {.all = true};

    *count = 0;
    if ((line && !read_picks(incoming->answer.wording.language, line, &picks)) ||
        !names_some(&picks) || (is_order && picks.counts))
        return RC_OK;
    TRY(picks_proposed(incoming, &proposed, err));
    choose(&picks, &proposed, part, count);
    return RC_OK;
}
