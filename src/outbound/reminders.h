/* SPDX-License-Identifier: MIT */
/* The letter before a deadline, and that of a pause that nobody ends. One timer a seat, for its
 * next reminder; one for a pause; inside a change of the caller's. Source: mail-conventions O5. */
#pragma once

#include "ledger/work.h"
#include "play/position.h"

#define REMINDERS_TIMER "reminder" /* game, seat */

/* Set the reminder of what a seat is asked. */
enum rc reminders_set(struct desk *desk, const struct position *position, unsigned seat,
                      struct err *err);
/* The timer is due: remind of its question if it is still open, and set the next. */
enum rc reminders_due(struct desk *desk, const struct ledger_timer *timer, struct err *err);
/* The timer of a pause is due (clocks.h): remind its players, while it stands, and set the next. */
enum rc reminders_pause_due(struct desk *desk, const struct ledger_timer *timer, struct err *err);
