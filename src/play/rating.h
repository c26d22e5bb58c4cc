/* SPDX-License-Identifier: MIT */
/* How strong players are, by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013),
 * recomputed from the logs' results each time: nothing is kept, so nothing can drift.
 *
 * A rating period is a month. In a game of more than two, its winner has beaten each of the
 * others; a drawn one is drawn between all. Void games do not count, nor those in which the
 * administrator took something back. Games with practice opponents make a list of their own; there
 * a game does not count either in which all agreed to take something back.
 *
 * Where a seat changed hands, the result is by the club's rule (`[server] replaced`) that of who
 * gave most of the seat's orders, of who had it last, or of who had it first. */
#pragma once

#include "rules/game.h"
#include "server/desk.h"

/* Defaults of one who has not played: 1500, 350, 0.06. */
struct rating {
    double points, deviation, volatility;
};
extern const struct rating rating_new;

/* One game against one other, as he was before the period. score: 1, 0.5 or 0. */
struct rating_game {
    struct rating other;
    double score;
};
/* The rating after a period with these games; none: only the deviation grows. */
struct rating rating_after(const struct rating *rating, const struct rating_game *game,
                           unsigned count);

struct rating_row {
    int64_t player;
    struct rating rating;
    unsigned games, won, drawn;
    int64_t last_s; /* end of his last game */
};
/* A game that counts, as it ended. */
struct rating_result {
    int64_t game, at_s, month;
    unsigned winner, seats; /* winner 0 = drawn */
    bool practice;          /* a practice opponent has a seat */
    int64_t player[SEATS_MAX + 1];
};

/* All that counts, read once; NULL kind = of any game. fails  RC_NO_MEMORY, … */
struct rating_book;
enum rc rating_open(struct desk *desk, const char *kind, bool practice, struct rating_book **book,
                    struct err *err);
void rating_close(struct rating_book *book);
OWN_DROPPED(rating_book, rating_close)
/* The results, by month and number of the game; borrowed. */
const struct rating_result *rating_results(const struct rating_book *book, size_t *count);
/* The ratings after the first `count` results, the last month taken as ended. *row is the caller's
 * to free. */
enum rc rating_rows(const struct rating_book *book, size_t count, struct rating_row **row,
                    unsigned *rows, struct err *err);
/* Tell every player's rating at the end of each month, by month. */
typedef void (*rating_month_fn)(void *user, int64_t month, const struct rating_row *row);
enum rc rating_months(const struct rating_book *book, rating_month_fn fn, void *user,
                      struct err *err);
/* What a game did to its players, all games that ended before it and it alone reckoned, by seat. */
struct rating_change {
    bool counts; /* false: nothing below is filled */
    struct rating_result result;
    struct rating before[SEATS_MAX + 1], after[SEATS_MAX + 1];
};
enum rc rating_change(struct desk *desk, const char *kind, bool practice, int64_t game,
                      struct rating_change *change, struct err *err);

/* All who have finished a game of a kind (NULL = any), strongest first: among people alone, or in
 * games with practice opponents. *row is the caller's to free. */
enum rc rating_all(struct desk *desk, const char *kind, bool practice, struct rating_row **row,
                   unsigned *count, struct err *err);

/* What was taken back in a game, from its log; kept while the game is away, too. */
struct taken_back {
    bool by_keeper; /* the administrator, by hand */
    bool by_table;  /* all agreed */
};

/* Look whether something was taken back, and by whom. */
enum rc taken_back_get(struct ledger *ledger, int64_t game, struct taken_back *found,
                       struct err *err);
