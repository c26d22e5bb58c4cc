/* SPDX-License-Identifier: MIT */
/* What a missed deadline would cost its reader, as the position stands: what is done for him then.
 */
#include "outbound/compose_p.h"
#include "play/timeout.h"

static void put(const struct making *making, const char *key, const struct order *order,
                struct buf *out)
{
    const struct position *position = making->news.position;
    char line[ORDER_TEXT_BYTES] = "";
    OWN_WIPED(buf) words = {0};
    struct text text;
    struct tell tell;

    if (order) {
        text_init(&text, line, sizeof line);
        position->played->text->write_order(position_rulebook(position), NULL, order, ORDER_FULL,
                                            &text);
        tell_order(wording_tell(&making->wording, &tell), position_rulebook(position), making->seat,
                   line, &words);
    }
    WORDING(&making->wording, out, key, "order", buf_text(&words));
}

/* The question as its reader may know it: the rules' fallback must not tell more than his view. */
static bool seen_by_reader(const struct making *making, const struct decision *decision,
                           struct decision *out)
{
    const struct position *position = making->news.position;
    struct decision list[DECISIONS_MAX];
    unsigned count = position->played->rules->open_decisions(position_rulebook(position),
                                                             making->news.view, list);

    for (unsigned i = 0; i < count; i++)
        if (list[i].id == decision->id && list[i].seat == decision->seat) {
            *out = list[i];
            return true;
        }
    return false;
}

/* A line that waits for the other side's order is given then. */
static enum rc find_line(struct making *making, struct standing_answer *answer, bool *found,
                         struct err *err)
{
    struct standing_answer list[SEATS_MAX];
    unsigned count = 0;
    enum rc rc =
        standing_order_decide(making->desk, making->news.position, making->seat, list, &count, err);

    *found = rc == RC_OK && count > 0;
    if (*found)
        *answer = list[0];
    return rc;
}

static void put_fallback(const struct making *making, const struct decision *decision,
                         struct buf *out)
{
    struct decision seen;

    if (!seen_by_reader(making, decision, &seen))
        return;
    if (seen.fallback == FALLBACK_ORDER)
        put(making, "letter.missed-order", &seen.fallback_order, out);
    else if (seen.fallback == FALLBACK_LOT)
        put(making, "letter.missed-lot", NULL, out);
}

/* Is a day of his stock drawn then? */
static bool draws_day(const struct making *making, const struct decision *decision)
{
    const struct position *position = making->news.position;
    const struct timing_open *open = timing_find(&position->timing, decision->id, making->seat);

    return open && open->due_s != TIMING_NEVER &&
           replay_draws(position->replay, making->seat, open->due_s);
}

enum rc compose_put_missed(struct making *making, const struct decision *decision, struct buf *out,
                           struct err *err)
{
    const struct position *position = making->news.position;
    char seal[SEAL_NAME_MAX + 1];
    struct standing_answer line;
    struct order resign;
    bool found = false;

    if (position_is_luck(decision->id)) {
        put(making, "letter.missed-luck", NULL, out);
        return RC_OK;
    }
    if (decision->kind != DECISION_ORDER)
        return RC_OK;
    TRY(find_line(making, &line, &found, err));
    making->is_settled |= found;
    if (found)
        put(making, line.lot ? "letter.line-waits-lot" : "letter.line-waits", &line.order, out);
    else if (timeout_of(position, making->seat, INT64_MAX, seal) == TIMEOUT_RESIGN &&
             timeout_can_resign(position, making->seat, &resign))
        put(making, "letter.missed-resign", NULL, out);
    else if (timeout_of(position, making->seat, INT64_MAX, seal) == TIMEOUT_DRAFT)
        put(making, "letter.missed-draft", NULL, out);
    else if (draws_day(making, decision))
        put(making, "letter.missed-stock", NULL, out);
    else
        put_fallback(making, decision, out);
    return RC_OK;
}
