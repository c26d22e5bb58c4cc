/* SPDX-License-Identifier: MIT */
/* What is done for a seat that did not answer in time: its standing orders, its timeout order, the
 * rules' default. */
#include "play/adjudicate_p.h"
#include "play/clocks.h"
#include "play/timeout.h"

static const struct decision *find_question(const struct position *position,
                                            const struct timing_open *open)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].id == open->decision && position->decision[i].seat == open->seat)
            return &position->decision[i];
    return NULL;
}

static enum rc default_order(struct desk *desk, struct position *position,
                             const struct decision *question, const struct timing_open *open,
                             struct err *err)
{
    struct order order = question->fallback_order;
    unsigned answered;
    struct entry entry;

    entry_init(&entry, 0, 0, open->seat, ENTRY_DEFAULT);
    entry.decision = open->decision;
    entry.due_s = open->due_s;
    entry.why = question->fallback == FALLBACK_LOT ? ENTRY_WHY_LOT
                : question->kind == DECISION_OPEN  ? ENTRY_WHY_UNOPENED
                                                   : ENTRY_WHY_TIMEOUT;
    if (question->fallback == FALLBACK_LOT)
        TRY(replay_drawn_order(position->replay, &entry, &position->seed, &order, err));
    order.seat = open->seat;
    TRY(adjudicate_log(desk, position, &entry, &order, err));
    return adjudicate_table(desk, position, &answered, err);
}

/* The timeout order is a line like any other: which it was is sealed with the order. */
static enum rc resign_by_line(struct desk *desk, struct position *position,
                              const struct timing_open *open, const struct order *order,
                              struct err *err)
{
    char line[SEAL_NAME_MAX + 1];
    struct entry entry;
    unsigned answered;

    timeout_of(position, open->seat, open->due_s, line);
    entry_init(&entry, 0, 0, open->seat, ENTRY_DEFAULT);
    entry.decision = open->decision;
    entry.due_s = open->due_s;
    entry.why = ENTRY_WHY_LINE;
    TRY(adjudicate_log_by(desk, position, &entry, order, line, err));
    return adjudicate_table(desk, position, &answered, err);
}

/* A seat that wished to resign when its time runs out does. */
static enum rc resign_on_time(struct desk *desk, struct position *position,
                              const struct timing_open *open, bool *given, struct err *err)
{
    struct order order = {0};

    *given = timeout_resign(position, open, &order);
    return *given ? resign_by_line(desk, position, open, &order, err) : RC_OK;
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
    if (position_is_luck(kept.decision) || position_is_open_luck(kept.decision))
        return adjudicate_end_unlucky(desk, position, err);
    rc = adjudicate_give_owns(desk, position, &kept, &given, err);
    if (rc != RC_OK || given)
        return rc == RC_OK ? adjudicate_table(desk, position, &answered, err) : rc;
    if (replay_draws(position->replay, kept.seat, desk_now(desk)))
        return clocks_give_day(desk, position, REPLAY_VACATION_OF, kept.seat, err);
    rc = resign_on_time(desk, position, &kept, &given, err);
    if (rc != RC_OK || given)
        return rc;
    question = find_question(position, &kept);
    if (!question || question->fallback == FALLBACK_NONE ||
        (question->fallback == FALLBACK_LOT && !position->has_seed))
        return RC_OK;
    return default_order(desk, position, question, &kept, err);
}
