/* SPDX-License-Identifier: MIT */
/* Tournaments go on: results are taken when games end, and as soon as a round is done the next one
 * is paired and its games are made; who does not play on a ladder sinks. Source: doc/cups.md. */
#ifndef POSTERN_ROUNDS_CUPS_H
#define POSTERN_ROUNDS_CUPS_H

#include "cup/cup.h"

/* Take what is due. */
enum rc cups_run(struct desk *desk, struct err *err) MUST_CHECK;
/* Pair what can be paired and make its games, or end it; inside a change of the caller's. */
enum rc cups_advance(struct desk *desk, struct cup *cup, struct err *err) MUST_CHECK;
/* Begin games that wait, and go on; after somebody took a place, inside a change of the caller's.
 */
enum rc cups_resume(struct desk *desk, struct cup *cup, struct err *err) MUST_CHECK;

/* The end of a ladder's term: a timer (0, tournament). */
#define CUPS_TERM "ladder"
enum rc cups_term_due(struct desk *desk, int64_t id, struct err *err) MUST_CHECK;

/* The draw of a tournament is to be looked at (CUP_LUCK_TIMER). */
enum rc cups_luck_due(struct desk *desk, int64_t id, struct err *err) MUST_CHECK;
/* Tell those who sealed their luck that they must open it. */
enum rc cups_tell_sealed(struct desk *desk, const struct cup *cup, struct err *err) MUST_CHECK;

/* Tell all entrants who still play; names of the sentence as pairs up to a NULL. */
enum rc cups_tell(struct desk *desk, const struct cup *cup, const char *key,
                  struct err *err) MUST_CHECK;
/* Tell everybody who may enter that he may, by letter and in the forum. */
enum rc cups_announce(struct desk *desk, struct cup *cup, struct err *err) MUST_CHECK;
/* Tell all that it is cancelled. */
enum rc cups_cancelled(struct desk *desk, struct cup *cup, struct err *err) MUST_CHECK;

#endif
