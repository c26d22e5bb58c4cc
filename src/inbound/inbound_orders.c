/* SPDX-License-Identifier: MIT */
/* Steps: the orders of a letter. */

#include "inbound/inbound_p.h"
#include "seal/encode.h"
#include "commands/commands.h"
#include "commands/draft.h"
#include "commands/asked_answer.h"
#include "commands/help_topics.h"
#include "commands/meaning.h"
#include "commands/requests.h"
#include "ledger/derived.h"

enum rc step_any_orders(struct incoming *incoming, bool *goes_on, struct err *err)
{
    uint32_t missed;
    unsigned decided;

    if (incoming->lines.count)
        return RC_OK;
    *goes_on = false;
    if (incoming->fate.left_lines) { /* there was but talk beside them */
        incoming_end(incoming, LEDGER_ANSWERED, "command", NULL);
        return adjudicate_table(incoming->desk, incoming->position, &decided, err);
    }
    missed = quotes_find_missed(&incoming->known->read.split, inbound_like_order, incoming);
    if (!missed && incoming->fate.plays_again)
        incoming_end(incoming, LEDGER_ANSWERED, "back", NULL);
    else if (!missed && incoming->fate.thanked && !incoming->fate.greeted &&
             !incoming->fate.said_yes)
        incoming_end(incoming, LEDGER_ANSWERED, "thanks", "desk.thanks");
    else
        incoming_end(incoming, LEDGER_REJECTED, missed ? "orders-below" : "no-orders",
                     missed ? NULL : "desk.no-orders");
    if (missed)
        SAY(incoming, "desk.orders-below", "line", TEXT_INT(missed));
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
    char hash[BASE32_HASH_BYTES];

    for (unsigned i = 0; i < position->decision_count; i++) {
        if (position->decision[i].seat != incoming->known->seat)
            continue;
        incoming_tell(incoming, "talk.signature-how", "genesis",
                      base32_write(position->chain.genesis.at, HASH_BYTES, hash), "n",
                      TEXT_INT(position->decision[i].id), NULL);
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
        TEXT_IN(text, line, ORDER_TEXT_BYTES);

        if (outcome[i].fate != LINE_DONE || outcome[i].is_opening)
            continue;
        position->played->text->write_order(position_rulebook(position), NULL, &outcome[i].order,
                                            ORDER_FULL, &text);
        value_add(list, value_text(incoming->answer.values, line));
        secret_wipe(line, sizeof line);
    }
}

/* The commands that a line may mean which is no order, where no order is near: they say more than a
 * list of all orders. */
static enum rc tell_commands(struct incoming *incoming, struct line_outcome *outcome,
                             struct err *err)
{
    enum help_guess guessed = HELP_NONE;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < incoming->lines.count; i++) {
        const char *line = incoming->lines.line[i].text;
        bool told = false,
             near = outcome[i].choice_count && !outcome[i].shows_all && !outcome[i].from_net;

        if (outcome[i].fate != LINE_MALFORMED || outcome[i].is_opening)
            continue;
        if (!near)
            rc = inbound_tell_games(incoming, line, &told, err);
        if (rc == RC_OK && !told && !near)
            rc = help_topics_guess(incoming, line, false, &guessed, err);
        if (rc == RC_OK && !told && !near && guessed == HELP_NONE)
            rc = asked_answer(incoming, line, ASKED_NEARLY_SO, &told, err);
        if (rc == RC_OK && !told && guessed == HELP_NONE && !outcome[i].choice_count)
            commands_tell_topic(incoming, line);
        if (!near && (told || (guessed == HELP_COMMANDS && outcome[i].from_net)))
            outcome[i].choice_count = 0;
        return rc;
    }
    return RC_OK;
}

static void report(struct incoming *incoming, const struct line_outcome *outcome)
{
    unsigned count = (unsigned)incoming->lines.count;
    bool preview = incoming->lines.flags & INCOMING_PREVIEW, draft = draft_is_meant(incoming);
    enum answering_sum sum = answering_sum(outcome, count);
    bool unsigned_line = false, takes_back = false; /* "oops, I meant the wizard" */

    for (unsigned i = 0; i < count; i++) {
        const struct order_line *line = &incoming->lines.line[i];
        const struct value *written = value_get(incoming->answer.written, line->text);
        struct answering_line shown = {written ? value_get_text(written) : line->text, line->line,
                                       line->column};

        incoming->fate.understood |= outcome[i].fate != LINE_MALFORMED || outcome[i].is_opening;
        answering_add_line(&incoming->answer.wording, incoming->position, &shown, &outcome[i],
                           incoming->answer.lines);
        unsigned_line |= is_unsigned(&outcome[i]);
        takes_back |= (outcome[i].fate == LINE_AMBIGUOUS || outcome[i].fate == LINE_MALFORMED) &&
                      requests_says(incoming->answer.wording.language, line->text, "command.undo");
    }
    if (unsigned_line)
        tell_signing(incoming);
    if (takes_back)
        incoming_offer(incoming, "undo", NULL, "");
    if (preview || draft)
        add_tried(incoming, outcome);
    if (!preview && (draft || sum == SUM_WAITS))
        incoming_offer(incoming, "confirm", NULL, "");
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
    struct position_letter letter = {incoming->known->id, incoming->known->arrived_s,
                                     &incoming->known->raw_hash};
    struct adjudication adjudication = {
        .desk = incoming->desk,
        .position = incoming->position,
        .seat = incoming->known->seat,
        .lexicon = language_lexicon(incoming->answer.wording.language, incoming->position->played),
        .strict = incoming->person.strict,
        .signed_only = incoming->person.signs && incoming->person.key[0],
        .confirms = !incoming->fate.confirmed && !incoming->known->by_house,
        .letter = &letter,
        .trial =
            incoming->lines.flags & INCOMING_PREVIEW || draft_is_meant(incoming) ? trial : NULL};

    if (!adjudication.trial)
        incoming->answer.came_s = position_came(incoming->position, incoming->known->seat, NULL,
                                                incoming->known->arrived_s);
    if (adjudication.trial)
        memcpy(trial, position_state(incoming->position), incoming->position->played->state_bytes);
    for (size_t i = 0; i < incoming->lines.count; i++)
        texts[i] = (struct adjudicate_text){incoming->lines.line[i].text,
                                            strlen(incoming->lines.line[i].text)};
    TRY(adjudicate_lines(&adjudication, texts, (unsigned)incoming->lines.count,
                         incoming->lines.flags & INCOMING_ALL, outcome, err));
    return !adjudication.position ? incoming_see_game(incoming, err) : RC_OK;
}

enum rc step_orders(struct incoming *incoming, bool *goes_on, struct err *err)
{
    size_t count = incoming->lines.count;
    OWN_MEMORY struct line_outcome *outcome = calloc(count, sizeof *outcome);
    OWN_MEMORY struct adjudicate_text *texts = calloc(count, sizeof *texts);
    OWN_MEMORY void *trial = calloc(1, GAME_STATE_MAX);
    enum rc rc = outcome && texts && trial
                     ? RC_OK
                     : ERR(err, RC_NO_MEMORY, "no memory for a letter's lines");

    (void)goes_on;
    THEN(rc, judge_lines(incoming, outcome, texts, trial, err));
    if (rc == RC_OK && draft_is_meant(incoming))
        rc = draft_keep(incoming, err);
    else if (rc == RC_OK && !(incoming->lines.flags & INCOMING_PREVIEW))
        rc = draft_after(incoming, outcome, err);
    THEN(rc, tell_commands(incoming, outcome, err));
    if (rc == RC_OK)
        report(incoming, outcome);
    if (trial)
        secret_wipe(trial, GAME_STATE_MAX);
    return rc;
}
