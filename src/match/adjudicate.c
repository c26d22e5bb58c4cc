#include "match/adjudicate.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "match/deadlines.h"
#include "match/held.h"
#include "match/nearest.h"
#include "match/own.h"
#include "match/reveal.h"
#include "match/signing.h"
#include "match/wishes.h"
#include "rules/phrase.h"
#include "seal/encode.h"
#include "server/vault.h"

bool adjudicate_is_asked(const struct position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat)
            return true;
    return false;
}

/* ---- one order into the log ---- */

/* The seals of an order, ready for position_append. */
struct order_seals {
    unsigned count;
    struct secret secret[SECRETS_MAX];
    struct position_seal seal[SECRETS_MAX];
};

static void gather_seals(const struct position *position, const struct order *order,
                         const struct held_line *held, struct order_seals *seals)
{
    seals->count = game_secrets_of(position->played, position_rulebook(position),
                                   position_state(position), order, seals->secret);
    for (unsigned i = 0; i < seals->count; i++)
        seals->seal[i] = (struct position_seal){.name = seals->secret[i].name,
                                                .seat = seals->secret[i].seat,
                                                .payload = seals->secret[i].payload,
                                                .length = strlen(seals->secret[i].payload)};
    for (unsigned i = 0; held && i < seals->count; i++)
        if (text_equal(seals->secret[i].name, held->name))
            seals->seal[i] = (struct position_seal){.name = seals->secret[i].name,
                                                    .seat = seals->secret[i].seat,
                                                    .commitment = held->commitment};
}

/* Log an order, draw or default; entry holds all but its words and seals.
 * in     held: the seal of it that its player holds, or NULL */
static enum rc log_order_with(struct desk *desk, struct position *position, struct entry *entry,
                              const struct order *order, const struct held_line *held,
                              const struct signing *signing, const struct position_letter *letter,
                              struct err *err)
{
    struct order_seals seals;
    struct text words;
    enum rc rc;

    text_init(&words, entry->words, sizeof entry->words);
    position->played->text->write_order(position_rulebook(position), position_state(position),
                                        order, ORDER_PUBLIC, &words);
    if (words.cut)
        return ERR(err, RC_BUG, "an order is longer than an entry can be");
    rc = signing
             ? signing_seal(desk, position, signing, held ? &held->commitment : NULL, entry, err)
             : RC_OK;
    if (rc != RC_OK)
        return rc;
    gather_seals(position, order, held, &seals);
    rc = position_append(desk, position, entry, seals.seal, seals.count, letter, err);
    secret_wipe(&seals, sizeof seals);
    return rc;
}

static enum rc log_order(struct desk *desk, struct position *position, struct entry *entry,
                         const struct order *order, struct err *err)
{
    return log_order_with(desk, position, entry, order, NULL, NULL, NULL, err);
}

/* ---- the table ---- */

static enum rc answer_draw(struct desk *desk, struct position *position,
                           const struct decision *decision, struct err *err)
{
    uint16_t number[DRAW_NUMBERS_MAX];
    struct order order = {0};
    struct entry entry;
    enum rc rc;

    draw_numbers(&position->seed, decision->name, decision->bound, decision->bound_count, number);
    position->played->rules->draw_order(position_rulebook(position), position_state(position),
                                        decision, number, &order);
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DRAW);
    text_copy(entry.name, sizeof entry.name, decision->name);
    rc = log_order(desk, position, &entry, &order, err);
    secret_wipe(number, sizeof number);
    secret_wipe(&order, sizeof order);
    return rc;
}

/* The first question that the table answers, one at a time; *done when one was answered. */
static enum rc answer_one(struct desk *desk, struct position *position, bool *done, struct err *err)
{
    *done = false;
    for (unsigned i = 0; i < position->decision_count; i++) {
        struct decision decision = position->decision[i];
        enum rc rc;

        if (decision.kind == DECISION_DRAW && position->has_seed) {
            *done = true;
            return answer_draw(desk, position, &decision, err);
        }
        if (decision.kind != DECISION_OPEN)
            continue;
        rc = reveal_seal(desk, position, decision.name, done, err);
        if (rc != RC_OK || *done)
            return rc;
    }
    return RC_OK;
}

/* ---- standing answers ---- */

/* Give one order that a seat's line decided; *given is false if the rules refuse it after all. */
static enum rc give_own(struct desk *desk, struct position *position,
                        const struct own_answer *answer, bool *given, struct err *err)
{
    struct entry entry;
    bool held = true;
    enum rc rc = RC_OK;

    *given = position->played->rules->check(position_rulebook(position), position_state(position),
                                            &answer->order, NULL) == VERDICT_DONE;
    if (!*given)
        return RC_OK;
    if (answer->name[0] && !answer->opened)
        rc = reveal_seal(desk, position, answer->name, &held, err);
    entry_init(&entry, 0, 0, answer->order.seat, ENTRY_ORDER);
    text_copy(entry.name, sizeof entry.name, answer->name);
    return rc == RC_OK ? log_order(desk, position, &entry, &answer->order, err) : rc;
}

/* Give what standing answers order; late: see own_decide. *given when there was any. */
static enum rc give_owns(struct desk *desk, struct position *position, unsigned late, bool *given,
                         struct err *err)
{
    struct own_answer answer[SEATS_MAX];
    unsigned count;
    bool one;
    enum rc rc = own_decide(desk, position, late, answer, &count, err);

    *given = false;
    for (unsigned i = 0; i < count && rc == RC_OK; i++) {
        rc = give_own(desk, position, &answer[i], &one, err);
        *given |= one;
    }
    secret_wipe(answer, sizeof answer);
    return rc;
}

/* ---- the end of a game ---- */

enum rc adjudicate_end(struct desk *desk, struct position *position, struct entry *entry,
                       struct err *err)
{
    enum rc rc = position_append(desk, position, entry, NULL, 0, NULL, err);

    if (rc == RC_OK)
        rc = reveal_all(desk, position, err);
    if (rc == RC_OK)
        rc = wishes_open_notes(desk, position, err);
    if (rc == RC_OK)
        rc = ledger_key_forget(desk->ledger, LEDGER_KEY_BOX, position->game, err);
    return rc;
}

static enum rc end_game(struct desk *desk, struct position *position, struct err *err)
{
    static const uint8_t results[] = {
        [GAME_WON] = ENTRY_WON, [GAME_DRAWN] = ENTRY_DRAWN, [GAME_VOID] = ENTRY_VOID};
    struct outcome outcome = {0};
    struct entry entry;

    position_outcome(position, &outcome);
    if (outcome.over == GAME_GOES_ON)
        return ERR(err, RC_BUG, "a game stands without any open question");
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = results[outcome.over];
    entry.seat = outcome.over == GAME_WON ? outcome.winner : 0;
    text_copy(entry.words, sizeof entry.words, outcome.reason ? outcome.reason : "");
    return adjudicate_end(desk, position, &entry, err);
}

/* Sealed luck was not opened by its deadline: nobody may choose another, so there is no game. */
static enum rc end_unlucky(struct desk *desk, struct position *position, struct err *err)
{
    struct entry entry;
    struct text reason;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = ENTRY_VOID;
    text_init(&reason, entry.words, sizeof entry.words);
    text_put(&reason, POSITION_LUCK_UNOPENED);
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (!position_is_open_luck(open->decision) || open->due_s > desk_now(desk))
            continue;
        text_put(&reason, " seat/");
        text_put_int(&reason, open->seat);
    }
    return adjudicate_end(desk, position, &entry, err);
}

/* Has every seat given luck? */
static bool luck_is_given(const struct position *position)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->luck[seat] == ENTRY_LUCK_NONE)
            return false;
    return true;
}

enum rc adjudicate_table(struct desk *desk, struct position *position, unsigned *answered,
                         struct err *err)
{
    bool done = true;
    enum rc rc = RC_OK;

    *answered = 0;
    if (position->phase == POSITION_LUCK && position->rostered && luck_is_given(position)) {
        rc = adjudicate_lucks(desk, position, err);
        (*answered)++;
    }
    while (rc == RC_OK && done && position->phase != POSITION_OVER) {
        if (position->phase == POSITION_PLAY && position->decision_count == 0) {
            rc = end_game(desk, position, err);
            (*answered)++;
            break;
        }
        rc = answer_one(desk, position, &done, err);
        if (rc == RC_OK && !done)
            rc = give_owns(desk, position, 0, &done, err);
        *answered += done;
    }
    return rc;
}

/* ---- luck ---- */

enum rc adjudicate_luck(struct adjudication *adjudication, enum entry_luck luck, const char *words,
                        const struct hash *sealed, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    struct position_seal seal = {.name = name, .seat = adjudication->seat};
    struct entry entry;
    enum rc rc;

    entry_init(&entry, 0, 0, adjudication->seat, ENTRY_LUCK);
    entry.luck[0] = (uint8_t)luck;
    entry.letter = adjudication->letter && !adjudication->letter_told;
    if (luck == ENTRY_LUCK_SEALED) {
        seal_name_write(SEAL_LUCK, adjudication->seat, 0, name);
        seal.commitment = *sealed;
    } else
        text_copy(entry.words, sizeof entry.words, words);
    rc = position_append(adjudication->desk, adjudication->position, &entry, &seal,
                         luck == ENTRY_LUCK_SEALED, adjudication->letter, err);
    adjudication->letter_told |= entry.letter;
    return rc;
}

enum rc adjudicate_lucks(struct desk *desk, struct position *position, struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_LUCKS);
    entry.count = (uint8_t)position->genesis.seats;
    memcpy(entry.luck, position->luck, sizeof entry.luck);
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

/* ---- lines ---- */

static const void *state_of(const struct adjudication *adjudication)
{
    return adjudication->trial ? adjudication->trial : position_state(adjudication->position);
}

static enum line_fate fate_of(enum verdict_kind kind)
{
    static const enum line_fate fates[VERDICT_KIND_COUNT] = {[VERDICT_DONE] = LINE_DONE,
                                                             [VERDICT_MALFORMED] = LINE_MALFORMED,
                                                             [VERDICT_ILLEGAL] = LINE_ILLEGAL,
                                                             [VERDICT_AMBIGUOUS] = LINE_AMBIGUOUS};

    return fates[kind];
}

/* "[combat/3/1]" and "?" stand in the log for what a reader may not know; nobody orders that. */
static bool has_unknown(const struct order *order)
{
    for (unsigned i = 0; i < order->count; i++)
        if (order->arg[i] == ORDER_UNKNOWN)
            return true;
    return false;
}

/* It may well be meant, but not surely enough: he is shown it as the one choice. */
static enum verdict_kind ask_back(struct line_outcome *outcome)
{
    outcome->choice[0] = outcome->order;
    outcome->choice_count = 1;
    outcome->verdict.kind = VERDICT_AMBIGUOUS;
    outcome->verdict.reason = "asked-back";
    return VERDICT_AMBIGUOUS;
}

/* Understand a line and ask the rules whether it may be ordered. */
static enum verdict_kind judge(const struct adjudication *adjudication, const char *line,
                               size_t length, struct line_outcome *outcome)
{
    const struct game *game = adjudication->position->played;
    const void *rulebook = position_rulebook(adjudication->position);
    const void *state = state_of(adjudication);
    struct verdict *verdict = &outcome->verdict;
    struct order order = {0}, canonical;
    bool asks = false;
    enum verdict_kind kind;

    if (!adjudication->strict && game->text->parse)
        kind = phrase_read(game, rulebook, adjudication->lexicon, adjudication->seat, line, length,
                           &order, &asks, verdict);
    else if (length && line[length - 1] == '?') /* "resign?" is a thought, not an order */
        kind = verdict_malformed(verdict, "question", 1, line, (unsigned)length);
    else if (game->text->read_order(rulebook, adjudication->seat, line, length, &order))
        kind = VERDICT_DONE;
    else
        kind = verdict_malformed(verdict, "strict", 1, line, (unsigned)length);
    if (kind != VERDICT_DONE)
        return kind;
    order.seat = (uint8_t)adjudication->seat;
    outcome->order = canonical = order;
    if (game->text->resolve)
        kind = game->text->resolve(rulebook, state, &order, &canonical, outcome->choice,
                                   &outcome->choice_count, verdict);
    if (kind != VERDICT_DONE)
        return kind;
    if (has_unknown(&canonical))
        return verdict_malformed(verdict, "strict", 1, line, (unsigned)length);
    outcome->order = canonical;
    kind = game->rules->check(rulebook, state, &canonical, verdict);
    return kind == VERDICT_DONE && asks ? ask_back(outcome) : kind;
}

/* Must what follows wait: does the table stand before an answer, or is this seat not asked? */
static bool trial_stops(const struct adjudication *adjudication)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count = adjudication->position->played->rules->open_decisions(
        position_rulebook(adjudication->position), adjudication->trial, decision);
    bool asked = false;

    for (unsigned i = 0; i < count; i++) {
        if (decision[i].kind != DECISION_ORDER)
            return true;
        asked |= decision[i].seat == adjudication->seat;
    }
    return !asked;
}

static void try_order(const struct adjudication *adjudication, struct line_outcome *outcome)
{
    adjudication->position->played->rules->apply(position_rulebook(adjudication->position),
                                                 adjudication->trial, &outcome->order, NULL);
    outcome->n = -1;
    outcome->stopped = trial_stops(adjudication);
}

static enum rc carry_out(struct adjudication *adjudication, const struct held_line *held,
                         const struct signing *signing, struct line_outcome *outcome,
                         struct err *err)
{
    struct position *position = adjudication->position;
    struct entry entry;
    unsigned answered = 0;
    enum rc rc;

    entry_init(&entry, 0, 0, adjudication->seat, ENTRY_ORDER);
    entry.letter = adjudication->letter && !adjudication->letter_told;
    rc =
        log_order_with(adjudication->desk, position, &entry, &outcome->order,
                       held->kind == HELD_SEALED ? held : NULL, signing, adjudication->letter, err);
    outcome->n = (int64_t)entry.number;
    adjudication->letter_told |= entry.letter;
    if (rc == RC_OK)
        rc = adjudicate_table(adjudication->desk, position, &answered, err);
    outcome->stopped = answered > 0 || !adjudicate_is_asked(position, adjudication->seat);
    return rc;
}

/* A player opens a seal that he holds. */
static enum rc carry_out_opening(struct adjudication *adjudication, const struct held_line *held,
                                 struct line_outcome *outcome, struct err *err)
{
    struct position *position = adjudication->position;
    struct entry entry;
    unsigned answered = 0;
    enum rc rc;

    entry_init(&entry, 0, 0, adjudication->seat, ENTRY_OPEN);
    entry.letter = adjudication->letter && !adjudication->letter_told;
    text_copy(entry.name, sizeof entry.name, held->name);
    text_copy(entry.words, sizeof entry.words, held->payload);
    memcpy(entry.nonce, held->nonce, sizeof entry.nonce);
    rc = position_append(adjudication->desk, position, &entry, NULL, 0, adjudication->letter, err);
    outcome->n = (int64_t)entry.number;
    adjudication->letter_told |= entry.letter;
    if (rc == RC_OK)
        rc = adjudicate_table(adjudication->desk, position, &answered, err);
    outcome->stopped = answered > 0;
    return rc;
}

static enum rc open_line(struct adjudication *adjudication, const struct held_line *held,
                         struct line_outcome *outcome, struct err *err)
{
    enum rc rc = held_check_opening(adjudication->desk, adjudication->position, adjudication->seat,
                                    held, &outcome->verdict, err);

    outcome->is_opening = true;
    outcome->fate = fate_of(outcome->verdict.kind);
    outcome->stopped = true; /* of a preview: what follows depends on it */
    if (rc != RC_OK || outcome->fate != LINE_DONE || adjudication->trial)
        return rc;
    return carry_out_opening(adjudication, held, outcome, err);
}

static enum verdict_kind judge_sealed(const struct adjudication *adjudication,
                                      const struct held_line *held, struct line_outcome *outcome)
{
    const struct held_reader reader = {adjudication->position, state_of(adjudication),
                                       adjudication->strict ? NULL : adjudication->lexicon,
                                       adjudication->seat};

    return held_order(&reader, held, &outcome->order, outcome->choice, &outcome->choice_count,
                      &outcome->verdict);
}

enum rc adjudicate_line(struct adjudication *adjudication, const char *line, size_t length,
                        struct line_outcome *outcome, struct err *err)
{
    struct signing signing;
    struct held_line held;
    enum rc rc = signing_read(adjudication->desk, adjudication->position, adjudication->seat, line,
                              length, &signing, err);

    *outcome = (struct line_outcome){.n = -1};
    if (rc != RC_OK)
        return rc;
    if (signing.present ? !signing.good : adjudication->signed_only) {
        outcome->fate = LINE_ILLEGAL;
        verdict_illegal(&outcome->verdict, NULL,
                        signing.present ? "talk.signature-wrong" : "talk.signature-needed");
        return RC_OK;
    }
    line = signing.order;
    length = signing.length;
    if (held_read(line, length, &held) == HELD_OPENING) {
        rc = open_line(adjudication, &held, outcome, err);
        secret_wipe(&held, sizeof held);
        return rc;
    }
    outcome->fate = fate_of(held.kind == HELD_SEALED ? judge_sealed(adjudication, &held, outcome)
                                                     : judge(adjudication, line, length, outcome));
    if (outcome->fate == LINE_ILLEGAL && held.kind == HELD_NONE)
        outcome->choice_count = nearest_orders(
            adjudication->position->played, position_rulebook(adjudication->position),
            state_of(adjudication), &outcome->order, outcome->choice);
    if (outcome->fate != LINE_DONE)
        return RC_OK;
    if (adjudication->trial) {
        try_order(adjudication, outcome);
        return RC_OK;
    }
    return carry_out(adjudication, &held, &signing, outcome, err);
}

static enum rc lines_in_turn(struct adjudication *adjudication, const struct adjudicate_text *line,
                             unsigned count, struct line_outcome *outcome, bool *whole,
                             struct err *err)
{
    bool stopped = false;
    enum rc rc = RC_OK;

    *whole = true;
    for (unsigned i = 0; i < count && rc == RC_OK; i++) {
        if (stopped) {
            outcome[i] = (struct line_outcome){.fate = LINE_NOT_TRIED, .n = -1};
            *whole = false;
            continue;
        }
        rc = adjudicate_line(adjudication, line[i].text, line[i].length, &outcome[i], err);
        *whole &= outcome[i].fate == LINE_DONE;
        stopped = outcome[i].fate != LINE_DONE || outcome[i].stopped;
    }
    return rc;
}

enum rc adjudicate_lines(struct adjudication *adjudication, const struct adjudicate_text *line,
                         unsigned count, bool with_all, struct line_outcome *outcome,
                         struct err *err)
{
    bool whole, guarded = with_all && !adjudication->trial;
    enum rc rc = guarded ? desk_part_begin(adjudication->desk, err) : RC_OK;

    if (rc == RC_OK)
        rc = lines_in_turn(adjudication, line, count, outcome, &whole, err);
    if (rc != RC_OK)
        return rc;
    if (with_all && !whole)
        for (unsigned i = 0; i < count; i++)
            if (outcome[i].fate == LINE_DONE)
                outcome[i].fate = LINE_UNDONE;
    if (guarded)
        rc = whole ? desk_part_keep(adjudication->desk, err)
                   : desk_part_drop(adjudication->desk, err);
    if (guarded && !whole)
        adjudication->position = NULL; /* it went with the part */
    return rc;
}

/* ---- missed deadlines ---- */

static const struct decision *find_question(const struct position *position,
                                            const struct timing_open *open)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].id == open->decision && position->decision[i].seat == open->seat)
            return &position->decision[i];
    return NULL;
}

/* One of the seat's legal orders, drawn by the table under a label of its own. */
static enum rc draw_lot(const struct position *position, unsigned seat, uint32_t decision,
                        struct order *order, struct err *err)
{
    struct order *list = malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    char label[SEAL_NAME_BYTES];
    struct draw draw;
    unsigned count;

    if (!list)
        return ERR(err, RC_NO_MEMORY, "no memory for a list of orders");
    count = position->played->rules->legal(position_rulebook(position), position_state(position),
                                           seat, list);
    if (count) {
        replay_lot_label(position->replay, decision, label);
        draw_start(&draw, &position->seed, label);
        *order = list[draw_number(&draw, count)];
        secret_wipe(&draw, sizeof draw);
    }
    free(list);
    return count ? RC_OK : ERR(err, RC_BUG, "a question without any legal order");
}

static enum rc default_order(struct desk *desk, struct position *position,
                             const struct decision *question, const struct timing_open *open,
                             struct err *err)
{
    struct order order = question->fallback_order;
    unsigned answered;
    struct entry entry;
    enum rc rc = RC_OK;

    entry_init(&entry, 0, 0, open->seat, ENTRY_DEFAULT);
    entry.decision = open->decision;
    entry.due_s = open->due_s;
    entry.why = question->fallback == FALLBACK_LOT ? ENTRY_WHY_LOT
                : question->kind == DECISION_OPEN  ? ENTRY_WHY_UNOPENED
                                                   : ENTRY_WHY_TIMEOUT;
    if (question->fallback == FALLBACK_LOT)
        rc = draw_lot(position, open->seat, open->decision, &order, err);
    order.seat = open->seat;
    if (rc == RC_OK)
        rc = log_order(desk, position, &entry, &order, err);
    if (rc == RC_OK)
        rc = adjudicate_table(desk, position, &answered, err);
    return rc;
}

/* A seat that wished to resign when its time runs out does. */
static enum rc resign_on_time(struct desk *desk, struct position *position,
                              const struct timing_open *open, bool *given, struct err *err)
{
    struct position_letter letter = {.arrived_s = open->due_s};
    struct order order = {0};
    struct entry entry;
    unsigned answered;
    enum rc rc = wishes_resign(desk, position, open, &order, given, err);

    if (rc != RC_OK || !*given)
        return rc;
    entry_init(&entry, 0, 0, open->seat, ENTRY_ORDER);
    rc = log_order_with(desk, position, &entry, &order, NULL, NULL, &letter, err);
    return rc == RC_OK ? adjudicate_table(desk, position, &answered, err) : rc;
}

bool adjudicate_can_default(const struct position *position, const struct timing_open *open)
{
    const struct decision *question = find_question(position, open);

    if (!question || position_is_luck(open->decision))
        return question != NULL;
    return question->fallback != FALLBACK_NONE &&
           (question->fallback != FALLBACK_LOT || position->has_seed);
}

enum rc adjudicate_default(struct desk *desk, struct position *position,
                           const struct timing_open *open, struct err *err)
{
    struct timing_open kept = *open; /* the position changes below it */
    const struct decision *question = find_question(position, &kept);
    unsigned answered;
    bool given;
    enum rc rc;

    if (!question)
        return RC_OK;
    if (position_is_luck(kept.decision)) {
        rc = adjudicate_lucks(desk, position, err);
        return rc == RC_OK ? adjudicate_table(desk, position, &answered, err) : rc;
    }
    if (position_is_open_luck(kept.decision))
        return end_unlucky(desk, position, err);
    if (!replay_is_due(position->replay, kept.seat, kept.decision)) {
        rc = give_owns(desk, position, kept.seat, &given, err);
        if (rc != RC_OK || given)
            return rc == RC_OK ? adjudicate_table(desk, position, &answered, err) : rc;
    }
    rc = resign_on_time(desk, position, &kept, &given, err);
    if (rc != RC_OK || given)
        return rc;
    question = find_question(position, &kept);
    if (!question || question->fallback == FALLBACK_NONE ||
        (question->fallback == FALLBACK_LOT && !position->has_seed))
        return RC_OK;
    return default_order(desk, position, question, &kept, err);
}

/* ---- derived rows ---- */

static void write_result(const struct position *position, struct text *out)
{
    static const char *const words[] = {
        [GAME_GOES_ON] = "", [GAME_WON] = "won", [GAME_DRAWN] = "drawn", [GAME_VOID] = "void"};
    struct outcome outcome = {0};

    if (position->phase != POSITION_OVER)
        return;
    position_outcome(position, &outcome);
    text_put(out, words[outcome.over]);
    if (outcome.over == GAME_WON) {
        text_put_char(out, ' ');
        text_put_int(out, outcome.winner);
    }
    if (outcome.reason) { /* with the seats that lose by it */
        bool unlucky = text_equal(outcome.reason, POSITION_LUCK_UNOPENED);

        text_put_char(out, ' ');
        text_put(out, unlucky ? position->end_reason : outcome.reason);
    }
}

enum rc adjudicate_settle(struct desk *desk, struct position *position, struct err *err)
{
    struct ledger_decision row[DECISIONS_MAX] = {0};
    enum ledger_status status = position->phase == POSITION_OVER ? LEDGER_OVER
                                : position->timing.pause_s       ? LEDGER_PAUSED
                                : position->rostered             ? LEDGER_RUNNING
                                                                 : LEDGER_FORMING;
    char result[POSITION_REASON_BYTES + 16];
    struct text text;
    bool stands = position->timing.pause_s != 0;
    enum rc rc = deadlines_settle(desk, position, err);

    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];
        bool timed = open->due_s != TIMING_NEVER && !stands;

        row[i] = (struct ledger_decision){.game = position->game,
                                          .decision = open->decision,
                                          .seat = open->seat,
                                          .clock = open->clock,
                                          .time_class = open->time_class,
                                          .opened_n = open->opened_n,
                                          .opened_s = open->opened_s,
                                          .due_s = timed ? open->due_s : -1,
                                          .left_s = open->left_s};
    }
    text_init(&text, result, sizeof result);
    write_result(position, &text);
    if (rc == RC_OK)
        rc = ledger_status_set(desk->ledger, position->game, status, result, err);
    if (rc == RC_OK)
        rc = ledger_decisions_put(desk->ledger, position->game, row, position->timing.open_count,
                                  err);
    return rc;
}
