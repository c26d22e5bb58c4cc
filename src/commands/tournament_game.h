/* SPDX-License-Identifier: MIT */
/* Games of tournaments: made, entered in the ledger and in the tournament's log, within the
 * caller's change. Source: doc/tournaments.md. */
#pragma once

#include "tournament/tournament.h"

/* The k-th game (from 1) of a pair of the current round. In the second the seats are exchanged. */
enum rc tournament_game_make(struct desk *desk, struct tournament *tournament, unsigned at,
                             unsigned k, struct err *err);
/* On a ladder, one player challenges another: the pair, its games, and a word to who is challenged.
 * *why as tournament_challenge; nothing was done where there is one. */
enum rc tournament_game_challenge(struct desk *desk, struct tournament *tournament,
                                  int64_t challenger, int64_t challenged, const char **why,
                                  struct err *err);
/* May both of a pair begin its games, as `[server] tournament_games` limits them? */
enum rc tournament_game_has_room(struct desk *desk, const struct tournament *tournament,
                                 unsigned at, bool *has_room, struct err *err);
