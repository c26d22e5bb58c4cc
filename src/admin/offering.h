/* SPDX-License-Identifier: MIT */
/* Games that wait for players, as the administrator offers, starts and withdraws them. What players
 * say about them is commands/offers.h. All but the list inside a change. */
#pragma once

#include "ledger/offers.h"
#include "server/desk.h"
#include "commands/newgame.h"

/* Each offer that waits, with the names of who is in and who was asked, "Ada, Ben"; all borrowed
 * for the call. */
typedef enum rc (*offering_fn)(void *user, const struct ledger_offer *offer, const char *in,
                               const char *asked, struct err *err);
enum rc offering_list(struct desk *desk, offering_fn fn, void *user, struct err *err);

/* Let the free seats of a game be taken: `wanted` says who is in already, the first offers it.
 * fails  RC_USAGE: nobody is in, or no seat is free */
enum rc offering_open(struct desk *desk, const struct newgame *wanted, unsigned seats,
                      int64_t *offer, struct err *err);
/* Make the game of an offer, of those who are in and then of `more`, count of them.
 * fails  RC_CONFLICT: it does not wait any more, or its options are not this program's;
 *        RC_USAGE: too many seats; RC_NOT_FOUND */
enum rc offering_start(struct desk *desk, int64_t offer, const int64_t *more, unsigned count,
                       int64_t *game, struct err *err);
/* Let it wait no more; who is in, and who was asked, is told. Fails as offering_start. */
enum rc offering_withdraw(struct desk *desk, int64_t offer, struct err *err);
