/* SPDX-License-Identifier: MIT */
/* The later steps of a letter: its text, commands, game, luck and orders; and the table of all
 * steps, which is the way that every letter goes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/work.h"
#include "match/held.h"
#include "match/signing.h"
#include "reception/reception_p.h"
#include "rules/phrase.h"
#include "seal/encode.h"
#include "server/vault.h"
#include "talk/commands.h"
#include "talk/commands_time.h"
#include "talk/draft.h"
#include "talk/standing_letter.h"
#include "tell/command_words.h"
#include "tell/tell.h"

/* ---- what can be wrong with the text as a whole ---- */

static const struct {
    const char *reason, *sentence;
} flaws[LETTER_FLAW_COUNT] = {
    [LETTER_TOO_BIG] = {"too-big", "desk.too-big"},
    [LETTER_TOO_DEEP] = {"too-deep", "desk.too-deep"},
    [LETTER_TOO_MANY_PARTS] = {"too-many-parts", "desk.too-deep"},
    [LETTER_NO_TEXT] = {"no-text", "desk.no-text"},
    [LETTER_ENCRYPTED] = {"encrypted", "desk.encrypted"},
};

static enum rc step_text(struct incoming *incoming, bool *goes_on, struct err *err)
{
    enum letter_flaw flaw = incoming->in->cut ? LETTER_TOO_BIG : incoming->known->read.mail.flaw;

    (void)err;
    orders_mark_name(&incoming->lines, incoming->person.name);
    orders_mark_name(&incoming->lines, incoming->known->read.mail.from.name);
    if (incoming->known->read.mail.calendar && !incoming->lines.count) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_IGNORED, "calendar-answer", NULL);
    } else if (flaw != LETTER_WHOLE) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, flaws[flaw].reason, flaws[flaw].sentence);
    } else if (incoming->lines.cut) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "too-many-lines", "desk.too-many-lines");
    }
    return RC_OK;
}

/* ---- commands ---- */

static bool asks_in(const struct incoming *incoming, const struct game *game, const char *line)
{
    struct wording wording = incoming->answer.wording;
    char key[SENTENCE_KEY_BYTES];
    struct tell tell;

    wording.game = game;
    wording_tell(&wording, &tell);
    return tell_is_question(&tell, line, key) || tell_is_topic(&tell, line);
}

/* A question that help has a text for is answered by it. */
static bool asks_for_help(const struct incoming *incoming, const char *line)
{
    const struct game *const *games = library_games(incoming->desk->library);

    if (incoming->position)
        return asks_in(incoming, incoming->position->played, line);
    while (*games && !asks_in(incoming, *games, line))
        games++;
    return *games != NULL;
}

static void put_line(struct order_line *line, const char *text)
{
    char *own = strdup(text);

    if (!own)
        return; /* it stays as it was written */
    free(line->text);
    line->text = own;
}

/* Take words for commands to the exact ones, where the line is no order of the game. */
static void take_words(struct incoming *incoming, struct order_line *line)
{
    const struct command *command;
    const char *arguments;
    struct buf exact = {0};

    if (commands_find(line->text, &arguments) ||
        (incoming->position && incoming->known->seat &&
         reception_like_order(incoming, line->text, strlen(line->text))))
        return;
    if (command_words_read(language_commands(incoming->answer.wording.language), line->text,
                           &exact) &&
        (command = commands_find(buf_text(&exact), &arguments)) != NULL &&
        (*arguments || !*command->arguments || *command->arguments == '['))
        put_line(line, buf_text(&exact));
    else if (asks_for_help(incoming, line->text)) {
        buf_clear(&exact);
        buf_printf(&exact, "help %s", line->text);
        put_line(line, buf_text(&exact));
    }
    buf_wipe(&exact);
}

enum rc step_words(struct incoming *incoming, bool *goes_on, struct err *err)
{
    (void)goes_on;
    (void)err;
    for (size_t i = 0; i < incoming->lines.count && !incoming->person.strict; i++)
        take_words(incoming, &incoming->lines.line[i]);
    return RC_OK;
}

/* Greetings, closings and names, and what a calendar writes: left out without blame unless they
 * are an order. */
static bool is_idle(const struct incoming *incoming, const struct order_line *line)
{
    return line->civil &&
           !(incoming->position && incoming->known->seat &&
             reception_like_order((void *)(uintptr_t)incoming, line->text, strlen(line->text)));
}

/* Its token was made at an entry that the ledger does not hold: an older ledger was put back, and
 * nothing more of this game may be signed. */
static enum rc step_ahead(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct token *token = &incoming->known->read.token;
    const struct position *position = incoming->position;
    char number[TEXT_INT_BYTES];

    if (!position || position->is_frozen || !incoming->known->read.has_token ||
        token->kind != TOKEN_REPLY || token->entry <= position->chain.number)
        return RC_OK;
    LOG(&incoming->desk->log, LOG_ERROR, "game-frozen", "game",
        text_of_int(number, position->game), "reason",
        "a player's letter answers an entry that the ledger does not hold; " SIGNING_HOW_TO_GO_ON);
    *goes_on = false;
    incoming_end(incoming, LEDGER_REJECTED, "frozen", "desk.frozen");
    return ledger_freeze(incoming->desk->ledger, position->game, desk_now(incoming->desk),
                         "token-ahead", err);
}

/* "accept draw" is an order of some games, "accept 3" a command of all. */
static bool is_meant_as_order(const struct incoming *incoming, const struct command *command,
                              const char *line)
{
    return incoming->position && incoming->known->seat && command->who != COMMAND_SEAT &&
           reception_like_order((void *)(uintptr_t)incoming, line, strlen(line));
}

/* The letter itself is its writer's luck. */
static enum rc give_letter(struct incoming *incoming, struct err *err)
{
    struct position_letter letter = {incoming->known->id, incoming->in->arrived_s, &incoming->known->raw_hash};
    struct adjudication adjudication = {.desk = incoming->desk,
                                        .position = incoming->position,
                                        .seat = incoming->known->seat,
                                        .letter = &letter,
                                        .letter_told = incoming->fate.letter_told};
    const char *id = incoming->known->read.mail.message_id;
    char words[BASE32_HASH_BYTES];
    enum rc rc;

    luck_of_message(id, strlen(id), words);
    rc = adjudicate_luck(&adjudication, ENTRY_LUCK_LETTER, words, NULL, err);
    incoming->fate.letter_told = adjudication.letter_told;
    return rc;
}

/* Lines left by a letter that is asked for luck give it, as an order does. */
static enum rc log_lines(struct incoming *incoming, struct err *err)
{
    enum rc rc = standing_log(incoming, err);

    if (rc != RC_OK || !incoming->fate.left_lines ||
        incoming->position->genesis.protocol < PROTOCOL_2 ||
        !position_wants_luck(incoming->position, incoming->known->seat))
        return rc;
    incoming_tell(incoming, "desk.luck-given", "n", "", NULL);
    return give_letter(incoming, err);
}

static enum rc step_commands(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct orders_in *orders = &incoming->lines;
    unsigned answered = 0, decided;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < orders->count && rc == RC_OK;) {
        const char *arguments;
        const struct command *command = commands_find(orders->line[i].text, &arguments);

        if (command && (command->who != COMMAND_SEAT || incoming->position) &&
            !is_meant_as_order(incoming, command, orders->line[i].text)) {
            incoming->line = i;
            incoming->fate.understood = true;
            rc = commands_run(incoming, command, arguments, err);
            answered++;
            incoming_drop_line(incoming, i);
        } else if (is_idle(incoming, &orders->line[i])) {
            incoming->fate.greeted |= orders->line[i].greets;
            incoming_drop_line(incoming, i);
        } else
            i++;
    }
    if (rc == RC_OK)
        rc = log_lines(incoming, err);
    if (rc == RC_OK && incoming->fate.left_lines && !orders->count)
        rc = adjudicate_table(incoming->desk, incoming->position, &decided, err);
    if (rc != RC_OK || (orders->count && incoming->position))
        return rc;
    if (incoming->known->read.mail.calendar && !answered && !orders->count) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_IGNORED, "calendar-answer", NULL);
        return RC_OK;
    }
    if (answered || !incoming->position) {
        *goes_on = false;
        if (answered)
            incoming_end(incoming, LEDGER_ANSWERED, "command", NULL);
        else if (orders->count)
            incoming_end(incoming, LEDGER_REJECTED, "no-game", "desk.no-game");
        else
            rc = commands_find("help", &(const char *){NULL})->run(incoming, "", err);
        if (!incoming->fate.reason)
            incoming_end(incoming, LEDGER_ANSWERED, "help", NULL);
    }
    return rc;
}

/* ---- several orders in a line ---- */

static bool has_parts(const struct incoming *incoming, const char *line)
{
    struct held_line held;
    bool has =
        held_read(line, strlen(line), &held) == HELD_NONE && !text_starts_with(line, "sign=");

    secret_wipe(&held, sizeof held);
    return has && incoming->position && incoming->known->seat && !incoming->person.strict;
}

/* Put the parts of a line in its place; each keeps where the line stands in the letter. */
static enum rc put_parts(struct orders_in *orders, size_t i, const struct phrase_part *part,
                         unsigned count, struct err *err)
{
    struct order_line *made = calloc(orders->count + count, sizeof *made);
    bool whole = made != NULL;

    for (unsigned p = 0; p < count && whole; p++) {
        made[i + p] = orders->line[i];
        made[i + p].text = strdup(part[p].text);
        whole = made[i + p].text != NULL;
    }
    if (!whole) {
        for (unsigned p = 0; p < count && made; p++)
            free(made[i + p].text);
        free(made);
        return ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");
    }
    memcpy(made, orders->line, i * sizeof *made);
    memcpy(made + i + count, orders->line + i + 1, (orders->count - i - 1) * sizeof *made);
    free(orders->line[i].text);
    free(orders->line);
    orders->line = made;
    orders->count += count - 1;
    return RC_OK;
}

static enum rc step_parts(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct orders_in *orders = &incoming->lines;
    struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    enum rc rc = part ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");

    (void)goes_on;
    for (size_t i = 0; rc == RC_OK && i < orders->count && orders->count < ORDERS_LINES_MAX; i++) {
        const char *line = orders->line[i].text;
        const struct game *game;
        unsigned count;

        if (!has_parts(incoming, line))
            continue;
        game = incoming->position->played;
        count = phrase_split(game, position_rulebook(incoming->position),
                             language_lexicon(incoming->answer.wording.language, game),
                             incoming->known->seat, line, strlen(line), part);
        if (count > 1)
            rc = put_parts(orders, i, part, count, err);
        i += count - 1;
    }
    free(part);
    return rc;
}

/* ---- is the game to be played, and by this question? ---- */

/* An opening names its seal: it needs no open question of the letter it answers, and is taken after
 * the end. */
static bool is_all_openings(const struct incoming *incoming)
{
    struct held_line held;
    bool all = incoming->lines.count > 0;

    for (size_t i = 0; i < incoming->lines.count && all; i++) {
        const char *line = incoming->lines.line[i].text;

        all = held_read(line, strlen(line), &held) == HELD_OPENING;
    }
    secret_wipe(&held, sizeof held);
    return all;
}

static enum rc step_game(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct position *position = incoming->position;

    if (position_closed(position)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, position->is_archived ? "archived" : "frozen",
                     position_closed(position));
    } else if (position->phase == POSITION_OVER && !is_all_openings(incoming)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "game-over", "desk.game-over");
    } else
        return commands_time_late(incoming, goes_on, err);
    return RC_OK;
}

/* A token answers its own question only. */
static bool question_is_open(const struct incoming *incoming)
{
    const struct position *position = incoming->position;

    if (!incoming->known->read.has_token || incoming->fate.took_back ||
        !adjudicate_is_asked(position, incoming->known->seat))
        return true; /* the seat's question is meant; or the rules say what may be ordered unasked
                      */
    if (position_is_luck(
            incoming->known->read.token.decision)) /* the first question may be answered along */
        return position->phase == POSITION_LUCK ||
               adjudicate_is_asked(position, incoming->known->seat);
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == incoming->known->seat &&
            position->decision[i].id == incoming->known->read.token.decision)
            return true;
    return false;
}

static enum rc note_counted(void *user, const struct ledger_letter_row *row, struct err *err)
{
    (void)err;
    *(bool *)user = row->outcome.kind == LEDGER_ACCEPTED || row->outcome.kind == LEDGER_PART ||
                    row->outcome.kind == LEDGER_ANSWERED;
    return RC_OK;
}

/* The same words in answer to the same letter of ours under a new Message-ID (I8). */
static enum rc is_repeat(struct incoming *incoming, bool *repeat, struct err *err)
{
    struct buf said = {0};
    struct hash hash;
    int64_t earlier = 0;
    enum rc rc;

    if (incoming->known->is_part && incoming->known->confirms)
        buf_printf(&said, "confirmed %lld/", (long long)incoming->known->confirms);
    else
        buf_printf(&said, incoming->known->is_part ? "part %u/%u/" : "%u/%u/",
                   (unsigned)incoming->known->read.token.decision,
                   (unsigned)incoming->known->read.token.entry);
    for (size_t i = 0; i < incoming->lines.count; i++)
        buf_printf(&said, "%s\n", incoming->lines.line[i].text);
    rc = buf_rc(&said, err);
    if (rc == RC_OK)
        rc = vault_lookup(incoming->desk, "said", said.at, said.length, &hash, err);
    if (rc == RC_OK)
        rc = ledger_said(incoming->desk->ledger, incoming->known->game, (int)incoming->known->seat,
                         hash.at, incoming->known->id, &earlier, err);
    buf_wipe(&said);
    *repeat = false;
    if (rc != RC_OK || !earlier)
        return rc;
    if (incoming->known->is_part) /* a digest follows no one entry of the game */
        return ledger_letter_get(incoming->desk->ledger, earlier, note_counted, repeat, err);
    /* While nothing came after the letter that is answered, no earlier one can have counted. */
    *repeat = incoming->position->chain.number > incoming->known->read.token.entry;
    return RC_OK;
}

/* A command that must not be carried out twice by one letter that came twice. */
static bool is_for_once(const struct order_line *line)
{
    static const char *const names[] = {"say", "report", "note"};
    const char *arguments;
    const struct command *command = commands_find(line->text, &arguments);

    for (size_t i = 0; command && i < sizeof names / sizeof names[0]; i++)
        if (text_equal(command->name, names[i]))
            return true;
    return command && command->when == COMMAND_GOING;
}

/* Does it answer one certain letter of ours, so that it may be a repeat of another answer? */
static bool is_answer(const struct incoming *incoming)
{
    return incoming->known->read.has_token ||
           (incoming->known->is_part &&
            (incoming->known->confirms || incoming->known->read.token.kind == TOKEN_PLAYER));
}

/* Before the commands: those of a letter that repeats another are not carried out again. */
static enum rc step_again(struct incoming *incoming, bool *goes_on, struct err *err)
{
    bool once = false, repeat = false;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < incoming->lines.count && !once; i++)
        once = is_for_once(&incoming->lines.line[i]);
    if (once && incoming->position && is_answer(incoming) &&
        !(incoming->lines.flags & INCOMING_PREVIEW))
        rc = is_repeat(incoming, &repeat, err);
    if (rc == RC_OK && repeat) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REPEAT, "said-before", "desk.repeat");
    }
    return rc;
}

static enum rc step_repeat(struct incoming *incoming, bool *goes_on, struct err *err)
{
    bool repeat = false;
    enum rc rc = RC_OK;

    if (incoming->lines.count && !(incoming->lines.flags & INCOMING_PREVIEW) &&
        !draft_is_meant(incoming) && is_answer(incoming))
        rc = is_repeat(incoming, &repeat, err);
    if (rc == RC_OK && repeat) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REPEAT, "said-before", "desk.repeat");
    } else if (rc == RC_OK && !question_is_open(incoming) && !is_all_openings(incoming)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "finished-decision", "desk.finished-decision");
    }
    return rc;
}

/* ---- luck: a seat's first letter after the roster ---- */

/* The line "luck/2 sealed COMMITMENT", as postern-proof prints it; it is no order. */
static bool take_sealed_luck(struct incoming *incoming, struct hash *commitment)
{
    char name[SEAL_NAME_MAX + 1];
    struct held_line held;

    seal_name_write(SEAL_LUCK, incoming->known->seat, 0, name);
    for (size_t i = 0; i < incoming->lines.count; i++) {
        const char *line = incoming->lines.line[i].text;

        if (held_read(line, strlen(line), &held) != HELD_SEALED || held.flaw ||
            !text_equal(held.name, name))
            continue;
        *commitment = held.commitment;
        incoming_drop_line(incoming, i);
        return true;
    }
    return false;
}

static bool has_flawed_seal(const struct incoming *incoming)
{
    struct held_line held;
    bool flawed = false;

    for (size_t i = 0; i < incoming->lines.count && !flawed; i++) {
        const char *line = incoming->lines.line[i].text;

        flawed = held_read(line, strlen(line), &held) == HELD_SEALED && held.flaw;
    }
    return flawed;
}

/* Since protocol 2 a greeting or a question is no luck; orders are, and a letter without a word. */
static bool is_no_luck(const struct incoming *incoming, bool words_only)
{
    return incoming->position->genesis.protocol >= PROTOCOL_2 && words_only &&
           (incoming->lines.count || incoming->fate.understood);
}

/* Who greets does not know yet that his letter is asked for luck. */
static bool is_greeting(const struct incoming *incoming)
{
    bool greets = incoming->fate.greeted;

    for (size_t i = 0; i < incoming->lines.count; i++)
        greets |= incoming->lines.line[i].greets;
    return greets && !incoming->fate.understood;
}

static enum rc step_luck(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct position_letter letter = {incoming->known->id, incoming->in->arrived_s,
                                     &incoming->known->raw_hash};
    struct adjudication adjudication = {.desk = incoming->desk,
                                        .position = incoming->position,
                                        .seat = incoming->known->seat,
                                        .letter = &letter};
    struct hash sealed;
    unsigned answered;
    bool words_only;
    enum rc rc;

    if (!position_wants_luck(incoming->position, incoming->known->seat) ||
        (incoming->lines.flags & INCOMING_PREVIEW))
        return RC_OK;
    words_only = !reception_has_order(incoming);
    if (has_flawed_seal(incoming)) /* whoever meant to seal it would have given it away */
        return RC_OK;
    if (words_only && is_greeting(incoming)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_ANSWERED, "greeting", "talk.greeting");
        return RC_OK;
    }
    if (is_no_luck(incoming, words_only)) {
        *goes_on = !incoming->lines.count;
        if (incoming->lines.count)
            incoming_end(incoming, LEDGER_REJECTED, "luck", "talk.luck-asked");
        return RC_OK;
    }
    if (take_sealed_luck(incoming, &sealed))
        rc = adjudicate_luck(&adjudication, ENTRY_LUCK_SEALED, NULL, &sealed, err);
    else
        rc = give_letter(incoming, err);
    if (rc == RC_OK)
        rc = adjudicate_table(incoming->desk, incoming->position, &answered, err);
    if (rc == RC_OK && (words_only || !incoming->lines.count)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_ACCEPTED, "luck",
                     incoming->lines.count ? "talk.luck-words" : "desk.luck-given");
    } else if (rc == RC_OK)
        incoming_tell(incoming, "desk.luck-given", "n", "", NULL);
    return rc;
}

/* ---- orders ---- */

/* Does a line say nothing that the game knows from its first word on? A mistyped order does, unless
 * a blank line parts it from the orders. */
static bool is_noise(struct incoming *incoming, const struct order_line *line, bool apart)
{
    const struct game *game = incoming->position->played;
    size_t length = strlen(line->text);
    struct order order = {0};
    struct verdict verdict = {0};
    struct held_line held;
    bool asks, is_held = held_read(line->text, length, &held) != HELD_NONE;

    secret_wipe(&held, sizeof held);
    if (is_held || text_starts_with(line->text, "sign="))
        return false;
    return phrase_read(game, position_rulebook(incoming->position),
                       language_lexicon(incoming->answer.wording.language, game),
                       incoming->known->seat, line->text, length, &order, &asks,
                       &verdict) == VERDICT_MALFORMED &&
           verdict.column <= 1 && (apart || !verdict.suggestion[0]);
}

/* Where the noise below the last order begins; orders.count if there is none. */
static size_t noise_below(struct incoming *incoming)
{
    const struct orders_in *orders = &incoming->lines;
    size_t from = orders->count, last = from;
    bool apart;

    while (last > 0 && !reception_like_order(incoming, orders->line[last - 1].text,
                                             strlen(orders->line[last - 1].text)))
        last--;
    if (last == 0) /* nothing here is an order: all of it is answered */
        return orders->count;
    apart = last < orders->count && orders->line[last].after_blank;
    while (from > last && is_noise(incoming, &orders->line[from - 1], apart))
        from--;
    return from;
}

/* "all" is about the orders: what mail programs and people write below them voids nothing. */
static void drop_noise(struct incoming *incoming)
{
    size_t from =
        incoming->position->played->text->parse ? noise_below(incoming) : incoming->lines.count;

    while (from < incoming->lines.count) {
        incoming_tell(incoming, "talk.left-out", "text", incoming->lines.line[from].text, NULL);
        incoming_drop_line(incoming, from);
    }
}

static enum rc step_any_orders(struct incoming *incoming, bool *goes_on, struct err *err)
{
    char number[TEXT_INT_BYTES];
    uint32_t missed;

    (void)err;
    if (incoming->lines.flags & INCOMING_ALL)
        drop_noise(incoming);
    if (incoming->lines.count)
        return RC_OK;
    *goes_on = false;
    missed = quotes_find_missed(&incoming->known->read.split, reception_like_order, incoming);
    incoming_end(incoming, LEDGER_REJECTED, missed ? "orders-below" : "no-orders",
                 missed ? NULL : "desk.no-orders");
    if (missed)
        SAY(incoming, "desk.orders-below", "line", text_of_int(number, missed));
    return RC_OK;
}

static const struct {
    enum ledger_outcome_kind outcome;
    const char *reason, *sentence;
} sums[SUM_COUNT] = {
    [SUM_ACCEPTED] = {LEDGER_ACCEPTED, "", "desk.accepted"},
    [SUM_PART] = {LEDGER_PART, "some-lines", "desk.part"},
    [SUM_REJECTED] = {LEDGER_REJECTED, "no-line", "desk.rejected"},
    [SUM_ASKED] = {LEDGER_ASKED, "ambiguous", "desk.asked"},
    [SUM_WAITS] = {LEDGER_ASKED, "for-good", "desk.waits-for-confirm"},
};

/* How a line is signed, for the question that is open: who set "signature on" long ago may have
 * forgotten it, or be a thief of his letters. */
static void tell_signing(struct incoming *incoming)
{
    const struct position *position = incoming->position;
    char hash[BASE32_HASH_BYTES], decision[TEXT_INT_BYTES];

    for (unsigned i = 0; i < position->decision_count; i++) {
        if (position->decision[i].seat != incoming->known->seat)
            continue;
        incoming_tell(incoming, "talk.signature-how", "genesis",
                      base32_write(position->chain.genesis.at, HASH_BYTES, hash), "n",
                      text_of_int(decision, position->decision[i].id), NULL);
        return;
    }
}

static bool is_unsigned(const struct line_outcome *outcome)
{
    return outcome->fate == LINE_ILLEGAL && outcome->verdict.reason &&
           text_starts_with(outcome->verdict.reason, "talk.signature-");
}

/* The orders of a preview: the answer shows what they would do. */
static void add_tried(struct incoming *incoming, const struct line_outcome *outcome)
{
    const struct position *position = incoming->position;
    struct value *list = value_set_list(incoming->answer.map, "tried");

    for (size_t i = 0; i < incoming->lines.count; i++) {
        char line[ORDER_TEXT_BYTES];
        struct text text;

        if (outcome[i].fate != LINE_DONE || outcome[i].is_opening)
            continue;
        text_init(&text, line, sizeof line);
        position->played->text->write_order(position_rulebook(position), NULL, &outcome[i].order,
                                            ORDER_FULL, &text);
        value_add(list, value_text(incoming->answer.values, line));
        secret_wipe(line, sizeof line);
    }
}

static void report(struct incoming *incoming, const struct line_outcome *outcome)
{
    unsigned count = (unsigned)incoming->lines.count;
    bool preview = incoming->lines.flags & INCOMING_PREVIEW, draft = draft_is_meant(incoming);
    enum answering_sum sum = answering_sum(outcome, count);
    bool unsigned_line = false;

    for (unsigned i = 0; i < count; i++) {
        const struct order_line *line = &incoming->lines.line[i];
        struct answering_line shown = {line->text, line->line, line->column};

        incoming->fate.understood |= outcome[i].fate != LINE_MALFORMED || outcome[i].is_opening;
        answering_add_line(&incoming->answer.wording, incoming->position, &shown, &outcome[i],
                           incoming->answer.lines);
        unsigned_line |= is_unsigned(&outcome[i]);
    }
    if (unsigned_line)
        tell_signing(incoming);
    if (preview || draft)
        add_tried(incoming, outcome);
    if (preview)
        incoming_end(incoming, LEDGER_ANSWERED, "preview", "desk.preview");
    else if (draft)
        incoming_end(incoming, LEDGER_ANSWERED, "draft", "talk.drafted");
    else
        incoming_end(incoming, sums[sum].outcome, sums[sum].reason, sums[sum].sentence);
}

static enum rc judge_lines(struct incoming *incoming, struct line_outcome *outcome,
                           struct adjudicate_text *texts, void *trial, struct err *err)
{
    struct position_letter letter = {incoming->known->id, incoming->in->arrived_s,
                                     &incoming->known->raw_hash};
    struct adjudication adjudication = {
        .desk = incoming->desk,
        .position = incoming->position,
        .seat = incoming->known->seat,
        .lexicon = language_lexicon(incoming->answer.wording.language, incoming->position->played),
        .strict = incoming->person.strict,
        .signed_only = incoming->person.signs && incoming->person.key[0],
        .confirms = !incoming->fate.confirmed,
        .letter = &letter,
        .trial =
            incoming->lines.flags & INCOMING_PREVIEW || draft_is_meant(incoming) ? trial : NULL};
    enum rc rc;

    if (adjudication.trial)
        memcpy(trial, position_state(incoming->position), incoming->position->played->state_bytes);
    for (size_t i = 0; i < incoming->lines.count; i++)
        texts[i] = (struct adjudicate_text){incoming->lines.line[i].text,
                                            strlen(incoming->lines.line[i].text)};
    rc = adjudicate_lines(&adjudication, texts, (unsigned)incoming->lines.count,
                          incoming->lines.flags & INCOMING_ALL, outcome, err);
    if (rc == RC_OK && !adjudication.position)
        rc = position_get(incoming->desk, incoming->known->game, &incoming->position, err);
    return rc;
}

static enum rc step_orders(struct incoming *incoming, bool *goes_on, struct err *err)
{
    size_t count = incoming->lines.count;
    struct line_outcome *outcome = calloc(count, sizeof *outcome);
    struct adjudicate_text *texts = calloc(count, sizeof *texts);
    void *trial = calloc(1, GAME_STATE_MAX);
    enum rc rc =
        outcome && texts && trial
            ? answering_wording(incoming->desk, incoming->position, incoming->person.language,
                                &incoming->answer.names, &incoming->answer.wording, err)
            : ERR(err, RC_NO_MEMORY, "no memory for a letter's lines");

    (void)goes_on;
    if (rc == RC_OK)
        rc = judge_lines(incoming, outcome, texts, trial, err);
    if (rc == RC_OK && draft_is_meant(incoming))
        rc = draft_keep(incoming, err);
    else if (rc == RC_OK && !(incoming->lines.flags & INCOMING_PREVIEW))
        rc = draft_after(incoming, outcome, err);
    if (rc == RC_OK)
        report(incoming, outcome);
    if (trial)
        secret_wipe(trial, GAME_STATE_MAX);
    free(trial);
    free(texts);
    free(outcome);
    return rc;
}

/* ---- the way ---- */

static const struct {
    const char *name;
    enum rc (*run)(struct incoming *incoming, bool *goes_on, struct err *err);
} steps[] = {
    {"letter", step_letter},     {"token", step_token},       {"classify", step_classify},
    {"forum", step_forum},       {"seat", step_seat},         {"words", step_words},
    {"sender", step_sender},     {"confirm", step_confirm},   {"text", step_text},
    {"guard", step_guard},       {"sections", step_sections}, {"again", step_again},
    {"ahead", step_ahead},       {"commands", step_commands}, {"parts", step_parts},
    {"game", step_game},         {"repeat", step_repeat},     {"luck", step_luck},
    {"orders?", step_any_orders}, {"orders", step_orders},
};

static enum rc go(struct incoming *incoming, size_t first, struct err *err)
{
    bool goes_on = true;
    enum rc rc = RC_OK;

    for (size_t i = first; i < sizeof steps / sizeof steps[0] && goes_on && rc == RC_OK; i++) {
        rc = steps[i].run(incoming, &goes_on, err);
        LOG(&incoming->desk->log, LOG_DEBUG, "step", "name", steps[i].name);
    }
    return rc;
}

enum rc reception_go(struct incoming *incoming, struct err *err)
{
    enum rc rc = go(incoming, 0, err);

    if (rc == RC_OK && incoming->fate.sections != LEDGER_OUTCOME_COUNT) {
        incoming->fate.outcome = incoming->fate.sections;
        incoming->fate.reason = "several-games";
    }
    return rc;
}

enum rc reception_go_on(struct incoming *incoming, struct err *err)
{
    size_t first = 0;

    while (steps[first].run != step_again)
        first++;
    return go(incoming, first, err);
}
