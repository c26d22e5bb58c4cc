/* SPDX-License-Identifier: MIT */
/* Tournaments go on: results are taken when games end, and as soon as a round is done the next one
 * is paired and its games are made; who does not play on a ladder sinks. Source:
 * doc/tournaments.md. */
#pragma once

#include "tournament/tournament.h"

/* Take what is due. */
enum rc tournaments_run(struct desk *desk, struct err *err);
/* Pair what can be paired and make its games, or end it; inside a change of the caller's. */
enum rc tournaments_advance(struct desk *desk, struct tournament *tournament, struct err *err);
/* Begin games that wait, and go on; after somebody took a place, inside a change of the caller's.
 */
enum rc tournaments_resume(struct desk *desk, struct tournament *tournament, struct err *err);

/* The end of a ladder's term: a timer (0, tournament). */
#define TOURNAMENTS_TERM "ladder"
enum rc tournaments_term_due(struct desk *desk, int64_t id, struct err *err);

/* The draw of a tournament is to be looked at (TOURNAMENT_LUCK_TIMER). */
enum rc tournaments_luck_due(struct desk *desk, int64_t id, struct err *err);
/* Tell those who sealed their luck that they must open it. */
enum rc tournaments_tell_sealed(struct desk *desk, const struct tournament *tournament,
                                struct err *err);

/* Tell all entrants who still play; names of the sentence as pairs up to a NULL. */
enum rc tournaments_tell(struct desk *desk, const struct tournament *tournament, const char *key,
                         struct err *err);
/* Tell everybody who may enter that he may, by letter and in the forum. */
enum rc tournaments_announce(struct desk *desk, struct tournament *tournament, struct err *err);
/* Tell all that it is cancelled. */
enum rc tournaments_cancelled(struct desk *desk, struct tournament *tournament, struct err *err);
