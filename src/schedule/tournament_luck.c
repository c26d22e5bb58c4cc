/* SPDX-License-Identifier: MIT */
/* Waits for sealed luck to be opened before a tournament is drawn, and goes on when it is. */
#include "schedule/tournament_p.h"

#include "ledger/work.h"
#include "people/people.h"
#include "schedule/tournaments.h"

static bool is_late(const struct desk *desk, const struct tournament *tournament)
{
    return desk_now(desk) >= tournament->luck_s + TOURNAMENT_LUCK_S;
}

/* Out are who cannot play any more, and who must open his luck and has not in time. */
static enum rc drop_out(struct desk *desk, struct tournament *tournament, struct err *err)
{
    for (unsigned i = 0; i < tournament->log.entered; i++) {
        bool too_late =
            tournament_log_must_open(&tournament->log, i + 1) && is_late(desk, tournament);

        if (!tournament->log.gone[i] && (too_late || !people_may_play(desk, tournament->player[i])))
            TRY(tournament_leave(desk, tournament, tournament->player[i], err));
    }
    return RC_OK;
}

/* Who stays and must still open his luck, or give it again. */
static unsigned awaited(const struct tournament *tournament)
{
    unsigned count = 0;

    for (unsigned i = 0; i < tournament->log.entered; i++)
        count += !tournament->log.gone[i] &&
                 (tournament_log_must_open(&tournament->log, i + 1) ||
                  (tournament->log.anew && tournament_log_takes_luck(&tournament->log, i + 1)));
    return count;
}

static enum rc wait(struct desk *desk, struct tournament *tournament, struct err *err)
{
    const struct ledger_timer timer = {TOURNAMENT_LUCK_TIMER, 0, tournament->id,
                                       tournament->luck_s + TOURNAMENT_LUCK_S};
    enum rc rc = ledger_timer_set(desk->ledger, &timer, err);

    if (rc == RC_OK && tournament->just_closed)
        rc = tournaments_tell_sealed(desk, tournament, err);
    tournament->just_closed = false;
    return rc;
}

/* One step; *goes_on: another may follow. */
static enum rc step(struct desk *desk, struct tournament *tournament, bool *goes_on,
                    struct err *err)
{
    *goes_on = true;
    if (tournament_staying(tournament) < 2) {
        TRY(tournament_cancel(desk, tournament, err));
        return tournaments_cancelled(desk, tournament, err);
    }
    if (awaited(tournament) && !(tournament->log.anew && is_late(desk, tournament))) {
        *goes_on = false;
        return wait(desk, tournament, err);
    }
    if (tournament->log.anew)
        return tournament_close(desk, tournament, err);
    if (!tournament_log_sealed(&tournament->log))
        return tournament_draw(desk, tournament, err);
    TRY(tournament_throw_again(desk, tournament, err));
    return tournaments_tell(desk, tournament, "club.tournament-luck-again", err);
}

enum rc tournament_luck_go_on(struct desk *desk, struct tournament *tournament, struct err *err)
{
    bool goes_on = true;

    while (goes_on && tournament->log.phase == TOURNAMENT_LOG_CLOSED) {
        TRY(drop_out(desk, tournament, err));
        TRY(step(desk, tournament, &goes_on, err));
    }
    return tournament->log.phase != TOURNAMENT_LOG_CLOSED
               ? ledger_timer_drop(desk->ledger, TOURNAMENT_LUCK_TIMER, 0, tournament->id, err)
               : RC_OK;
}
