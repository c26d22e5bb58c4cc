/* SPDX-License-Identifier: MIT */
/* Sets the timer of a seat's next reminder, and queues the letter when it is due; that of a pause
 * is set where it begins (play/clocks.c). */
#include "outbound/reminders.h"

#include "outbound/notice.h"
#include "outbound/outbox.h"
#include "play/clocks.h"

/* Where answers are wanted within hours, a reminder comes when a quarter of the time is left. */
static int64_t reminder_of(const struct desk *desk, const struct timing_open *open)
{
    int64_t before_s = desk->config->reminder_s;

    if (open->left_s > 0 && open->left_s <= before_s)
        before_s = open->left_s / 4;
    return timing_deadline(open) - before_s;
}

/* One timer a seat, for its next reminder. */
enum rc reminders_set(struct desk *desk, const struct position *position, unsigned seat,
                      struct err *err)
{
    struct ledger_timer timer = {REMINDERS_TIMER, position->game, seat, INT64_MAX};

    for (unsigned i = 0; i < position->timing.open_count && desk->config->reminder_s; i++) {
        const struct timing_open *open = &position->timing.open[i];
        int64_t due_s = reminder_of(desk, open);

        /* A reminder that would come with the question itself reminds of nothing. */
        if (open->seat == seat && open->due_s != TIMING_NEVER && due_s > desk_now(desk) &&
            due_s < timer.due_s)
            timer.due_s = due_s;
    }
    return timer.due_s < INT64_MAX ? ledger_timer_set(desk->ledger, &timer, err) : RC_OK;
}

/* The question that a timer was set for, if it is still open and was not moved. */
static const struct timing_open *
question_of(const struct desk *desk, const struct position *position, unsigned seat, int64_t due_s)
{
    unsigned count =
        position->is_frozen || position->timing.pause_s || replay_is_lent(position->replay, seat)
            ? 0
            : position->timing.open_count;

    for (unsigned i = 0; i < count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (open->seat == seat && open->due_s != TIMING_NEVER && reminder_of(desk, open) == due_s)
            return open;
    }
    return NULL;
}

enum rc reminders_due(struct desk *desk, const struct ledger_timer *timer, struct err *err)
{
    unsigned seat = (unsigned)timer->subject % 256; /* older rows: question and seat */
    struct position *position;

    TRY(position_get(desk, timer->game, &position, err));
    TRY(ledger_timer_drop(desk->ledger, REMINDERS_TIMER, timer->game, timer->subject, err));
    if (question_of(desk, position, seat, timer->due_s) && position->player[seat]) {
        struct outbox_letter letter = {.kind = OUTBOX_REMINDER,
                                       .game = position->game,
                                       .seat = seat,
                                       .n = (int64_t)position->chain.number,
                                       .facts.from_n = (int64_t)position->chain.number,
                                       .facts.player = position->player[seat]};

        TRY(outbox_put(desk, &letter, NULL, err));
    }
    return reminders_set(desk, position, seat, err);
}

/* ---- a pause that its players forget ---- */

static enum rc remind_of_pause(struct desk *desk, const struct position *position, struct err *err)
{
    uint32_t missing = replay_clock_missing(position->replay);
    int64_t days = (desk_now(desk) - position->timing.pause_s) / 86400;
    char array[TEXT_INT_BYTES];
    struct notice notice = {.arg = {{"n", text_of_int(array, days)}}, .count = 1};

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        bool asked = missing & 1u << seat;

        if (!position->player[seat] || position->house[seat])
            continue;
        notice.key = !asked                                     ? "talk.pause-agreed"
                     : replay_is_paused_alone(position->replay) ? "talk.pause-alone"
                                                                : "talk.pause-stands";
        notice.action[0] = asked ? REPLAY_RESUME : NULL;
        TRY(notice_seat(desk, position, seat, &notice, err));
    }
    return RC_OK;
}

enum rc reminders_pause_due(struct desk *desk, const struct ledger_timer *timer, struct err *err)
{
    struct ledger_timer next = {CLOCKS_PAUSE_TIMER, timer->game, 0,
                                desk_now(desk) + CLOCKS_PAUSE_NEXT_S};
    struct position *position;

    TRY(position_get(desk, timer->game, &position, err));
    if (!position->timing.pause_s || position->waits || position->phase == POSITION_OVER)
        return ledger_timer_drop(desk->ledger, CLOCKS_PAUSE_TIMER, timer->game, 0, err);
    TRY(ledger_timer_set(desk->ledger, &next, err));
    return !position->is_frozen ? remind_of_pause(desk, position, err) : RC_OK;
}
