/* SPDX-License-Identifier: MIT */
/* Practice opponents as players find them: by name, or by how strong they are. Each says what it is
 * to whoever sits down with it. */
#pragma once

#include "bot/bot.h"
#include "commands/incoming.h"

/* Find one by its level ("hard"), or the nearest to it, or name; of several the one with the fewest
 * games.
 * in     taken: players it may not be
 * out    *player: 0 = there is none */
enum rc opponents_find(struct desk *desk, const char *word, const int64_t *taken, unsigned count,
                       int64_t *player, struct err *err);
/* Which levels there are here; others are left as they are. */
enum rc opponents_levels(struct desk *desk, bool level[BOT_LEVELS], struct err *err);
/* Is this player one? */
enum rc opponents_is(struct desk *desk, int64_t player, bool *is, struct err *err);

/* Say that there is no such opponent, and which there are. */
enum rc opponents_refuse(struct incoming *incoming, const char *word, struct err *err);
/* Say of each of these players who is one what it is. */
enum rc opponents_introduce(struct incoming *incoming, const int64_t *player, unsigned count,
                            struct err *err);
