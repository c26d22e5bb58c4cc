/* SPDX-License-Identifier: MIT */
/* How strong players are, by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013),
 * recomputed from the logs' results each time: nothing is kept, so nothing can drift.
 *
 * A rating period is a month. In a game of more than two, its winner has beaten each of the
 * others; a drawn one is drawn between all. Void games do not count. Games with practice opponents
 * make a list of their own; there a game does not count either in which all agreed to take something
 * back, or the administrator did. */
#ifndef POSTERN_MATCH_RATING_H
#define POSTERN_MATCH_RATING_H

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
/* All who have finished a game of a kind (NULL = any), strongest first: among people alone, or in
 * games with practice opponents. *row is the caller's to free. */
enum rc rating_all(struct desk *desk, const char *kind, bool practice, struct rating_row **row,
                   unsigned *count, struct err *err) MUST_CHECK;

#endif
