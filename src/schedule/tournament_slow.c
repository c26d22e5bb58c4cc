/* SPDX-License-Identifier: MIT */
/* Tells the administrator of a round that does not end. */
#include "schedule/tournament_p.h"

#include "outbound/notice.h"
#include "ledger/work.h"

enum { DAY_S = 86400, LONG_DAYS = 60, AGAIN_DAYS = 30 };

static enum rc set(struct desk *desk, const struct tournament *tournament, int64_t due_s,
                   struct err *err)
{
    const struct ledger_timer timer = {TOURNAMENT_SLOW_TIMER, 0, tournament->id, due_s};

    return ledger_timer_set(desk->ledger, &timer, err);
}

enum rc tournament_slow_watch(struct desk *desk, const struct tournament *tournament,
                              struct err *err)
{
    return set(desk, tournament, tournament->round_s + LONG_DAYS * DAY_S, err);
}

/* "17, 18": games that go on; where the players make them elsewhere or they wait, their boards. */
static void list_games(const struct tournament *tournament, struct buf *out)
{
    for (unsigned at = tournament->log.round_first; at < tournament->log.pairs; at++)
        for (unsigned k = 0; k < tournament->terms.rules.games && !tournament->log.pair[at].done;
             k++) {
            const struct tournament_log_game *game = &tournament->log.game[at][k];

            if (game->done)
                continue;
            buf_put(out, out->length ? ", " : "");
            if (game->number)
                buf_printf(out, "%lld", (long long)game->number);
            else
                buf_printf(out, "%u/%u/%u", tournament->log.round,
                           at - tournament->log.round_first + 1, k + 1);
        }
}

static enum rc tell(struct desk *desk, const struct tournament *tournament, struct err *err)
{
    char id[TEXT_INT_BYTES], round[TEXT_INT_BYTES];
    struct notice notice = {
        .key = "club.tournament-slow",
        .arg = {{"name", tournament->terms.name},
                {"tournament", text_of_int(id, tournament->id)},
                {"round", text_of_int(round, (int64_t)tournament->log.round)},
                {"n", TEXT_INT((desk_now(desk) - tournament->round_s) / DAY_S)}},
        .count = 5,
        .subject = tournament->terms.name};
    OWN(buf) games = {0};

    list_games(tournament, &games);
    notice.arg[4] = (struct sentence_arg){"detail", buf_text(&games)};
    TRY(buf_rc(&games, err));
    return notice_keeper(desk, &notice, err);
}

enum rc tournament_slow_due(struct desk *desk, int64_t id, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(tournament_load(desk, id, &tournament, err));
    if (tournament->log.phase != TOURNAMENT_LOG_RUNNING || tournament_is_ladder(tournament) ||
        !tournament_log_open(&tournament->log))
        return ledger_timer_drop(desk->ledger, TOURNAMENT_SLOW_TIMER, 0, id, err);
    TRY(tell(desk, tournament, err));
    return set(desk, tournament, desk_now(desk) + AGAIN_DAYS * DAY_S, err);
}
