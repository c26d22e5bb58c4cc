/* SPDX-License-Identifier: MIT */
/* Rows of offered games and of watchers. */
#include "ledger/offers.h"

#include "ledger/ledger_p.h"

static const char *const states[LEDGER_OFFER_STATE_COUNT] = {
    [LEDGER_OFFER_WAITING] = "waiting", [LEDGER_OFFER_MADE] = "made", [LEDGER_OFFER_GONE] = "gone"};
static const char *const answers[LEDGER_OFFER_ANSWER_COUNT] = {
    [LEDGER_OFFER_ASKED] = "asked", [LEDGER_OFFER_IN] = "in", [LEDGER_OFFER_DECLINED] = "declined"};

/* ---- offers ---- */

STATEMENT(OFFER_PUT, "INSERT INTO offer (player, at_s, engine, options, time, seats, is_open,"
                     " anonymous, press_open, into_game, into_seat, rating_least, rating_most)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id");

enum rc ledger_offer_put(struct ledger *ledger, const struct ledger_offer *offer, int64_t *id,
                         struct err *err)
{
    return query_one_int(ledger, &ST_OFFER_PUT,
                         VALUES(INT(offer->player), INT(offer->at_s), TEXT(offer->engine),
                                TEXT(offer->options), TEXT(offer->time), INT(offer->seats),
                                INT(offer->is_open), INT(offer->anonymous), INT(offer->press_open),
                                INT_OR_NULL(offer->into_game, 0), INT_OR_NULL(offer->into_seat, 0),
                                INT(offer->rating_least), INT(offer->rating_most)),
                         0, id, err);
}

STATEMENT(OFFER_END, "UPDATE offer SET state = ?1, game = ?2 WHERE id = ?3 AND state = 'waiting'"
                     " RETURNING 1");

enum rc ledger_offer_end(struct ledger *ledger, int64_t id, enum ledger_offer_state state,
                         int64_t game, struct err *err)
{
    int64_t found = 0;

    TRY(query_one_int(ledger, &ST_OFFER_END,
                      VALUES(TEXT(states[state]), INT_OR_NULL(game, 0), INT(id)), 0, &found, err));
    return !found ? ERR(err, RC_NOT_FOUND, "no such offer waits") : RC_OK;
}

FORM(offer_form, ledger_offer, COLUMN(ledger_offer, id), COLUMN(ledger_offer, player),
     COLUMN(ledger_offer, at_s), COLUMN(ledger_offer, engine), COLUMN(ledger_offer, options),
     COLUMN(ledger_offer, time), COLUMN(ledger_offer, seats), COLUMN(ledger_offer, is_open),
     COLUMN(ledger_offer, anonymous), COLUMN_OF_NAMES(ledger_offer, state, states),
     COLUMN_OR(ledger_offer, game, 0), COLUMN(ledger_offer, press_open),
     COLUMN_OR(ledger_offer, into_game, 0), COLUMN_OR(ledger_offer, into_seat, 0),
     COLUMN(ledger_offer, rating_least), COLUMN(ledger_offer, rating_most));

STATEMENT_OF(OFFER_GET, &offer_form,
             "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"
             " state, game, press_open, into_game, into_seat, rating_least, rating_most FROM offer "
             "WHERE id = ?");

struct ledger_rows ledger_offer_get(struct ledger *ledger, int64_t id, struct err *err)
{
    return query_get(ledger, &ST_OFFER_GET, VALUES(INT(id)), "there is no such offer", err);
}

STATEMENT_OF(OFFERS, &offer_form,
             "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"
             " state, game, press_open, into_game, into_seat, rating_least,"
             " rating_most FROM offer WHERE state = 'waiting' "
             "ORDER BY id");

struct ledger_rows ledger_offers(struct ledger *ledger, struct err *err)
{
    return query_rows(ledger, &ST_OFFERS, NULL, err);
}

/* ---- who is asked ---- */

FORM(offer_player_form, ledger_offer_player, COLUMN(ledger_offer_player, offer),
     COLUMN(ledger_offer_player, player), COLUMN(ledger_offer_player, place),
     COLUMN_OF_NAMES(ledger_offer_player, answer, answers));

STATEMENT_OF(OFFER_PLAYER_PUT, &offer_player_form,
             "INSERT INTO offer_player (offer, player, place, state)"
             " VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET place = excluded.place,"
             " state = excluded.state");

enum rc ledger_offer_player_put(struct ledger *ledger, const struct ledger_offer_player *row,
                                struct err *err)
{
    return query_put(ledger, &ST_OFFER_PLAYER_PUT, row, err);
}

STATEMENT_OF(OFFER_PLAYERS, &offer_player_form,
             "SELECT offer, player, place, state FROM offer_player WHERE offer = ?"
             " ORDER BY place, player");

struct ledger_rows ledger_offer_players(struct ledger *ledger, int64_t offer, struct err *err)
{
    return query_rows(ledger, &ST_OFFER_PLAYERS, VALUES(INT(offer)), err);
}

/* ---- watchers ---- */

FORM(watcher_form, ledger_watcher, COLUMN(ledger_watcher, game), COLUMN(ledger_watcher, player),
     COLUMN(ledger_watcher, told_n));

STATEMENT_OF(WATCHER_PUT, &watcher_form,
             "INSERT INTO watcher (game, player, told_n) VALUES (?, ?, ?)"
             " ON CONFLICT DO UPDATE SET told_n = excluded.told_n");

enum rc ledger_watcher_put(struct ledger *ledger, const struct ledger_watcher *watcher,
                           struct err *err)
{
    return query_put(ledger, &ST_WATCHER_PUT, watcher, err);
}

STATEMENT(WATCHER_DROP, "DELETE FROM watcher WHERE game = ? AND player = ?");

enum rc ledger_watcher_drop(struct ledger *ledger, int64_t game, int64_t player, struct err *err)
{
    return query_run(ledger, &ST_WATCHER_DROP, VALUES(INT(game), INT(player)), err);
}

STATEMENT_OF(WATCHERS, &watcher_form,
             "SELECT game, player, told_n FROM watcher WHERE game = ? ORDER BY player");

struct ledger_rows ledger_watchers(struct ledger *ledger, int64_t game, struct err *err)
{
    return query_rows(ledger, &ST_WATCHERS, VALUES(INT(game)), err);
}
