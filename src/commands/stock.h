/* SPDX-License-Identifier: MIT */
/* Days of vacation that are drawn from a stock when a player's time runs out, and a day more for
 * the asking, where the terms have them. Source: doc/record.md, "Replay". */
#pragma once

#include "commands/incoming.h"

enum rc stock_set(struct incoming *incoming, const char *arguments, struct err *err);
enum rc stock_extension(struct incoming *incoming, const char *arguments, struct err *err);

/* A letter of a game's player: does the game know what he wants of its stock? */
enum rc stock_say(struct incoming *incoming, struct err *err);

/* Draw what is to be drawn for a seat now, and tell all; inside a change. */
enum rc stock_draw_for(struct desk *desk, struct position *position, unsigned seat,
                       struct err *err);
/* A day was drawn for it: tell all; inside a change, behind adjudicate_settle. */
enum rc stock_drawn(struct desk *desk, const struct position *position, unsigned seat,
                    struct err *err);
