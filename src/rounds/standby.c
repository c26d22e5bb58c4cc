/* SPDX-License-Identifier: MIT */
#include "rounds/standby.h"

#include <stdio.h>

#include "base/text.h"
#include "dispatch/notice.h"
#include "ledger/work.h"

/* The row that says since when the replica is away, and how much of it was told. */
static const char ROW[] = "follower-trouble";

enum trouble { TROUBLE_NONE, TROUBLE_AWAY, TROUBLE_TOLD, TROUBLE_WITHOUT, TROUBLE_COUNT };
static const char *const words[TROUBLE_COUNT] = {"", "away", "told", "without"};

static enum rc read_row(struct desk *desk, enum trouble *trouble, int64_t *since_s, struct err *err)
{
    struct buf word = {0};
    enum rc rc;

    *since_s = 0;
    *trouble = TROUBLE_NONE;
    rc = ledger_inbox_get(desk->ledger, ROW, since_s, &word, err);
    for (int i = 0; i < TROUBLE_COUNT; i++)
        if (text_equal(words[i], buf_text(&word)))
            *trouble = (enum trouble)i;
    buf_fini(&word);
    return rc;
}

/* It never gets better but by being well. */
static enum trouble judge(const struct follower_state *now, enum trouble before)
{
    enum trouble next = TROUBLE_NONE;

    if (now->how == FOLLOWER_HELD)
        return TROUBLE_NONE;
    if (now->without)
        next = TROUBLE_WITHOUT;
    else if (now->waited_s > STANDBY_TELL_S || now->how == FOLLOWER_TAKEN)
        next = TROUBLE_TOLD;
    else if (now->waited_s > 2)
        next = TROUBLE_AWAY;
    return next > before ? next : before;
}

static enum rc tell(struct desk *desk, enum trouble before, enum trouble next,
                    const struct follower_state *now, struct err *err)
{
    struct notice notice = {.subject = "replica",
                            .arg = {{"state", follower_how_name(now->how)},
                                    {"text", now->why[0] ? now->why : "-"},
                                    {"help", follower_how_help(now->how)}},
                            .count = 3};

    if (next == TROUBLE_TOLD)
        notice.key = "keeper.follower-away";
    else if (next == TROUBLE_WITHOUT)
        notice.key = "keeper.follower-without";
    else if (next == TROUBLE_NONE && before > TROUBLE_AWAY)
        notice.key = "keeper.follower-back";
    return notice.key ? notice_keeper(desk, &notice, err) : RC_OK;
}

static void log_change(const struct desk *desk, enum trouble next, const struct follower_state *now)
{
    char seconds[TEXT_INT_BYTES];

    LOG(&desk->log, next == TROUBLE_NONE ? LOG_INFO : LOG_ERROR, "follower", "state",
        next == TROUBLE_WITHOUT ? "without" : follower_how_name(now->how), "waited_s",
        text_of_int(seconds, now->waited_s), "text", now->why[0] ? now->why : NULL, "do",
        follower_how_help(now->how)[0] ? follower_how_help(now->how) : NULL);
}

enum rc standby_note(struct desk *desk, const struct follower_state *now, struct err *err)
{
    enum trouble before, next;
    struct err own = {0};
    int64_t since_s;
    enum rc rc;

    if (now->how == FOLLOWER_OFF)
        return RC_OK;
    rc = read_row(desk, &before, &since_s, err);
    next = rc == RC_OK ? judge(now, before) : before;
    if (rc != RC_OK || next == before)
        return rc;
    log_change(desk, next, now);
    rc = desk_begin(desk, err);
    if (rc != RC_OK)
        return rc;
    rc = ledger_inbox_put(desk->ledger, ROW, desk_now(desk) - now->waited_s, words[next], &own);
    if (rc == RC_OK)
        rc = tell(desk, before, next, now, &own);
    if (rc == RC_OK)
        return desk_commit(desk, err);
    desk_rollback(desk);
    return ERR(err, rc, own.text);
}

int64_t standby_settled(const struct follower_state *now)
{
    if (now->how == FOLLOWER_OFF || now->without)
        return INT64_MAX;
    return now->held_s ? now->held_s : INT64_MIN;
}
