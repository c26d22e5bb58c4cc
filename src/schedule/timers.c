/* SPDX-License-Identifier: MIT */
/* Closes deadlines and runs the other timers when their time has come. What a missed deadline
 * does is decided in play/adjudicate_default.c. */
#include "schedule/schedule.h"

#include "outbound/reminders.h"
#include "outbound/audience.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "play/clocks.h"
#include "play/deadlines.h"
#include "schedule/tournament_p.h"
#include "schedule/tournaments.h"
#include "commands/away.h"
#include "commands/lend.h"
#include "commands/offers.h"
#include "commands/ontime.h"
#include "commands/stock.h"

enum { TIMERS_BATCH = 256 };

struct due_list {
    unsigned count;
    struct ledger_decision at[TIMERS_BATCH];
};

static enum rc note_due(struct desk *desk, int64_t before_s, struct due_list *list, struct err *err)
{
    struct ledger_rows rows = ledger_decisions_due(desk->ledger, before_s, err);

    list->count = 0;
    while (list->count < TIMERS_BATCH && ledger_next(&rows, &list->at[list->count]))
        list->count++;
    return ledger_end(&rows);
}

/* Begin a change on a game whose question is still open as the list says.
 * out    *open: NULL when it is not; the change then does nothing */
static enum rc begin_on(struct desk *desk, const struct ledger_decision *row,
                        struct position **position, const struct timing_open **open,
                        struct err *err)
{
    *open = NULL;
    TRY(desk_begin(desk, err));
    TRY(position_get(desk, row->game, position, err));
    if (!(*position)->is_frozen && !(*position)->timing.pause_s)
        *open = timing_find(&(*position)->timing, (uint32_t)row->decision, (unsigned)row->seat);
    return RC_OK;
}

static void log_closed(const struct desk *desk, const struct ledger_decision *row)
{
    char game[TEXT_INT_BYTES], seat[TEXT_INT_BYTES], decision[TEXT_INT_BYTES];

    LOG(&desk->log, LOG_INFO, "deadline", "game", text_of_int(game, row->game), "seat",
        text_of_int(seat, row->seat), "decision", text_of_int(decision, row->decision));
}

/* A question of the seat whose turn was over before it was asked. */
static const struct timing_open *find_spent(const struct position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == seat && timing_is_spent(&position->timing.open[i]))
            return &position->timing.open[i];
    return NULL;
}

/* What is done for him, to the end of a turn whose time is over: no more of it is asked. */
static enum rc do_for_him(struct desk *desk, struct position *position,
                          const struct timing_open *open, struct err *err)
{
    unsigned seat = open->seat;
    uint64_t before;
    enum rc rc;

    do {
        before = position->chain.number;
        rc = adjudicate_default(desk, position, open, err);
        open = rc == RC_OK ? find_spent(position, seat) : NULL;
    } while (open && position->chain.number != before);
    return rc;
}

static enum rc close_one(struct desk *desk, const struct ledger_decision *row, int64_t until_s,
                         unsigned *closed, struct err *err)
{
    const struct timing_open *open;
    struct position *position;
    bool drafted, went_on = false;
    enum rc rc = begin_on(desk, row, &position, &open, err);
    uint64_t before = rc == RC_OK ? position->chain.number : 0;
    unsigned seat = (unsigned)row->seat,
             missed = rc == RC_OK ? replay_missed(position->replay, seat) : 0,
             drawn = rc == RC_OK ? replay_drawn(position->replay, seat) : 0;

    if (rc == RC_OK && open && open->due_s < until_s && replay_is_lent(position->replay, seat) &&
        replay_lent_until(position->replay, seat, NULL) < desk_now(desk)) {
        rc = lend_due(desk, row->game, seat, err); /* what is done from here on is his own */
        open = timing_find(&position->timing, (uint32_t)row->decision, seat);
    }
    if (rc == RC_OK && open && open->due_s < until_s) {
        rc = ontime_draft(desk, &position, open, &drafted, err);
        open = timing_find(&position->timing, (uint32_t)row->decision, (unsigned)row->seat);
        if (rc == RC_OK && !drafted && open)
            rc = do_for_him(desk, position, open, err);
    }
    if (rc == RC_OK && position->chain.number != before) {
        rc = adjudicate_settle(desk, position, err);
        if (rc == RC_OK && replay_missed(position->replay, seat) > missed)
            rc = away_missed(desk, position, seat, err);
        if (rc == RC_OK && replay_drawn(position->replay, seat) > drawn)
            rc = stock_drawn(desk, position, seat, err);
        THEN(rc, audience_tell(desk, position, 0, err));
        went_on = true;
    }
    rc = desk_end(desk, rc, err);
    if (rc == RC_OK && went_on) { /* what the log says is so */
        log_closed(desk, row);
        (*closed)++;
    }
    return rc;
}

/* ---- letters that wait for their time ---- */

struct timer_list {
    unsigned count;
    struct ledger_timer at[TIMERS_BATCH];
};

static const char *const kinds[] = {REMINDERS_TIMER,       AUDIENCE_WATCH,   AUDIENCE_DIGEST,
                                    AUDIENCE_NEWS,         TOURNAMENTS_TERM, TOURNAMENT_LUCK_TIMER,
                                    TOURNAMENT_SLOW_TIMER, OFFERS_TIMER,     LEND_TIMER,
                                    CLOCKS_PAUSE_TIMER};

static enum rc note_timers(struct desk *desk, struct timer_list *list, struct err *err)
{
    struct ledger_rows rows = ledger_timers_due(desk->ledger, desk_now(desk), err);
    struct ledger_timer timer;

    while (list->count < TIMERS_BATCH && ledger_next(&rows, &timer))
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            if (text_equal(timer.kind, kinds[i])) {
                list->at[list->count] = timer;
                list->at[list->count++].kind = kinds[i]; /* outlives the row */
            }
    return ledger_end(&rows);
}

static enum rc run_timer(struct desk *desk, const struct ledger_timer *timer, struct err *err)
{
    enum rc rc = desk_begin(desk, err);

    TRY(rc);
    if (text_equal(timer->kind, REMINDERS_TIMER))
        rc = reminders_due(desk, timer, err);
    else if (text_equal(timer->kind, CLOCKS_PAUSE_TIMER))
        rc = reminders_pause_due(desk, timer, err);
    else if (text_equal(timer->kind, AUDIENCE_NEWS))
        rc = audience_news_due(desk, timer, err);
    else if (text_equal(timer->kind, TOURNAMENTS_TERM))
        rc = tournaments_term_due(desk, timer->subject, err);
    else if (text_equal(timer->kind, TOURNAMENT_LUCK_TIMER))
        rc = tournaments_luck_due(desk, timer->subject, err);
    else if (text_equal(timer->kind, LEND_TIMER))
        rc = lend_due(desk, timer->game, (unsigned)timer->subject, err);
    else if (text_equal(timer->kind, OFFERS_TIMER))
        rc = offers_due(desk, timer->subject, err);
    else if (text_equal(timer->kind, TOURNAMENT_SLOW_TIMER))
        rc = tournament_slow_due(desk, timer->subject, err);
    else
        rc = text_equal(timer->kind, AUDIENCE_WATCH)
                 ? audience_watch_due(desk, timer->game, err)
                 : audience_digest_due(desk, timer->subject, err);
    return desk_end(desk, rc, err);
}

static enum rc run_timers(struct desk *desk, struct err *err)
{
    OWN_MEMORY struct timer_list *list = calloc(1, sizeof *list);

    TRY(list ? note_timers(desk, list, err) : ERR(err, RC_NO_MEMORY, "no memory for reminders"));
    for (unsigned i = 0; i < list->count; i++)
        TRY(run_timer(desk, &list->at[i], err));
    return RC_OK;
}

enum rc timers_run(struct desk *desk, int64_t settled_s, unsigned *closed, struct err *err)
{
    int64_t now = desk_now(desk), until = settled_s < now ? settled_s : now;
    OWN_MEMORY struct due_list *list = calloc(1, sizeof *list);

    *closed = 0;
    FAIL_IF(!list, err, RC_NO_MEMORY, "no memory for deadlines");
    if (until > 0)
        TRY(note_due(desk, until, list, err));
    for (unsigned i = 0; i < list->count; i++)
        TRY(close_one(desk, &list->at[i], until, closed, err));
    return run_timers(desk, err);
}

enum rc timers_next(struct desk *desk, int64_t *next_s, struct err *err)
{
    int64_t due = -1, timer = -1;
    enum rc rc = ledger_next_deadline(desk->ledger, &due, err);

    THEN(rc, ledger_next_timer(desk->ledger, &timer, err));
    *next_s = INT64_MAX;
    if (due >= 0)
        *next_s = due + 1;
    if (timer >= 0 && timer < *next_s)
        *next_s = timer;
    return rc;
}

/* ---- an outage ---- */

/* A deadline that was set since then knows of what was before: so one that was moved, and the
 * server killed before anybody noted that all were. */
static enum rc note_changed(struct desk *desk, const struct timing_open *open, int64_t game,
                            int64_t *since_s, struct err *err)
{
    struct ledger_rows rows = ledger_entries(desk->ledger, game, open->changed_n, err);
    struct ledger_entry row;

    if (ledger_next(&rows, &row) && row.at_s > *since_s)
        *since_s = row.at_s;
    return ledger_end(&rows);
}

static enum rc move_one(struct desk *desk, const struct ledger_decision *row, int64_t since_s,
                        unsigned *moved, struct err *err)
{
    const struct timing_open *open;
    struct position *position;
    struct calendar calendar;
    struct entry entry;
    int64_t by_s = 0;
    enum rc rc = begin_on(desk, row, &position, &open, err);

    if (rc == RC_OK && open)
        rc = note_changed(desk, open, row->game, &since_s, err);
    if (rc == RC_OK && open)
        rc = deadlines_calendar_of(desk, position, open->seat, &calendar, err);
    by_s = desk_now(desk) - since_s;
    if (rc == RC_OK && open && open->due_s == row->due_s && by_s > TIMERS_OUTAGE_S) {
        entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DUE);
        entry.seat = open->seat;
        entry.decision = position_log_decision(open->decision);
        entry.due_s = deadlines_add(&position->timing.rules, &calendar, open->time_class,
                                    timing_deadline(open) + by_s, 0) +
                      open->grace_s;
        rc = position_append(desk, position, &entry, NULL, 0, NULL, err);
        THEN(rc, adjudicate_settle(desk, position, err));
        (*moved)++;
    }
    return desk_end(desk, rc, err);
}

enum rc timers_make_up(struct desk *desk, int64_t since_s, unsigned *moved, struct err *err)
{
    int64_t now = desk_now(desk);
    struct ledger_decision row;
    struct ledger_rows rows;
    OWN(buf) list = {0}; /* of all: a moved one may still fall into what is looked at */

    *moved = 0;
    if (now - since_s <= TIMERS_OUTAGE_S)
        return RC_OK;
    rows = ledger_decisions_due(desk->ledger, now + (now - since_s), err);
    while (ledger_next(&rows, &row))
        if (row.due_s >= since_s)
            buf_put_bytes(&list, &row, sizeof row);
    TRY(ledger_end(&rows));
    TRY(buf_rc(&list, err));
    for (size_t at = 0; at < list.length; at += sizeof row) {
        memcpy(&row, list.at + at, sizeof row);
        TRY(move_one(desk, &row, since_s, moved, err));
    }
    return RC_OK;
}
