/* SPDX-License-Identifier: MIT */
/* A player who misses so many deadlines in a row: he is warned before the last, then the others may
 * claim the win, wait some days more, or ask for somebody in his place; a tournament's game is
 * forfeit. Source: doc/record.md, "Replay". */
#pragma once

#include "commands/incoming.h"

enum rc away_claim(struct incoming *incoming, const char *arguments, struct err *err);
enum rc away_wait(struct incoming *incoming, const char *arguments, struct err *err);
/* *vacant: the seat for which its host, who writes, may name somebody; 0 = none. */
enum rc away_replacement(struct incoming *incoming, const char *arguments, unsigned *vacant,
                         struct err *err);

/* Is one of these seats, as bits, away, and not the writer's? */
bool away_is(const struct incoming *incoming, uint32_t seats);

/* Say how many deadlines each other has missed in a row, and what may be done about it. */
void away_help(struct incoming *incoming);

/* A seat has missed one more: tell whom it concerns; inside a change, behind adjudicate_settle. */
enum rc away_missed(struct desk *desk, struct position *position, unsigned seat, struct err *err);
