/* SPDX-License-Identifier: MIT */
/* Letters that only tell what others said or offer: so many an hour for each seat of a game, since
 * another player decides how many there are. */
#include <stdio.h>

#include "outbound/audience.h"
#include "outbound/audience.h"
#include "ledger/work.h"
#include "server/vault.h"

enum { NEWS_WINDOW_S = 3600, NEWS_MOST = 12 };

static enum rc news_hash(struct desk *desk, const struct position *position, unsigned seat,
                         struct hash *hash, struct err *err)
{
    char key[64];

    snprintf(key, sizeof key, "%lld/%lld", (long long)position->game,
             (long long)position->player[seat]);
    return vault_lookup(desk, "news", key, strlen(key), hash, err);
}

static int64_t window_of(int64_t now_s)
{
    return now_s - now_s % NEWS_WINDOW_S;
}

enum rc audience_is_full(struct desk *desk, const struct position *position, unsigned seat,
                         bool *full, struct err *err)
{
    int64_t begun_s, count = 0;
    struct hash hash;
    enum rc rc = news_hash(desk, position, seat, &hash, err);

    THEN(rc, ledger_rate_get(desk->ledger, hash.at, &begun_s, &count, err));
    *full = rc == RC_OK && begun_s == window_of(desk_now(desk)) && count >= NEWS_MOST;
    return rc;
}

enum rc audience_paces(struct desk *desk, const struct position *position, unsigned seat,
                       bool *waits, struct err *err)
{
    struct ledger_timer timer = {AUDIENCE_NEWS, position->game, seat,
                                 window_of(desk_now(desk)) + NEWS_WINDOW_S};
    struct hash hash;
    int64_t count;

    TRY(audience_is_full(desk, position, seat, waits, err));
    if (*waits)
        return ledger_timer_set(desk->ledger, &timer, err);
    TRY(news_hash(desk, position, seat, &hash, err));
    return ledger_rate_count(desk->ledger, hash.at, desk_now(desk), NEWS_WINDOW_S, &count, err);
}

enum rc audience_news_due(struct desk *desk, const struct ledger_timer *timer, struct err *err)
{
    struct position *position;

    TRY(ledger_timer_drop(desk->ledger, AUDIENCE_NEWS, timer->game, timer->subject, err));
    TRY(position_get(desk, timer->game, &position, err));
    return !position_closed(position) ? audience_tell(desk, position, 0, err) : RC_OK;
}
