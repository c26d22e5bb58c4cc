/* SPDX-License-Identifier: MIT */
/* Rows of offered games and of watchers. */
#include "ledger/offers.h"

#include "ledger/ledger_p.h"

static const char *const states[LEDGER_OFFER_STATE_COUNT] = {
    [LEDGER_OFFER_WAITING] = "waiting", [LEDGER_OFFER_MADE] = "made", [LEDGER_OFFER_GONE] = "gone"};
static const char *const answers[LEDGER_OFFER_ANSWER_COUNT] = {
    [LEDGER_OFFER_ASKED] = "asked", [LEDGER_OFFER_IN] = "in", [LEDGER_OFFER_DECLINED] = "declined"};

/* ---- offers ---- */

ASK(one_int, ledger_offer_put, WITH(const struct ledger_offer *offer, int64_t *id), NULL,
    "INSERT INTO offer (player, at_s, engine, options, time, seats, is_open,"
    " anonymous, press_open, into_game, into_seat, rating_least, rating_most)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
    VALUES(INT(offer->player), INT(offer->at_s), TEXT(offer->engine), TEXT(offer->options),
           TEXT(offer->time), INT(offer->seats), INT(offer->is_open), INT(offer->anonymous),
           INT(offer->press_open), INT_OR_NULL(offer->into_game, 0),
           INT_OR_NULL(offer->into_seat, 0), INT(offer->rating_least), INT(offer->rating_most)),
    0, id);

STATEMENT(OFFER_END, "UPDATE offer SET state = ?1, game = ?2 WHERE id = ?3 AND state = 'waiting'"
                     " RETURNING 1");

enum rc ledger_offer_end(struct ledger *ledger, int64_t id, enum ledger_offer_state state,
                         int64_t game, struct err *err)
{
    int64_t found = 0;

    TRY(query_one_int(ledger, &ST_OFFER_END,
                      VALUES(TEXT(states[state]), INT_OR_NULL(game, 0), INT(id)), 0, &found, err));
    return !found ? ERR(err, RC_NOT_FOUND, "no such offer waits; see postern offer list") : RC_OK;
}

FORM(offer_form, ledger_offer, COLUMN(ledger_offer, id), COLUMN(ledger_offer, player),
     COLUMN(ledger_offer, at_s), COLUMN(ledger_offer, engine), COLUMN(ledger_offer, options),
     COLUMN(ledger_offer, time), COLUMN(ledger_offer, seats), COLUMN(ledger_offer, is_open),
     COLUMN(ledger_offer, anonymous), COLUMN_OF_NAMES(ledger_offer, state, states),
     COLUMN_OR(ledger_offer, game, 0), COLUMN(ledger_offer, press_open),
     COLUMN_OR(ledger_offer, into_game, 0), COLUMN_OR(ledger_offer, into_seat, 0),
     COLUMN(ledger_offer, rating_least), COLUMN(ledger_offer, rating_most));

ASK(get, ledger_offer_get, WITH(int64_t id), &offer_form,
    "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"
    " state, game, press_open, into_game, into_seat, rating_least, rating_most FROM offer "
    "WHERE id = ?",
    VALUES(INT(id)), "there is no such offer; see postern offer list");

ASK(rows, ledger_offers, WITH_NOTHING, &offer_form,
    "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"
    " state, game, press_open, into_game, into_seat, rating_least,"
    " rating_most FROM offer WHERE state = 'waiting' "
    "ORDER BY id",
    NULL);

/* ---- who is asked ---- */

FORM(offer_player_form, ledger_offer_player, COLUMN(ledger_offer_player, offer),
     COLUMN(ledger_offer_player, player), COLUMN(ledger_offer_player, place),
     COLUMN_OF_NAMES(ledger_offer_player, answer, answers));

ASK(put, ledger_offer_player_put, WITH(const struct ledger_offer_player *row), &offer_player_form,
    "INSERT INTO offer_player (offer, player, place, state)"
    " VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET place = excluded.place,"
    " state = excluded.state",
    row);

ASK(rows, ledger_offer_players, WITH(int64_t offer), &offer_player_form,
    "SELECT offer, player, place, state FROM offer_player WHERE offer = ?"
    " ORDER BY place, player",
    VALUES(INT(offer)));

/* ---- watchers ---- */

FORM(watcher_form, ledger_watcher, COLUMN(ledger_watcher, game), COLUMN(ledger_watcher, player),
     COLUMN(ledger_watcher, told_n));

ASK(put, ledger_watcher_put, WITH(const struct ledger_watcher *watcher), &watcher_form,
    "INSERT INTO watcher (game, player, told_n) VALUES (?, ?, ?)"
    " ON CONFLICT DO UPDATE SET told_n = excluded.told_n",
    watcher);

ASK(run, ledger_watcher_drop, WITH(int64_t game, int64_t player), NULL,
    "DELETE FROM watcher WHERE game = ? AND player = ?", VALUES(INT(game), INT(player)));

ASK(rows, ledger_watchers, WITH(int64_t game), &watcher_form,
    "SELECT game, player, told_n FROM watcher WHERE game = ? ORDER BY player", VALUES(INT(game)));
