/* SPDX-License-Identifier: MIT */
/* Games of Dungeon Twister and letters with legal orders for them, for figures of the desk and of
 * the daemon. Each letter is a reply with the turn letter quoted below its order. */
#pragma once

#include "tests/house/fixture.h"

struct raw {
    char *bytes; /* owned */
    size_t length;
    char id[32];
};

/* A server with so many games that stand in their luck, each with two players of its own: one
 * sender gets so many answers in an hour and no more. */
void load_make_games(struct fixture *fixture, unsigned games);
/* A letter for each game that is not over, games 1 to `games`; returns how many. */
unsigned load_letters(struct fixture *fixture, unsigned games, struct raw *raws);
void load_free(struct raw *raws, unsigned count);
/* Take letters in, as many in a commit as its time allows, or one. Returns seconds. */
double load_take(struct fixture *fixture, const struct raw *raws, unsigned count, bool grouped);
double load_now_s(void);
