/* SPDX-License-Identifier: MIT */
/* Keeps score of letters that come back from an address, and stops sending there in time. */
#include "outbound/bounces.h"

#include "outbound/notice.h"
#include "outbound/wording.h"
#include "ledger/facts.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "people/people.h"
#include "server/vault.h"

enum {
    HARD_SCORE = 1000, /* thousandths */
    SOFT_SCORE = 200,
    LIMIT = 3000,
    HALF_LIFE_S = 7 * 86400,
    OURS_TOLD_S = 86400
};

enum rc bounces_find(struct desk *desk, int64_t out, int64_t *address, struct err *err)
{
    struct ledger_delivery first = {0};

    TRY(ledger_one(ledger_deliveries(desk->ledger, out, err), &first));
    *address = first.address;
    return RC_OK;
}

/* The administrator's letter names the player: nobody else reads it. */
static enum rc tell_keeper(struct desk *desk, int64_t address, struct err *err)
{
    char number[TEXT_INT_BYTES];
    struct person person;
    struct ledger_address row = {0};

    TRY(ledger_one(ledger_address_get(desk->ledger, address, err), &row));
    TRY(people_get(desk, row.player, &person, err));
    LOG(&desk->log, LOG_WARNING, "address-stopped", "why", "bounces", "player",
        text_of_int(number, row.player));
    return notice_keeper(desk,
                         &(struct notice){.key = "desk.address-stopped",
                                          .arg = {{"name", person.name}, {"player", number}},
                                          .count = 2},
                         err);
}

enum rc bounces_ours(struct desk *desk, int64_t out, const char *to, const char *said,
                     struct err *err)
{
    char number[TEXT_INT_BYTES];
    struct hash hash;
    int64_t count = 0;

    LOG(&desk->log, LOG_WARNING, "letter-refused", "why", "ours", "out", text_of_int(number, out),
        "text", said);
    TRY(vault_lookup(desk, "refused-ours", "", 0, &hash, err));
    TRY(ledger_rate_count(desk->ledger, hash.at, desk_now(desk), OURS_TOLD_S, &count, err));
    if (count > 1)
        return RC_OK;
    return notice_keeper(
        desk,
        &(struct notice){.key = "keeper.refused-ours",
                         .arg = {{"address", to}, {"text", said}, {"robot", desk->config->address}},
                         .count = 3},
        err);
}

/* Halved every HALF_LIFE_S, evenly in between. */
static int64_t faded(const struct ledger_bounce *bounce, int64_t now_s)
{
    int64_t score = bounce->score, at = bounce->at_s;

    for (; score && at + HALF_LIFE_S <= now_s; at += HALF_LIFE_S)
        score /= 2;
    return at < now_s ? score - score * (now_s - at) / (2 * HALF_LIFE_S) : score;
}

enum rc bounces_count(struct desk *desk, int64_t address, enum bounce_weight weight,
                      struct err *err)
{
    int64_t now = desk_now(desk);
    struct ledger_bounce bounce = {0};
    bool stops;
    enum rc rc = ledger_bounce_get(desk->ledger, address, &bounce, err);

    if (rc != RC_OK || weight <= BOUNCE_OURS)
        return rc;
    bounce.score = faded(&bounce, now);
    bounce.address = address;
    bounce.at_s = now;
    bounce.score += weight == BOUNCE_HARD ? HARD_SCORE : SOFT_SCORE;
    stops = bounce.score >= LIMIT && !bounce.is_stopped;
    bounce.is_stopped |= stops;
    rc = ledger_bounce_put(desk->ledger, &bounce, err);
    people_forget(desk->people); /* another address of the player may count now */
    return rc == RC_OK && stops ? tell_keeper(desk, address, err) : rc;
}

enum rc bounces_forgive(struct desk *desk, int64_t address, struct err *err)
{
    struct ledger_bounce bounce = {0};

    if (address)
        TRY(ledger_bounce_get(desk->ledger, address, &bounce, err));
    if (!bounce.score && !bounce.is_stopped)
        return RC_OK;
    bounce = (struct ledger_bounce){.address = address, .at_s = desk_now(desk)};
    people_forget(desk->people);
    return ledger_bounce_put(desk->ledger, &bounce, err);
}

enum rc bounces_is_stopped(struct desk *desk, int64_t address, bool *stopped, struct err *err)
{
    struct ledger_bounce bounce = {0};

    TRY(ledger_bounce_get(desk->ledger, address, &bounce, err));
    *stopped = bounce.is_stopped;
    return RC_OK;
}

enum rc bounces_reach(struct desk *desk, int64_t player, bool *reached, struct err *err)
{
    struct person person;
    bool stopped = true;
    enum rc rc = people_get(desk, player, &person, err);

    if (rc == RC_OK && person.address_id)
        rc = bounces_is_stopped(desk, person.address_id, &stopped, err);
    *reached = !stopped;
    return rc;
}
