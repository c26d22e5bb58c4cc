/* SPDX-License-Identifier: MIT */
/* Tells who must know that the replica is away or well again, and how far deadlines may close
 * meanwhile. */
#include "schedule/schedule.h"

#include <stdio.h>

#include "base/grow.h"
#include "outbound/notice.h"
#include "ledger/derived.h"
#include "ledger/work.h"
#include "play/position.h"

/* The row that says since when the replica is away, and how much of it was told. */
static const char ROW[] = "replica-trouble";

enum trouble { TROUBLE_NONE, TROUBLE_AWAY, TROUBLE_TOLD, TROUBLE_WITHOUT, TROUBLE_COUNT };
static const char *const words[TROUBLE_COUNT] = {"", "away", "told", "without"};

/* It never gets better but by being well. */
static enum trouble judge(const struct replica_state *now, enum trouble before)
{
    enum trouble next = TROUBLE_NONE;

    if (now->how == REPLICA_CURRENT)
        return TROUBLE_NONE;
    if (now->without)
        next = TROUBLE_WITHOUT;
    else if (now->waited_s > REPLICA_TELL_S)
        next = TROUBLE_TOLD;
    else if (now->waited_s > 2)
        next = TROUBLE_AWAY;
    return next > before ? next : before;
}

static enum rc tell(struct desk *desk, enum trouble before, enum trouble next,
                    const struct replica_state *now, struct err *err)
{
    struct notice notice = {.subject = "replica",
                            .arg = {{"state", replica_how_name(now->how)},
                                    {"text", now->why[0] ? now->why : "-"},
                                    {"help", replica_how_help(now->how)}},
                            .count = 3};

    if (next == TROUBLE_TOLD)
        notice.key = "keeper.replica-away";
    else if (next == TROUBLE_WITHOUT)
        notice.key = "keeper.replica-without";
    else if (next == TROUBLE_NONE && before > TROUBLE_AWAY)
        notice.key = "keeper.replica-back";
    return notice.key ? notice_keeper(desk, &notice, err) : RC_OK;
}

static void log_change(const struct desk *desk, enum trouble next, const struct replica_state *now)
{
    LOG(&desk->log, next == TROUBLE_NONE ? LOG_INFO : LOG_ERROR, "replica", "state",
        next == TROUBLE_WITHOUT ? "without" : replica_how_name(now->how), "waited_s",
        TEXT_INT(now->waited_s), "text", now->why[0] ? now->why : NULL, "do",
        replica_how_help(now->how)[0] ? replica_how_help(now->how) : NULL);
}

/* ---- games whose letters leave without it ---- */

/* When the logs of such games were last looked through, and for each game the outage that its
 * remark is about. */
static const char LOOKED_ROW[] = "replica-without", GAME_ROW[] = "replica-without/";
static const char REMARK[] = "letters leave although no second machine holds what they tell";
enum { LOOK_EVERY_S = 60, GAMES_AT_ONCE = 50 };

/* Once in an outage for each game: the log says it, and its players are told. */
static enum rc remark(struct desk *desk, int64_t game, int64_t since_s, struct err *err)
{
    char row[sizeof GAME_ROW + TEXT_INT_BYTES];
    OWN(buf) unused = {0};
    struct position *position;
    struct entry entry;
    int64_t said_s = 0;

    snprintf(row, sizeof row, "%s%s", GAME_ROW, TEXT_INT(game));
    TRY(ledger_inbox_get(desk->ledger, row, &said_s, &unused, err));
    if (said_s == since_s)
        return RC_OK;
    TRY(ledger_inbox_put(desk->ledger, row, since_s, "", err));
    TRY(position_get(desk, game, &position, err));
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_REMARK);
    text_copy(entry.words, sizeof entry.words, REMARK);
    TRY(position_append(desk, position, &entry, NULL, 0, NULL, err));
    return notice_all(desk, position, 0, "desk.replica-without", err);
}

static enum rc remark_some(struct desk *desk, const struct numbers *touched, size_t from,
                           int64_t since_s, struct err *err)
{
    struct err own = {0};
    enum rc rc = desk_begin(desk, err);

    TRY(rc);
    for (size_t i = from; i < touched->count && i < from + GAMES_AT_ONCE && rc == RC_OK; i++)
        rc = remark(desk, touched->at[i], since_s, &own);
    if (rc == RC_OK && from + GAMES_AT_ONCE >= touched->count)
        rc = ledger_inbox_put(desk->ledger, LOOKED_ROW, desk_now(desk), "", &own);
    rc = desk_end(desk, rc, &own);
    return rc == RC_OK ? rc : ERR(err, rc, own.text);
}

/* What no entry since then changed, the replica holds. */
static enum rc remark_touched(struct desk *desk, int64_t since_s, struct err *err)
{
    struct numbers touched = {0};
    OWN(buf) unused = {0};
    struct ledger_rows rows;
    int64_t looked_s = 0;
    size_t i = 0;
    enum rc rc = ledger_inbox_get(desk->ledger, LOOKED_ROW, &looked_s, &unused, err);

    if (rc != RC_OK || desk_now(desk) - looked_s < LOOK_EVERY_S)
        return rc;
    rows = ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, err);
    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        if (!row.is_frozen && row.status != LEDGER_OVER &&
            row.at_s >= (looked_s > since_s ? looked_s : since_s))
            rows.rc = numbers_add(&touched, row.game, err);
    rc = ledger_end(&rows);
    do {
        THEN(rc, remark_some(desk, &touched, i, since_s, err));
        i += GAMES_AT_ONCE;
    } while (i < touched.count && rc == RC_OK);
    free(touched.at);
    return rc;
}

/* ---- what the replica holds in truth ---- */

/* Since when its newest proof has failed, as the administrator was told; 0 = it has not. */
static const char PROOF_ROW[] = "replica-proof-told";

static enum rc tell_proof(struct desk *desk, const struct replica_proof *proof, struct err *err)
{
    struct notice notice = {.key = "keeper.replica-unproved",
                            .subject = "replica",
                            .arg = {{"text", proof->why}},
                            .count = 1};
    struct err own = {0};
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = ledger_inbox_put(desk->ledger, PROOF_ROW, proof->why[0] ? proof->at_s : 0, "", &own);
    if (rc == RC_OK && proof->why[0])
        rc = notice_keeper(desk, &notice, &own);
    rc = desk_end(desk, rc, &own);
    return rc == RC_OK ? rc : ERR(err, rc, own.text);
}

static enum rc note_proof(struct desk *desk, struct err *err)
{
    struct replica_proof proof = {0};
    OWN(buf) unused = {0};
    int64_t told_s = 0;

    TRY(replica_proved(desk->ledger, &proof, err));
    TRY(ledger_inbox_get(desk->ledger, PROOF_ROW, &told_s, &unused, err));
    if (!proof.why[0] == !told_s)
        return RC_OK;
    LOG(&desk->log, proof.why[0] ? LOG_ERROR : LOG_INFO, "replica-proof", "text",
        proof.why[0] ? proof.why : NULL);
    return tell_proof(desk, &proof, err);
}

/* ---- the round ---- */

static enum rc change(struct desk *desk, enum trouble before, enum trouble next,
                      const struct replica_state *now, struct err *err)
{
    struct err own = {0};
    enum rc rc;

    log_change(desk, next, now);
    TRY(desk_begin(desk, err));
    rc = ledger_inbox_put(desk->ledger, ROW, desk_now(desk) - now->waited_s, words[next], &own);
    THEN(rc, tell(desk, before, next, now, &own));
    rc = desk_end(desk, rc, &own);
    return rc == RC_OK ? rc : ERR(err, rc, own.text);
}

enum rc replica_health_note(struct desk *desk, const struct replica_state *now, struct err *err)
{
    enum trouble next;
    unsigned before;
    int64_t since_s;
    enum rc rc;

    if (now->how == REPLICA_OFF)
        return RC_OK;
    rc = ledger_inbox_word(desk->ledger, ROW, &since_s, words, TROUBLE_COUNT, &before, err);
    next = rc == RC_OK ? judge(now, before) : before;
    if (rc == RC_OK && next != before)
        rc = change(desk, before, next, now, err);
    if (rc == RC_OK && next != before)
        since_s = desk_now(desk) - now->waited_s;
    THEN(rc, note_proof(desk, err));
    return rc == RC_OK && now->without ? remark_touched(desk, since_s, err) : rc;
}

int64_t replica_health_settled(const struct replica_state *now)
{
    if (now->how == REPLICA_OFF || now->without)
        return INT64_MAX;
    return now->held_s ? now->held_s : INT64_MIN;
}
