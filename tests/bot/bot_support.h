/* SPDX-License-Identifier: MIT */
/* What the tests of the practice opponent share. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "games/dungeon_twister/state.h"
#include "games/games.h"
#include "rules/practice.h"
#include "tests/test.h"

struct table {
    const struct game *game;
    void *rulebook;
};

/* Load a game's newest rules from top_srcdir/data; chance begins anew. */
void set_up(struct table *table, const char *name);
void clear(struct table *table);
/* Chance of the tests, with a fixed seed. */
unsigned below(void *context, unsigned bound);
/* Carry out what the table answers. */
void answer_table(const struct table *table, void *state, const struct decision *asked);
/* What one seat may not see is dealt anew: rooms, the other's tokens, his team and card. */
void deal_anew(const struct table *table, const void *state, unsigned seat, void *other);
