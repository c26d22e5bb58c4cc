/* SPDX-License-Identifier: MIT */
/* What the table answers by itself: draws, openings, standing answers, the end of a game. */

#include "ledger/work.h"
#include "play/adjudicate_p.h"
#include "play/standing_order.h"
#include "play/reveal.h"
#include "play/timeout.h"
#include "seal/secret.h"

/* ---- draws and openings ---- */

static enum rc answer_draw(struct desk *desk, struct position *position,
                           const struct decision *decision, struct err *err)
{
    struct order order;
    struct entry entry;
    WIPED_AT_END(order);

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DRAW);
    text_copy(entry.name, sizeof entry.name, decision->name);
    TRY(replay_drawn_order(position->replay, &entry, &position->seed, &order, err));
    return adjudicate_log(desk, position, &entry, &order, err);
}

/* The first question that the table answers, one at a time; *done when one was answered. */
static enum rc answer_one(struct desk *desk, struct position *position, bool *done, struct err *err)
{
    *done = false;
    for (unsigned i = 0; i < position->decision_count; i++) {
        struct decision decision = position->decision[i];

        if (decision.kind == DECISION_DRAW && position->has_seed) {
            *done = true;
            return answer_draw(desk, position, &decision, err);
        }
        if (decision.kind != DECISION_OPEN)
            continue;
        TRY(reveal_seal(desk, position, decision.name, done, err));
        if (*done)
            return RC_OK;
    }
    return RC_OK;
}

/* ---- standing answers ---- */

static enum rc log_by(struct desk *desk, struct position *position, struct entry *entry,
                      const struct standing_answer *answer, struct err *err)
{
    char name[SEAL_NAME_MAX + 1], line[SEAL_NAME_MAX + sizeof " else lot"];
    struct text text;

    seal_name_write(SEAL_OWN, answer->line.seat, answer->line.k, name);
    text_init(&text, line, sizeof line);
    TEXT_PUT(&text, name, answer->otherwise ? " else" : "", answer->lot ? " lot" : "");
    return adjudicate_log_by(desk, position, entry, &answer->order, line, err);
}

/* Behind a deadline that stands in the log comes no order any more: a line then decides as the
 * missed deadline's default. */
static void set_default(const struct position *position, const struct timing_open *late,
                        struct entry *entry)
{
    if (!late || !replay_is_due(position->replay, late->seat, late->decision))
        return;
    entry->kind = ENTRY_DEFAULT;
    entry->decision = late->decision;
    entry->due_s = late->due_s;
    entry->why = ENTRY_WHY_LINE;
}

/* Give one order that a seat's line decided; *given is false if the rules refuse it after all. */
static enum rc give_own(struct desk *desk, struct position *position,
                        const struct standing_answer *answer, const struct timing_open *late,
                        bool *given, struct err *err)
{
    struct entry entry;

    *given = position->played->rules->check(position_rulebook(position), position_state(position),
                                            &answer->order, NULL) == VERDICT_DONE;
    if (!*given)
        return RC_OK;
    entry_init(&entry, 0, 0, answer->order.seat, ENTRY_ORDER);
    set_default(position, late, &entry);
    return log_by(desk, position, &entry, answer, err);
}

enum rc adjudicate_give_owns(struct desk *desk, struct position *position,
                             const struct timing_open *late, bool *given, struct err *err)
{
    struct standing_answer answer[SEATS_MAX];
    unsigned count;
    bool one;
    WIPED_AT_END(answer);

    *given = false;
    TRY(standing_order_decide(desk, position, late ? late->seat : 0, answer, &count, err));
    for (unsigned i = 0; i < count; i++) {
        TRY(give_own(desk, position, &answer[i], late, &one, err));
        *given |= one;
    }
    return RC_OK;
}

/* ---- the end of a game ---- */

enum rc adjudicate_end(struct desk *desk, struct position *position, struct entry *entry,
                       struct err *err)
{
    TRY(position_append(desk, position, entry, NULL, 0, NULL, err));
    TRY(reveal_all(desk, position, err));
    TRY(own_open_notes(desk, position, err));
    return ledger_key_forget(desk->ledger, LEDGER_KEY_BOX, position->game, err);
}

static enum rc end_game(struct desk *desk, struct position *position, struct err *err)
{
    static const uint8_t results[] = {
        [GAME_WON] = ENTRY_WON, [GAME_DRAWN] = ENTRY_DRAWN, [GAME_VOID] = ENTRY_VOID};
    struct outcome outcome = {0};
    struct entry entry;

    position_outcome(position, &outcome);
    FAIL_IF(outcome.over == GAME_GOES_ON, err, RC_BUG, "a game stands without any open question");
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = results[outcome.over];
    entry.seat = outcome.over == GAME_WON ? outcome.winner : 0;
    text_copy(entry.words, sizeof entry.words, outcome.reason ? outcome.reason : "");
    return adjudicate_end(desk, position, &entry, err);
}

static enum rc end_for_luck(struct desk *desk, struct position *position, const char *why,
                            bool (*is_late)(uint32_t decision), struct err *err)
{
    struct entry entry;
    struct text reason;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = ENTRY_VOID;
    text_init(&reason, entry.words, sizeof entry.words);
    text_put(&reason, why);
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (!is_late(open->decision) || open->due_s > desk_now(desk))
            continue;
        TEXT_PUT(&reason, " seat/", TEXT_INT(open->seat));
    }
    return adjudicate_end(desk, position, &entry, err);
}

enum rc adjudicate_end_unlucky(struct desk *desk, struct position *position, struct err *err)
{
    return position->phase == POSITION_LUCK
               ? end_for_luck(desk, position, POSITION_LUCK_MISSING, position_is_luck, err)
               : end_for_luck(desk, position, POSITION_LUCK_UNOPENED, position_is_open_luck, err);
}

/* ---- luck, and all together ---- */

static enum rc adjudicate_lucks(struct desk *desk, struct position *position, struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_LUCKS);
    entry.count = (uint8_t)position->genesis.seats;
    memcpy(entry.luck, position->luck, sizeof entry.luck);
    memcpy(entry.value, position->luck_hash, sizeof entry.value);
    for (unsigned seat = 1; seat <= entry.count; seat++)
        if (position->house[seat])
            entry.luck[seat] = ENTRY_LUCK_HOUSE;
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

/* Has every seat given luck? */
static bool luck_is_given(const struct position *position)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position_wants_luck(position, seat))
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
            rc = adjudicate_give_owns(desk, position, NULL, &done, err);
        *answered += done;
    }
    return rc;
}
