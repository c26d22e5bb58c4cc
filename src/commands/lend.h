/* SPDX-License-Identifier: MIT */
/* A seat lent to a practice opponent until its player is back, and a game left before it begins.
 * Source: doc/record.md, "Replay". */
#pragma once

#include "commands/incoming.h"

#define LEND_TIMER "lent" /* game, seat */

/* "play for me until Sunday, cautiously" */
enum rc lend_seat(struct incoming *incoming, const char *arguments, struct err *err);
/* "call off": leave a game that has not begun. */
enum rc lend_leave(struct incoming *incoming, const char *arguments, struct err *err);
/* A letter of a game's player: he is back. */
enum rc lend_returned(struct incoming *incoming, struct err *err);
/* Its time is over; inside a change. */
enum rc lend_due(struct desk *desk, int64_t game, unsigned seat, struct err *err);
