/* SPDX-License-Identifier: MIT */
#include "rounds/cup_slow.h"

#include "base/text.h"
#include "dispatch/notice.h"
#include "ledger/work.h"

enum { DAY_S = 86400, LONG_DAYS = 60, AGAIN_DAYS = 30 };

static enum rc set(struct desk *desk, const struct cup *cup, int64_t due_s, struct err *err)
{
    const struct ledger_timer timer = {CUP_SLOW_TIMER, 0, cup->id, due_s};

    return ledger_timer_set(desk->ledger, &timer, err);
}

enum rc cup_slow_watch(struct desk *desk, const struct cup *cup, struct err *err)
{
    return set(desk, cup, cup->round_s + LONG_DAYS * DAY_S, err);
}

/* "17, 18": games that go on; where the players make them elsewhere or they wait, their boards. */
static void list_games(const struct cup *cup, struct buf *out)
{
    for (unsigned at = cup->log.round_first; at < cup->log.pairs; at++)
        for (unsigned k = 0; k < cup->terms.rules.games && !cup->log.pair[at].done; k++) {
            const struct cuplog_game *game = &cup->log.game[at][k];

            if (game->done)
                continue;
            buf_put(out, out->length ? ", " : "");
            if (game->number)
                buf_printf(out, "%lld", (long long)game->number);
            else
                buf_printf(out, "%u/%u/%u", cup->log.round, at - cup->log.round_first + 1, k + 1);
        }
}

static enum rc tell(struct desk *desk, const struct cup *cup, struct err *err)
{
    char id[TEXT_INT_BYTES], round[TEXT_INT_BYTES], days[TEXT_INT_BYTES];
    struct notice notice = {
        .key = "club.cup-slow",
        .arg = {{"name", cup->terms.name},
                {"cup", text_of_int(id, cup->id)},
                {"round", text_of_int(round, (int64_t)cup->log.round)},
                {"n", text_of_int(days, (desk_now(desk) - cup->round_s) / DAY_S)}},
        .count = 5,
        .subject = cup->terms.name};
    struct buf games = {0};
    enum rc rc;

    list_games(cup, &games);
    notice.arg[4] = (struct sentence_arg){"detail", buf_text(&games)};
    rc = buf_rc(&games, err);
    if (rc == RC_OK)
        rc = notice_keeper(desk, &notice, err);
    buf_fini(&games);
    return rc;
}

enum rc cup_slow_due(struct desk *desk, int64_t id, struct err *err)
{
    struct cup *cup = NULL;
    enum rc rc = cup_load(desk, id, &cup, err);
    bool goes_on = rc == RC_OK && cup->log.phase == CUPLOG_RUNNING && !cup_is_ladder(cup) &&
                   cuplog_open(&cup->log);

    if (rc == RC_OK && goes_on)
        rc = tell(desk, cup, err);
    if (rc == RC_OK)
        rc = goes_on ? set(desk, cup, desk_now(desk) + AGAIN_DAYS * DAY_S, err)
                     : ledger_timer_drop(desk->ledger, CUP_SLOW_TIMER, 0, id, err);
    cup_free(cup);
    return rc;
}
