/* SPDX-License-Identifier: MIT */
/* Tournaments: their logs, who entered, and which games are theirs.
 *
 * Source: design, section 11 (P10). */
#pragma once

#include "ledger/facts.h"

/* The number that the next tournament gets. */
enum rc ledger_tournament_next(struct ledger *ledger, int64_t *tournament, struct err *err);
enum rc ledger_tournament_put(struct ledger *ledger, int64_t tournament, int64_t made_s,
                              struct ledger_bytes secret_box, struct err *err);
/* Append the box of its secret. fails  RC_NOT_FOUND: no such tournament */
enum rc ledger_tournament_secret(struct ledger *ledger, int64_t tournament, struct buf *box,
                                 struct err *err);

struct ledger_tournament_entry {
    int64_t tournament, n, at_s;
    const char *text;
    const unsigned char *commitment; /* 32 bytes; NULL = none */
    const unsigned char *hash;       /* 32 bytes */
};
enum rc ledger_tournament_append(struct ledger *ledger, const struct ledger_tournament_entry *entry,
                                 struct err *err);
struct ledger_rows ledger_tournament_entries(struct ledger *ledger, int64_t tournament,
                                             struct err *err);

struct ledger_tournament_entrant {
    int64_t tournament, entrant, player, n;
    struct ledger_bytes box;
};
enum rc ledger_tournament_entrant_put(struct ledger *ledger,
                                      const struct ledger_tournament_entrant *entrant,
                                      struct err *err);
struct ledger_rows ledger_tournament_entrants(struct ledger *ledger, int64_t tournament,
                                              struct err *err);

struct ledger_tournament_game {
    int64_t game, tournament, round, board, k;
    bool done;
};
/* Put, or note that it is done. */
enum rc ledger_tournament_game_put(struct ledger *ledger, const struct ledger_tournament_game *game,
                                   struct err *err);
/* The beginning of the tournament that a game belongs to; no row: it belongs to none. */
struct ledger_rows ledger_tournament_of(struct ledger *ledger, int64_t game, struct err *err);
/* Games of tournaments that are over and whose results are not in the log yet. */
struct ledger_rows ledger_tournament_games_due(struct ledger *ledger, struct err *err);
/* How many games of tournaments go on for a player. */
enum rc ledger_tournament_games_of(struct ledger *ledger, int64_t player, int64_t *count,
                                   struct err *err);
