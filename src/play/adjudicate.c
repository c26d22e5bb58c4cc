/* SPDX-License-Identifier: MIT */
/* The one path of an order, from a line to entries of the log. Defaults and the table's own
 * answers are in the adjudicate_*.c files. */
#include "play/adjudicate.h"

#include "play/adjudicate_p.h"
#include "play/held.h"
#include "play/nearest.h"
#include "play/signature.h"
#include "rules/places.h"
#include "seal/secret.h"

bool adjudicate_is_asked(const struct position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat)
            return true;
    return false;
}

/* ---- luck ---- */

static enum rc log_luck(struct adjudication *adjudication, enum entry_luck luck, const char *words,
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
    } else if (luck != ENTRY_LUCK_REFUSED) {
        text_copy(entry.words, sizeof entry.words, words);
    }
    if (luck == ENTRY_LUCK_WORDS)
        luck_of_seat(&adjudication->position->chain.genesis, adjudication->seat, words,
                     strlen(words), &entry.value[0]);
    rc = position_append(adjudication->desk, adjudication->position, &entry, &seal,
                         luck == ENTRY_LUCK_SEALED, adjudication->letter, err);
    adjudication->letter_told |= entry.letter;
    return rc;
}

/* Who plays against himself gives it for all his seats; what is sealed is sealed for one. */
enum rc adjudicate_luck(struct adjudication *adjudication, enum entry_luck luck, const char *words,
                        const struct hash *sealed, struct err *err)
{
    const struct position *position = adjudication->position;
    const unsigned seat = adjudication->seat;
    const int64_t player = position->player[seat];
    enum rc rc = log_luck(adjudication, luck, words, sealed, err);

    if (luck == ENTRY_LUCK_SEALED || !player)
        return rc;
    for (unsigned other = 1; other <= position->genesis.seats && rc == RC_OK; other++) {
        if (position->player[other] != player || !position_wants_luck(position, other))
            continue;
        adjudication->seat = other;
        rc = log_luck(adjudication, luck, words, NULL, err);
    }
    adjudication->seat = seat;
    return rc;
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

/* In exact notation alone. */
static enum verdict_kind judge_strictly(const struct adjudication *adjudication, const char *line,
                                        size_t length, struct understanding *read)
{
    const struct game *game = adjudication->position->played;
    const void *rulebook = position_rulebook(adjudication->position);

    if (length && line[length - 1] == '?') /* "resign?" is a thought, not an order */
        return verdict_malformed(&read->verdict, "question", 1, line, (unsigned)length);
    if (!game->text->read_order(rulebook, adjudication->seat, line, length, &read->order))
        return verdict_malformed(&read->verdict, "strict", 1, line, (unsigned)length);
    return understand_order(game, rulebook, adjudication->seat, state_of(adjudication), read);
}

/* Understand a line and ask the rules whether it may be ordered. */
static enum verdict_kind judge(const struct adjudication *adjudication, const char *line,
                               size_t length, struct line_outcome *outcome)
{
    const struct game *game = adjudication->position->played;
    OWN_MEMORY struct order *list =
        malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    OWN_MEMORY struct scene *scene = malloc(sizeof *scene);
    void *ahead = calloc(1, game->state_bytes);
    struct understanding read = {.choice_count = 0};
    enum verdict_kind kind =
        adjudication->strict || !game->text->parse
            ? judge_strictly(adjudication, line, length, &read)
            : places_understand(game, position_rulebook(adjudication->position),
                                adjudication->lexicon, adjudication->seat, state_of(adjudication),
                                line, length, list, ahead, scene, &read);

    if (ahead)
        secret_wipe(ahead, game->state_bytes);
    free(ahead);
    outcome->order = read.order;
    outcome->verdict = read.verdict;
    outcome->choice_count = read.choice_count;
    outcome->shows_all = read.shows_all;
    outcome->from_net = read.from_net;
    memcpy(outcome->choice, read.choice, sizeof outcome->choice);
    return kind;
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

static int points(const struct adjudication *adjudication)
{
    return game_points(adjudication->position->played, position_rulebook(adjudication->position),
                       adjudication->trial, adjudication->seat);
}

static void try_order(const struct adjudication *adjudication, struct line_outcome *outcome)
{
    int before = points(adjudication), after;

    adjudication->position->played->rules->apply(position_rulebook(adjudication->position),
                                                 adjudication->trial, &outcome->order, NULL);
    after = points(adjudication);
    outcome->n = -1;
    outcome->cost = (int16_t)(before >= after && after >= 0 ? before - after : -1);
    outcome->left = (int16_t)after;
    outcome->stopped = trial_stops(adjudication);
}

/* What ends the game is asked about once; an offer of it only beside other lines: "draw and add"
 * may be meant for another game. */
static bool must_confirm(const struct adjudication *adjudication, const struct order *order)
{
    const struct game_text *text = adjudication->position->played->text;
    unsigned flags = order->kind < text->kind_count ? text->kinds[order->kind].flags : 0;

    return adjudication->confirms &&
           (flags & ORDER_GIVES_UP ||
            ((flags & (ORDER_ALWAYS | ORDER_FINAL)) == (ORDER_ALWAYS | ORDER_FINAL) &&
             adjudication->several && !adjudication->strict));
}

static enum rc carry_out(struct adjudication *adjudication, const struct held_line *held,
                         const struct signature *signature, struct line_outcome *outcome,
                         struct err *err)
{
    struct position *position = adjudication->position;
    struct entry entry;
    unsigned answered = 0;
    enum rc rc;

    entry_init(&entry, 0, 0, adjudication->seat, ENTRY_ORDER);
    entry.letter = adjudication->letter && !adjudication->letter_told;
    rc = adjudicate_log_with(adjudication->desk, position, &entry, &outcome->order,
                             held->kind == HELD_SEALED ? held : NULL, signature,
                             adjudication->letter, err);
    outcome->n = (int64_t)entry.number;
    adjudication->letter_told |= entry.letter;
    THEN(rc, adjudicate_table(adjudication->desk, position, &answered, err));
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
    THEN(rc, adjudicate_table(adjudication->desk, position, &answered, err));
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
    struct signature signature;
    struct held_line held;
    WIPED_AT_END(held);

    TRY(signature_read(adjudication->desk, adjudication->position, adjudication->seat, line, length,
                       &signature, err));
    *outcome = (struct line_outcome){.n = -1, .cost = -1};
    if (signature.present ? !signature.good : adjudication->signed_only) {
        outcome->fate = LINE_ILLEGAL;
        verdict_illegal(&outcome->verdict, NULL,
                        signature.present ? "talk.signature-wrong" : "talk.signature-needed");
        return RC_OK;
    }
    line = signature.order;
    length = signature.length;
    if (held_read(line, length, &held) == HELD_OPENING)
        return open_line(adjudication, &held, outcome, err);
    outcome->fate = fate_of(held.kind == HELD_SEALED ? judge_sealed(adjudication, &held, outcome)
                                                     : judge(adjudication, line, length, outcome));
    if (outcome->fate == LINE_MALFORMED && !outcome->choice_count && !*outcome->verdict.word &&
        !adjudication->trial && held.kind == HELD_NONE &&
        !adjudicate_is_asked(adjudication->position, adjudication->seat)) {
        outcome->fate = LINE_ILLEGAL; /* rather than "a direction is wanted" */
        verdict_illegal(&outcome->verdict, NULL, "desk.not-asked");
        return RC_OK;
    }
    if (outcome->fate == LINE_ILLEGAL && held.kind == HELD_NONE && !outcome->choice_count)
        outcome->choice_count = nearest_orders(
            adjudication->position->played, position_rulebook(adjudication->position),
            state_of(adjudication), &outcome->order, outcome->choice);
    if (outcome->fate != LINE_DONE)
        return RC_OK;
    if (adjudication->trial) {
        try_order(adjudication, outcome);
        return RC_OK;
    }
    if (must_confirm(adjudication, &outcome->order)) {
        outcome->fate = LINE_TO_CONFIRM;
        return RC_OK;
    }
    return carry_out(adjudication, &held, &signature, outcome, err);
}

/* Refused only for now, since somebody is asked something else? */
static bool passes_by(const char *reason)
{
    static const char *const endings[] = {"not-asked", "not-now",           "your-turn",
                                          "not-turn",  "action-unfinished", "answered"};
    size_t length = strlen(reason);

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (length >= strlen(endings[i]) &&
            text_equal(reason + length - strlen(endings[i]), endings[i]))
            return true;
    return false;
}

/* What stands behind `done`, which ended what he is asked. Another like it may be what the rules
 * leave to somebody else: that is refused at once, and no "not yet". */
static void leave_out(const struct adjudication *adjudication, const struct adjudicate_text *line,
                      const struct line_outcome *done, struct line_outcome *outcome)
{
    *outcome = (struct line_outcome){.n = -1, .cost = -1};
    outcome->fate = LINE_NOT_TRIED;
    outcome->as_is = done->fate != LINE_DONE;
    if (done->fate == LINE_DONE && !done->is_opening &&
        judge(adjudication, line->text, line->length, outcome) == VERDICT_ILLEGAL &&
        outcome->order.kind == done->order.kind && !passes_by(outcome->verdict.reason))
        outcome->fate = LINE_ILLEGAL;
    outcome->choice_count = 0;
}

static enum rc lines_in_turn(struct adjudication *adjudication, const struct adjudicate_text *line,
                             unsigned count, struct line_outcome *outcome, bool *whole,
                             struct err *err)
{
    bool stopped = false, refused = false;
    unsigned last = 0; /* tried */
    enum rc rc = RC_OK;

    adjudication->several = count > 1;
    *whole = true;
    for (unsigned i = 0; i < count && rc == RC_OK; i++) {
        if (stopped) {
            leave_out(adjudication, &line[i], &outcome[last], &outcome[i]);
            *whole = false;
            continue;
        }
        last = i;
        rc = adjudicate_line(adjudication, line[i].text, line[i].length, &outcome[i], err);
        *whole &= outcome[i].fate == LINE_DONE;
        outcome[i].as_is = refused && outcome[i].fate == LINE_DONE;
        refused |= outcome[i].fate != LINE_DONE;
        /* A preview shows what the rest would do on the board as it is. */
        stopped = (refused && !adjudication->trial) || outcome[i].stopped;
    }
    return rc;
}

enum rc adjudicate_lines(struct adjudication *adjudication, const struct adjudicate_text *line,
                         unsigned count, bool with_all, struct line_outcome *outcome,
                         struct err *err)
{
    bool whole, guarded = with_all && !adjudication->trial;
    enum rc rc = guarded ? desk_part_begin(adjudication->desk, err) : RC_OK;

    THEN(rc, lines_in_turn(adjudication, line, count, outcome, &whole, err));
    TRY(rc);
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
