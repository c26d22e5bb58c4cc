/* SPDX-License-Identifier: MIT */
/* What can be made again from the facts: who sits where, heads, positions, boards, open
 * decisions with deadlines, look-ups of people, what each seat was shown.
 *
 * The ledger itself keeps head, seats and "shown" as it stores the facts; the desk puts the rest
 * in the same transaction. ledger_rebuild empties all and asks for it again.
 *
 * Source: design, section 4. */
#pragma once

#include "ledger/ledger.h"

/* --- games now ---------------------------------------------------------------------------- */

#define LEDGER_STATUSES(X)                                                                         \
    X(FORMING, "forming") /* seats are open */                                                     \
    X(RUNNING, "running")                                                                          \
    X(PAUSED, "paused") /* clocks stand still */                                                   \
    X(OVER, "over")
#define LEDGER_STATUS_NAME(name, text) LEDGER_##name,
enum ledger_status { LEDGER_STATUSES(LEDGER_STATUS_NAME) LEDGER_STATUS_COUNT };
const char *ledger_status_name(enum ledger_status status);

/* Set how a game stands; result is a key ("won 1 target-reached"), "" while it goes on. */
enum rc ledger_status_set(struct ledger *ledger, int64_t game, enum ledger_status status,
                          const char *result, struct err *err);

struct ledger_game_row {
    int64_t game;
    const char *engine;
    int64_t n;    /* head; -1 = none */
    int64_t at_s; /* of the head */
    enum ledger_status status;
    const char *result;
    bool is_frozen; /* see work.h */
};
/* Games in one status (LEDGER_STATUS_COUNT = all), by number. */
struct ledger_rows ledger_games_now(struct ledger *ledger, enum ledger_status status,
                                    struct err *err);
/* Games in which a player has a seat, by number. */
struct ledger_rows ledger_games_of_player(struct ledger *ledger, int64_t player, struct err *err);
/* How many of them are not over; *only: the one where it is but one, else 0 (NULL: not asked). */
enum rc ledger_games_going(struct ledger *ledger, int64_t player, unsigned *count, int64_t *only,
                           struct err *err);

struct ledger_seat {
    int64_t game;
    int seat;
    int64_t player; /* 0 = empty */
    int64_t n;      /* entry that seated him */
};
/* Who has the seats of a game, by seat. */
struct ledger_rows ledger_seats_now(struct ledger *ledger, int64_t game, struct err *err);
/* Everybody who ever had a seat of the game, in the order in which they took them. */
struct ledger_rows ledger_seat_history(struct ledger *ledger, int64_t game, struct err *err);
/* fails  RC_NOT_FOUND: nobody ever sat there */
enum rc ledger_seat_get(struct ledger *ledger, int64_t game, int seat, struct ledger_seat *out,
                        struct err *err);

/* Newest entry that a seat was told of, and the letter that told it.
 * out    n: -1 = never told anything */
enum rc ledger_shown(struct ledger *ledger, int64_t game, int seat, int64_t *n, int64_t *out,
                     struct err *err);

/* --- open decisions ----------------------------------------------------------------------- */

struct ledger_decision {
    int64_t game;
    int64_t decision; /* the game's number of the question */
    int seat;         /* who must answer; 0 = the table */
    int64_t clock;    /* questions with the same clock share an allowance */
    int time_class;   /* as the game contract numbers it */
    int64_t opened_n; /* entry after which it stood open */
    int64_t opened_s;
    int64_t due_s;  /* deadline; -1 = none */
    int64_t left_s; /* of its allowance when it was opened; -1 = no clock */
};
/* Replace the open decisions of a game by these. */
enum rc ledger_decisions_put(struct ledger *ledger, int64_t game,
                             const struct ledger_decision *decision, size_t count, struct err *err);
struct ledger_rows ledger_decisions(struct ledger *ledger, int64_t game, struct err *err);
/* Decisions whose deadline is before a time, soonest first; frozen games are left out. */
struct ledger_rows ledger_decisions_due(struct ledger *ledger, int64_t before_s, struct err *err);
struct ledger_place {
    int64_t game;
    int seat;
};
/* Seats of games that go on for which time answered in the last turns, so many or more, and nobody
 * since: rows of ledger_place. */
struct ledger_rows ledger_seats_absent(struct ledger *ledger, int64_t turns, struct err *err);
/* Games whose clocks were stopped before a time and stand: rows of ledger_place, seat 0. */
struct ledger_rows ledger_games_standing(struct ledger *ledger, int64_t before_s, struct err *err);
/* Seats of a player that have been asked since before a time, in games that go on. */
struct ledger_rows ledger_seats_waiting(struct ledger *ledger, int64_t player, int64_t before_s,
                                        struct err *err);
/* Soonest deadline of all; -1 = none. */
enum rc ledger_next_deadline(struct ledger *ledger, int64_t *due_s, struct err *err);

/* --- people ------------------------------------------------------------------------------- */

enum ledger_lookup_kind { LEDGER_BY_ADDRESS, LEDGER_BY_NAME, LEDGER_LOOKUP_COUNT };

/* Let a keyed hash (LEDGER_HASH_BYTES) of an address or a name lead to its player; for names
 * `address` is 0. Addresses stand in clear nowhere.
 * fails  RC_EXISTS: it leads to somebody already */
enum rc ledger_lookup_put(struct ledger *ledger, enum ledger_lookup_kind kind,
                          const unsigned char *hash, int64_t player, int64_t address,
                          struct err *err);
enum rc ledger_lookup_drop(struct ledger *ledger, enum ledger_lookup_kind kind,
                           const unsigned char *hash, struct err *err);
/* out    player, address: 0 = nobody */
enum rc ledger_lookup_get(struct ledger *ledger, enum ledger_lookup_kind kind,
                          const unsigned char *hash, int64_t *player, int64_t *address,
                          struct err *err);
