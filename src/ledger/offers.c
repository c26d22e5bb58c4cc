/* SPDX-License-Identifier: MIT */
#include "ledger/offers.h"

#include "ledger/ledger_p.h"

static const char *const states[LEDGER_OFFER_STATE_COUNT] = {
    [LEDGER_OFFER_WAITING] = "waiting", [LEDGER_OFFER_MADE] = "made", [LEDGER_OFFER_GONE] = "gone"};
static const char *const answers[LEDGER_OFFER_ANSWER_COUNT] = {
    [LEDGER_OFFER_ASKED] = "asked", [LEDGER_OFFER_IN] = "in", [LEDGER_OFFER_DECLINED] = "declined"};

/* ---- offers ---- */

STATEMENT(OFFER_PUT, "INSERT INTO offer (player, at_s, engine, options, time, seats, is_open,"
                     " anonymous, press_open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id");

enum rc ledger_offer_put(struct ledger *ledger, const struct ledger_offer *offer, int64_t *id,
                         struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_OFFER_PUT);
    query_int(&query, offer->player);
    query_int(&query, offer->at_s);
    query_text(&query, offer->engine);
    query_text(&query, offer->options);
    query_text(&query, offer->time);
    query_int(&query, offer->seats);
    query_int(&query, offer->is_open);
    query_int(&query, offer->anonymous);
    query_int(&query, offer->press_open);
    return query_one_int(&query, 0, id, err);
}

STATEMENT(OFFER_END, "UPDATE offer SET state = ?1, game = ?2 WHERE id = ?3 AND state = 'waiting'"
                     " RETURNING 1");

enum rc ledger_offer_end(struct ledger *ledger, int64_t id, enum ledger_offer_state state,
                         int64_t game, struct err *err)
{
    int64_t found = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_OFFER_END);
    query_text(&query, states[state]);
    query_int_or_null(&query, game, 0);
    query_int(&query, id);
    rc = query_one_int(&query, 0, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, "no such offer waits") : rc;
}

static struct ledger_offer read_offer(struct query *query)
{
    return (struct ledger_offer){
        .id = query_get_int(query, 0),
        .player = query_get_int(query, 1),
        .at_s = query_get_int(query, 2),
        .engine = query_get_text(query, 3),
        .options = query_get_text(query, 4),
        .time = query_get_text(query, 5),
        .seats = (int)query_get_int(query, 6),
        .is_open = query_get_int(query, 7) != 0,
        .anonymous = query_get_int(query, 8) != 0,
        .state = ledger_index_of(states, LEDGER_OFFER_STATE_COUNT, query_get_text(query, 9)),
        .game = query_get_int_or(query, 10, 0),
        .press_open = query_get_int(query, 11) != 0};
}

static enum rc walk_offers(struct query *query, ledger_offer_fn fn, void *user, unsigned *count,
                           struct err *err)
{
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        struct ledger_offer offer = read_offer(query);

        rc = fn(user, &offer, err);
        ++*count;
    }
    end = query_end(query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(OFFER_GET, "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"
                     " state, game, press_open FROM offer WHERE id = ?");

enum rc ledger_offer_get(struct ledger *ledger, int64_t id, ledger_offer_fn fn, void *user,
                         struct err *err)
{
    unsigned count = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_OFFER_GET);
    query_int(&query, id);
    rc = walk_offers(&query, fn, user, &count, err);
    return rc == RC_OK && !count ? ERR(err, RC_NOT_FOUND, "there is no such offer") : rc;
}

STATEMENT(OFFERS, "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"
                  " state, game, press_open FROM offer WHERE state = 'waiting' ORDER BY id");

enum rc ledger_offers(struct ledger *ledger, ledger_offer_fn fn, void *user, struct err *err)
{
    unsigned count = 0;
    struct query query;

    query_begin(&query, ledger, &ST_OFFERS);
    return walk_offers(&query, fn, user, &count, err);
}

/* ---- who is asked ---- */

STATEMENT(OFFER_PLAYER_PUT, "INSERT INTO offer_player (offer, player, place, state)"
                            " VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET place = excluded.place,"
                            " state = excluded.state");

enum rc ledger_offer_player_put(struct ledger *ledger, const struct ledger_offer_player *row,
                                struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_OFFER_PLAYER_PUT);
    query_int(&query, row->offer);
    query_int(&query, row->player);
    query_int(&query, row->place);
    query_text(&query, answers[row->answer]);
    return query_run(&query, err);
}

STATEMENT(OFFER_PLAYERS, "SELECT offer, player, place, state FROM offer_player WHERE offer = ?"
                         " ORDER BY place, player");

enum rc ledger_offer_players(struct ledger *ledger, int64_t offer, ledger_offer_player_fn fn,
                             void *user, struct err *err)
{
    struct query query;
    enum rc rc = RC_OK, end;

    query_begin(&query, ledger, &ST_OFFER_PLAYERS);
    query_int(&query, offer);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_offer_player row = {
            .offer = query_get_int(&query, 0),
            .player = query_get_int(&query, 1),
            .place = (int)query_get_int(&query, 2),
            .answer =
                ledger_index_of(answers, LEDGER_OFFER_ANSWER_COUNT, query_get_text(&query, 3))};

        rc = fn(user, &row, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

/* ---- watchers ---- */

STATEMENT(WATCHER_PUT, "INSERT INTO watcher (game, player, told_n) VALUES (?, ?, ?)"
                       " ON CONFLICT DO UPDATE SET told_n = excluded.told_n");

enum rc ledger_watcher_put(struct ledger *ledger, const struct ledger_watcher *watcher,
                           struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_WATCHER_PUT);
    query_int(&query, watcher->game);
    query_int(&query, watcher->player);
    query_int(&query, watcher->told_n);
    return query_run(&query, err);
}

STATEMENT(WATCHER_DROP, "DELETE FROM watcher WHERE game = ? AND player = ?");

enum rc ledger_watcher_drop(struct ledger *ledger, int64_t game, int64_t player, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_WATCHER_DROP);
    query_int(&query, game);
    query_int(&query, player);
    return query_run(&query, err);
}

STATEMENT(WATCHERS, "SELECT game, player, told_n FROM watcher WHERE game = ? ORDER BY player");

enum rc ledger_watchers(struct ledger *ledger, int64_t game, ledger_watcher_fn fn, void *user,
                        struct err *err)
{
    struct query query;
    enum rc rc = RC_OK, end;

    query_begin(&query, ledger, &ST_WATCHERS);
    query_int(&query, game);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_watcher row = {.game = query_get_int(&query, 0),
                                     .player = query_get_int(&query, 1),
                                     .told_n = query_get_int(&query, 2)};

        rc = fn(user, &row, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}
