/* SPDX-License-Identifier: MIT */
/* What the ledger's thread does by the clock, a little in each round. Each task lives in the
 * room of its subject. */
#include "daemon/daemon.h"

#include "ledger/work.h"
#include "schedule/health.h"
#include "schedule/tournaments.h"
#include "schedule/schedule.h"
#include "server/clock.h"

enum {
    CARE_EVERY_S = 86400,
    CARE_STEPS = 4,
    COUNTED_S = 2 * 86400, /* who wrote how much counts for a day at most */
    WRITE_EVERY_S = 60,    /* a lost minute is far from an outage that counts */
};

/* What was due while nobody could read letters moves by as long. */
static enum rc make_up(struct desk *desk, int64_t since_s, struct err *err)
{
    unsigned moved = 0;
    enum rc rc = timers_make_up(desk, since_s, &moved, err);

    if (moved)
        LOG(&desk->log, LOG_WARNING, "deadlines-moved", "count", TEXT_INT(moved));
    return rc;
}

enum rc upkeep_start(struct upkeep *upkeep, struct desk *desk, struct err *err)
{
    OWN(buf) state = {0};
    int64_t seen = 0;
    enum rc rc = clock_keep(desk, err);

    THEN(rc, ledger_inbox_get(desk->ledger, LEDGER_SETTLED, &seen, &state, err));

    if (rc == RC_OK && seen)
        rc = make_up(desk, seen, err);
    *upkeep =
        (struct upkeep){.seen_s = desk_now(desk), .written_s = seen, .running = upkeep->running};
    return rc;
}

static enum rc note_settled(struct upkeep *upkeep, struct desk *desk, int64_t settled_s,
                            struct err *err)
{
    if (settled_s - upkeep->seen_s > TIMERS_OUTAGE_S)
        TRY(make_up(desk, upkeep->seen_s, err));
    if (settled_s > upkeep->seen_s)
        upkeep->seen_s = settled_s;
    if (upkeep->seen_s - upkeep->written_s < WRITE_EVERY_S)
        return RC_OK;
    TRY(ledger_inbox_put(desk->ledger, LEDGER_SETTLED, upkeep->seen_s, "", err));
    upkeep->written_s = upkeep->seen_s;
    return RC_OK;
}

/* What a day brings: counters that count no more, letters that were kept long enough. A few steps
 * of it between two looks at what came in. */
static enum rc care(struct upkeep *upkeep, struct desk *desk, struct err *err)
{
    int64_t now = desk_now(desk), keep_s = desk->config->keep_letters_s;
    struct retention *old = &upkeep->old;
    char letters[TEXT_INT_BYTES];

    if (!retention_is_due(old)) {
        if (now < upkeep->care_s)
            return RC_OK;
        upkeep->care_s = now + CARE_EVERY_S;
        TRY(ledger_rate_prune(desk->ledger, now - COUNTED_S, err));
        if (keep_s)
            TRY(retention_begin(desk, now - keep_s, old, err));
    }
    for (unsigned i = 0; i < CARE_STEPS && retention_is_due(old); i++)
        TRY(retention_step(desk, old, err));
    if (!retention_is_due(old) && old->letters + old->words)
        LOG(&desk->log, LOG_INFO, "letters-forgotten", "in", text_of_int(letters, old->letters),
            "out", TEXT_INT(old->words));
    return RC_OK;
}

/* The file for monitors; that it cannot be written is no reason to stop. */
static void show_health(struct upkeep *upkeep, struct desk *desk, int64_t settled_s)
{
    int64_t now = desk_now(desk);
    struct err err = {0};

    if (now < upkeep->health_s)
        return;
    upkeep->health_s = now + WRITE_EVERY_S;
    upkeep->running.settled_s = settled_s;
    if (health_write(desk, &upkeep->running, &err) != RC_OK)
        log_error(&desk->log, LOG_WARNING, "health", &err);
}

enum rc upkeep_run(struct upkeep *upkeep, struct desk *desk, int64_t settled_s, struct err *err)
{
    struct replica_state state;
    unsigned closed;
    enum rc rc = clock_keep(desk, err);

    replica_seen(desk->replica, &state);
    THEN(rc, replica_health_note(desk, &state, err));
    if (rc == RC_OK && settled_s != INT64_MIN)
        rc = note_settled(upkeep, desk, settled_s, err);
    THEN(rc, timers_run(desk, settled_s, &closed, err));
    THEN(rc, tournaments_run(desk, err));
    show_health(upkeep, desk, settled_s);
    return rc == RC_OK ? care(upkeep, desk, err) : rc;
}
