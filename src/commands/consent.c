/* SPDX-License-Identifier: MIT */
/* Decides what a bare "yes" agrees to. The consent itself is the command's or the game's, whose
 * line takes its place. */
#include "commands/consent.h"

#include "commands/commands.h"
#include "commands/picks.h"
#include "commands/requests.h"
#include "ledger/facts.h"
#include "outbound/waits.h"
#include "rules/guess.h"
#include "rules/understand.h"
#include "tell/command_words.h"
#include "tell/said_words.h"
#include "tell/tell.h"

/* Has anybody done anything in the game since the letter that is answered? Then that one did not
 * ask what waits now. */
static enum rc was_asked(const struct incoming *incoming, bool *asked, struct err *err)
{
    const struct token *token = &incoming->known->read.token;
    struct ledger_rows rows;

    *asked = incoming->known->read.has_token && token->kind == TOKEN_REPLY;
    if (!*asked)
        return RC_OK;
    rows = ledger_entries(incoming->desk->ledger, incoming->known->game, (int64_t)token->entry + 1,
                          err);
    for (struct ledger_entry row; ledger_next(&rows, &row);)
        *asked &= text_equal(row.kind, entry_kind_word(ENTRY_DUE));
    return ledger_end(&rows);
}

static bool is_line(const char *entry, const char *line)
{
    size_t length = strlen(entry), tail = strlen(line);

    return length > tail && entry[length - tail - 1] == ' ' &&
           text_equal(entry + length - tail, line);
}

/* Has the seat gone on playing since the game's own offer was made? Who passed it over by an order
 * does not mean it by a bare "yes" any more. */
static enum rc passed_over(const struct incoming *incoming, const struct wait *wait, bool *passed,
                           struct err *err)
{
    struct ledger_rows rows;

    *passed = false;
    if (!wait->is_order)
        return RC_OK;
    rows = ledger_entries(incoming->desk->ledger, incoming->known->game, 1, err);
    for (struct ledger_entry row; ledger_next(&rows, &row);) {
        if (!text_equal(row.kind, entry_kind_word(ENTRY_ORDER)))
            continue;
        if (row.seat == (int)incoming->known->seat)
            *passed = true;
        else if (is_line(row.text, wait->line))
            *passed = false;
    }
    return ledger_end(&rows);
}

/* All that a "yes" may agree to. */
struct asked {
    struct picks_proposed proposed;
    struct wait wait[WAITS_MAX];
    unsigned waits;
    bool is_order, is_order_now, is_no_order_now; /* of the game that the letter is of */
    struct order order;
};

/* What the line would be as an order just now; MALFORMED: it is none. */
static enum verdict_kind read_now(const struct incoming *incoming,
                                  const struct meaning_reader *reader, const char *line,
                                  struct order *order)
{
    const struct position *position = incoming->position;
    struct understanding read = {.choice_count = 0};
    enum verdict_kind kind = VERDICT_MALFORMED;

    if (position && reader->seat && meaning_is_order(reader, line, strlen(line)))
        kind = position->phase != POSITION_PLAY
                   ? VERDICT_ILLEGAL
                   : understand_line(position->played, position_rulebook(position),
                                     language_lexicon(reader->language, position->played),
                                     reader->seat, position_state(position), line, strlen(line),
                                     NULL, NULL, &read);
    *order = read.order;
    return kind;
}

static enum rc find_asked(const struct incoming *incoming, const struct meaning_reader *reader,
                          const char *line, struct asked *asked, struct err *err)
{
    const struct position *position = incoming->position;
    enum verdict_kind kind = read_now(incoming, reader, line, &asked->order);

    asked->waits = position && incoming->known->seat
                       ? waits_list(position, incoming->known->seat, asked->wait)
                       : 0;
    asked->is_order_now = kind == VERDICT_DONE;
    asked->is_no_order_now = kind == VERDICT_ILLEGAL;
    asked->is_order = asked->is_order_now || asked->is_no_order_now || kind == VERDICT_AMBIGUOUS;
    return picks_proposed(incoming, &asked->proposed, err);
}

/* The line that says yes; lines.count: none does. *bare: beside greeting, closing and name it is
 * all there is. */
static size_t find_yes(const struct incoming *incoming, const struct meaning_reader *reader,
                       bool *bare)
{
    const struct language *language = incoming->answer.wording.language;
    const struct orders_in *lines = &incoming->lines;
    size_t found = lines->count;

    *bare = true;
    for (size_t i = 0; i < lines->count; i++) {
        const struct order_line *line = &lines->line[i];
        bool whole = false;
        bool yes = command_words_is_yes(language_commands(language), line->text, &whole);

        whole |= picks_is_yes(language, line->text);
        if (found == lines->count && (yes || whole) && !line->is_name) {
            found = i;
            *bare &= whole;
        } else
            *bare &= meaning_is_idle(reader, line) || line->is_name || line->closes;
    }
    return found;
}

/* Put what a yes agrees to in its place. */
static enum rc put_agreed(struct order_line *line, const char *text, struct err *err)
{
    char *own = strdup(text);

    FAIL_IF(!own, err, RC_NO_MEMORY, "no memory for the orders of a letter");
    free(line->text);
    line->text = own;
    line->civil = false;
    return RC_OK;
}

/* Another asks for something, and the letter that is answered may have told of it. */
static enum rc agree_to_other(struct incoming *incoming, const struct asked *asked, size_t at,
                              bool bare, struct err *err)
{
    bool told, passed = false;

    TRY(was_asked(incoming, &told, err));
    if (asked->waits == 1)
        TRY(passed_over(incoming, &asked->wait[0], &passed, err));
    if (bare && told && !passed && asked->waits == 1)
        return put_agreed(&incoming->lines.line[at], asked->wait[0].line, err);
    incoming->fate.said_yes = true;
    if (bare)
        incoming_drop_line(incoming, at);
    return RC_OK;
}

/* The one thing that the letter that is answered proposed; "" = several, or none. Where all was
 * carried out, it is but offered beside the game's question. "Will you play?" has two answers. */
static void find_proposal(const struct incoming *incoming, const struct asked *asked,
                          struct text *out)
{
    enum { BOTH = 2 };
    const struct picks_proposed *proposed = &asked->proposed;
    int64_t offer = incoming->known->offer ? incoming->known->offer : proposed->offer;
    bool will = !proposed->count || (incoming->known->offer && proposed->count == BOTH);

    if (proposed->count == 1 && !asked->waits &&
        (proposed->is_apart || (proposed->is_news && !asked->is_order_now)))
        text_put(out, proposed->line[0]);
    else if (will && offer && !incoming->position)
        TEXT_PUT(out, "accept ", TEXT_INT(offer));
}

/* Is it not clear what is agreed to? The game's question alone may be answered by the game's own
 * "yes". */
static bool is_unclear(const struct asked *asked)
{
    const struct picks_proposed *proposed = &asked->proposed;

    return proposed->count || (asked->waits && asked->is_order_now) ||
           (asked->is_order && (proposed->is_apart || asked->is_no_order_now) && !asked->waits);
}

/* "I accept Anna's invitation", "no thanks", in answer to it. */
static enum rc name_offer(struct incoming *incoming, struct err *err)
{
    enum { WORDS_MOST = 6 };
    static const char *const answers[] = {"accept ", "decline "};
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    enum rc rc = RC_OK;

    for (size_t i = 0; i < incoming->lines.count && incoming->known->offer && rc == RC_OK; i++) {
        struct order_line *line = &incoming->lines.line[i];
        OWN(buf) exact = {0};
        bool refuses;

        if (command_words_is_no(words, line->text, &refuses) && refuses)
            rc = put_agreed(line, answers[1], err);
        else if (text_words(line->text) > WORDS_MOST || strpbrk(line->text, "?0123456789") ||
                 !command_words_read(words, line->text, &exact))
            continue;
        for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
            if (text_starts_with(buf_text(&exact), answers[k]))
                rc = put_agreed(line, answers[k], err);
    }
    return rc;
}

/* "Count me in!", in answer to the letter that tells of a tournament: no other word of joining is
 * meant there. */
static enum rc join_tournament(struct incoming *incoming, struct err *err)
{
    const struct library *library = incoming->desk->library;
    const struct language *language = incoming->answer.wording.language;
    const struct lexicon *said = language_said(language), *words = language_commands(language);
    struct picks_proposed proposed = {.count = 0};
    OWN(buf) exact = {0};

    for (size_t i = 0; i < incoming->lines.count; i++) {
        struct order_line *line = &incoming->lines.line[i];

        bool whole, joins = command_words_is_yes(words, line->text, &whole) ||
                            requests_move(library, language, line->text) == REQUESTS_JOINS;

        if (line->is_name || !joins || picks_is_yes(language, line->text) ||
            said_holds(said, SAID_WITHHOLDING, line->text) ||
            commands_find(line->text, &(const char *){NULL}))
            continue;
        TRY(picks_proposed(incoming, &proposed, err));
        buf_clear(&exact);
        if (proposed.count != 1 || !command_words_read(words, proposed.line[0], &exact) ||
            !text_starts_with(buf_text(&exact), "enter "))
            return RC_OK;
        if (strchr(line->text, '?'))
            buf_put(&exact, " ?");
        return put_agreed(line, buf_text(&exact), err);
    }
    return RC_OK;
}

/* "Nope, no takebacks": where the letter that is answered told that another asks to take back, and
 * of nothing else. */
static enum rc refuse_undo(struct incoming *incoming, const struct meaning_reader *reader,
                           struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    struct orders_in *lines = &incoming->lines;
    struct wait wait[WAITS_MAX];
    bool told = false, whole;

    if (!lines->count || !incoming->position || !incoming->known->seat ||
        !command_words_is_no(words, lines->line[0].text, &whole) ||
        meaning_is_order(reader, lines->line[0].text, strlen(lines->line[0].text)) ||
        waits_list(incoming->position, incoming->known->seat, wait) != 1 ||
        !text_starts_with(wait[0].line, "undo "))
        return RC_OK;
    TRY(was_asked(incoming, &told, err));
    return told ? put_agreed(&lines->line[0], "no undo", err) : RC_OK;
}

enum rc consent_read(struct incoming *incoming, const struct meaning_reader *reader,
                     struct err *err)
{
    const struct incoming_known *known = incoming->known;
    struct asked asked = {.waits = 0};
    TEXT_IN(proposal, line, PHRASE_BYTES);
    bool bare;
    size_t at = find_yes(incoming, reader, &bare);

    TRY(name_offer(incoming, err));
    if (!incoming->person.strict)
        TRY(refuse_undo(incoming, reader, err));
    if (known->sender && !incoming->position)
        TRY(join_tournament(incoming, err));
    if (at == incoming->lines.count || incoming->person.strict || !known->sender ||
        incoming->lines.flags & INCOMING_PREVIEW ||
        (known->read.has_token && known->read.token.kind == TOKEN_CONFIRM))
        return RC_OK;
    TRY(find_asked(incoming, reader, incoming->lines.line[at].text, &asked, err));
    if (asked.proposed.is_news && asked.waits) /* it is what waits that the letter asks for */
        asked.proposed.count = 0;
    find_proposal(incoming, &asked, &proposal);
    if (proposal.length &&
        picks_is_yes(incoming->answer.wording.language, incoming->lines.line[at].text))
        return put_agreed(&incoming->lines.line[at], line, err);
    incoming->fate.asks_back = bare && is_unclear(&asked);
    return asked.waits && !asked.is_order_now && !incoming->fate.asks_back
               ? agree_to_other(incoming, &asked, at, bare, err)
               : RC_OK;
}

/* As the reader would write it. */
static void offer_order(struct incoming *incoming, const struct order *order)
{
    const struct position *position = incoming->position;
    TEXT_IN(text, exact, ORDER_TEXT_BYTES);
    OWN(buf) shown = {0};
    struct tell tell;

    position->played->text->write_order(position_rulebook(position), NULL, order, ORDER_FULL,
                                        &text);
    tell_order(wording_tell(&incoming->answer.wording, &tell), position_rulebook(position),
               incoming->known->seat, exact, &shown);
    if (shown.length)
        incoming_offer_line(incoming, buf_text(&shown));
}

bool consent_offer(struct incoming *incoming, const struct meaning_reader *reader, const char *line)
{
    struct order order;
    bool fits = read_now(incoming, reader, line, &order) == VERDICT_DONE &&
                guess_may(incoming->position->played, &order);

    if (fits)
        offer_order(incoming, &order);
    return fits;
}

/* What the letter proposed, and what the words would be in the game. */
enum rc consent_ask_back(struct incoming *incoming, const struct meaning_reader *reader,
                         struct err *err)
{
    struct asked asked = {.waits = 0};
    bool bare;
    size_t at = find_yes(incoming, reader, &bare);

    TRY(find_asked(incoming, reader, incoming->lines.line[at].text, &asked, err));
    incoming->fate.understood = true;
    incoming_end(incoming, LEDGER_ASKED, "yes", "talk.yes-to-what");
    for (unsigned i = 0; i < asked.proposed.count; i++)
        incoming_offer_line(incoming, asked.proposed.line[i]);
    if (asked.is_order_now)
        offer_order(incoming, &asked.order);
    return RC_OK;
}

void consent_tell(struct incoming *incoming)
{
    struct wait wait[WAITS_MAX];

    if (incoming->fate.said_yes && incoming->position &&
        waits_list(incoming->position, incoming->known->seat, wait))
        incoming_tell(incoming, "talk.yes-to-nothing", "n", "", NULL);
}
