/* SPDX-License-Identifier: MIT */
/* Where a seat's turn has been so far, from the game's log, for an opponent or a hint that begins
 * to think in its midst. */
#pragma once

#include "bot/bot.h"
#include "play/position.h"

/* Remind a bot of the views in which its seat has ordered before; of those of other turns it keeps
 * nothing. Asks nothing of the log where the game does not tell one place from another.
 * in     bot: game and rulebook set */
enum rc recall_turn(struct desk *desk, const struct position *position, unsigned seat,
                    struct bot *bot, struct err *err);
