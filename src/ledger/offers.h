/* SPDX-License-Identifier: MIT */
/* Games that players offer each other, and who watches a game. Work tables.
 *
 * Source: design, section 7; mail conventions O5. */
#pragma once

#include "ledger/ledger.h"

enum ledger_offer_state {
    LEDGER_OFFER_WAITING,
    LEDGER_OFFER_MADE, /* its game is made */
    LEDGER_OFFER_GONE, /* withdrawn, declined, too old */
    LEDGER_OFFER_STATE_COUNT
};
struct ledger_offer {
    int64_t id;     /* set by the put */
    int64_t player; /* who offers */
    int64_t at_s;
    const char *engine, *options, *time;
    int seats;
    bool is_open; /* anybody may take a free seat */
    bool anonymous;
    bool press_open;                   /* watchers read what is said to all */
    int64_t rating_least, rating_most; /* of who may take a seat of an open one; 0 = any */
    enum ledger_offer_state state;
    int64_t game;      /* 0 = none yet */
    int64_t into_game; /* a seat of it is offered; 0 = a game of its own */
    int64_t into_seat;
};
enum rc ledger_offer_put(struct ledger *ledger, const struct ledger_offer *offer, int64_t *id,
                         struct err *err);
/* game: 0 unless MADE. fails  RC_NOT_FOUND: none that waits */
enum rc ledger_offer_end(struct ledger *ledger, int64_t id, enum ledger_offer_state state,
                         int64_t game, struct err *err);
/* One offer, in any state. fails  RC_NOT_FOUND */
struct ledger_rows ledger_offer_get(struct ledger *ledger, int64_t id, struct err *err);
/* All that wait, oldest first. */
struct ledger_rows ledger_offers(struct ledger *ledger, struct err *err);

enum ledger_offer_answer {
    LEDGER_OFFER_ASKED,
    LEDGER_OFFER_IN,
    LEDGER_OFFER_DECLINED,
    LEDGER_OFFER_ANSWER_COUNT
};
struct ledger_offer_player {
    int64_t offer;
    int64_t player;
    int place; /* the seat he gets, from 1 */
    enum ledger_offer_answer answer;
};
/* Put or replace. */
enum rc ledger_offer_player_put(struct ledger *ledger, const struct ledger_offer_player *row,
                                struct err *err);
struct ledger_rows ledger_offer_players(struct ledger *ledger, int64_t offer, struct err *err);

struct ledger_watcher {
    int64_t game;
    int64_t player;
    int64_t told_n;
};
/* Put, or move how far he was told. */
enum rc ledger_watcher_put(struct ledger *ledger, const struct ledger_watcher *watcher,
                           struct err *err);
enum rc ledger_watcher_drop(struct ledger *ledger, int64_t game, int64_t player, struct err *err);
struct ledger_rows ledger_watchers(struct ledger *ledger, int64_t game, struct err *err);
