/* SPDX-License-Identifier: MIT */
/* The derived rows of a game. */
#include "ledger/derived.h"
#include "play/adjudicate.h"
#include "play/deadlines.h"

static void write_result(const struct position *position, struct text *out)
{
    static const char *const words[] = {
        [GAME_GOES_ON] = "", [GAME_WON] = "won", [GAME_DRAWN] = "drawn", [GAME_VOID] = "void"};
    struct outcome outcome = {0};

    if (position->phase != POSITION_OVER)
        return;
    position_outcome(position, &outcome);
    text_put(out, words[outcome.over]);
    if (outcome.over == GAME_WON)
        TEXT_PUT(out, " ", TEXT_INT(outcome.winner));
    if (outcome.reason) { /* with the seats that lose by it */
        bool names = text_equal(outcome.reason, POSITION_LUCK_UNOPENED) ||
                     text_equal(outcome.reason, POSITION_LUCK_MISSING) ||
                     text_equal(outcome.reason, POSITION_AWAY) ||
                     text_equal(outcome.reason, POSITION_ABANDONED) ||
                     text_equal(outcome.reason, POSITION_LEFT);

        TEXT_PUT(out, " ", names ? position->end_reason : outcome.reason);
    }
}

enum rc adjudicate_settle(struct desk *desk, struct position *position, struct err *err)
{
    struct ledger_decision row[DECISIONS_MAX] = {0};
    enum ledger_status status = position->phase == POSITION_OVER ? LEDGER_OVER
                                : position->timing.pause_s       ? LEDGER_PAUSED
                                : position->rostered             ? LEDGER_RUNNING
                                                                 : LEDGER_FORMING;
    TEXT_IN(text, result, POSITION_REASON_BYTES + 16);
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
    write_result(position, &text);
    THEN(rc, ledger_status_set(desk->ledger, position->game, status, result, err));
    THEN(rc,
         ledger_decisions_put(desk->ledger, position->game, row, position->timing.open_count, err));
    return rc;
}
