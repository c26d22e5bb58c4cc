/* SPDX-License-Identifier: MIT */
#include "rounds/cup_luck.h"

#include "ledger/work.h"
#include "people/people.h"
#include "rounds/cups.h"

static bool is_there(struct desk *desk, int64_t player)
{
    struct person person;

    return people_get(desk, player, &person, NULL) == RC_OK && !person.banned && !person.merged;
}

static bool is_late(const struct desk *desk, const struct cup *cup)
{
    return desk_now(desk) >= cup->luck_s + CUP_LUCK_S;
}

/* Out are who cannot play any more, and who must open his luck and has not in time. */
static enum rc drop_out(struct desk *desk, struct cup *cup, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < cup->log.entered && rc == RC_OK; i++) {
        bool too_late = cuplog_must_open(&cup->log, i + 1) && is_late(desk, cup);

        if (!cup->log.gone[i] && (too_late || !is_there(desk, cup->player[i])))
            rc = cup_leave(desk, cup, cup->player[i], err);
    }
    return rc;
}

/* Who stays and must still open his luck, or give it again. */
static unsigned awaited(const struct cup *cup)
{
    unsigned count = 0;

    for (unsigned i = 0; i < cup->log.entered; i++)
        count += !cup->log.gone[i] && (cuplog_must_open(&cup->log, i + 1) ||
                                       (cup->log.anew && cuplog_takes_luck(&cup->log, i + 1)));
    return count;
}

static enum rc wait(struct desk *desk, struct cup *cup, struct err *err)
{
    const struct ledger_timer timer = {CUP_LUCK_TIMER, 0, cup->id, cup->luck_s + CUP_LUCK_S};
    enum rc rc = ledger_timer_set(desk->ledger, &timer, err);

    if (rc == RC_OK && cup->just_closed)
        rc = cups_tell_sealed(desk, cup, err);
    cup->just_closed = false;
    return rc;
}

/* One step; *goes_on: another may follow. */
static enum rc step(struct desk *desk, struct cup *cup, bool *goes_on, struct err *err)
{
    enum rc rc;

    *goes_on = true;
    if (cup_staying(cup) < 2) {
        rc = cup_cancel(desk, cup, err);
        return rc == RC_OK ? cups_cancelled(desk, cup, err) : rc;
    }
    if (awaited(cup) && !(cup->log.anew && is_late(desk, cup))) {
        *goes_on = false;
        return wait(desk, cup, err);
    }
    if (cup->log.anew)
        return cup_close(desk, cup, err);
    if (!cuplog_sealed(&cup->log))
        return cup_draw(desk, cup, err);
    rc = cup_throw_again(desk, cup, err);
    return rc == RC_OK ? cups_tell(desk, cup, "club.cup-luck-again", err) : rc;
}

enum rc cup_luck_go_on(struct desk *desk, struct cup *cup, struct err *err)
{
    bool goes_on = true;
    enum rc rc = RC_OK;

    while (rc == RC_OK && goes_on && cup->log.phase == CUPLOG_CLOSED) {
        rc = drop_out(desk, cup, err);
        if (rc == RC_OK)
            rc = step(desk, cup, &goes_on, err);
    }
    return rc == RC_OK && cup->log.phase != CUPLOG_CLOSED
               ? ledger_timer_drop(desk->ledger, CUP_LUCK_TIMER, 0, cup->id, err)
               : rc;
}
