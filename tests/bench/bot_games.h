/* SPDX-License-Identifier: MIT */
/* Games of the practice opponent against itself, the frozen one, or a script, for the bench and for
 * tuning. A deal is fixed by its number: what the table draws depends on that and on the draw's
 * name alone. */
#pragma once

#include "bot/bot.h"

/* Who sits at a seat. */
enum player_kind { PLAYER_NEW, PLAYER_LAST, PLAYER_PASS, PLAYER_AT, PLAYER_DRAW };
struct player {
    enum player_kind kind;
    unsigned level;        /* or at how many cards in the dungeon it passes */
    unsigned long nodes;   /* 0: as its level has it */
    const int32_t *weight; /* NULL: the game's own */
};

/* The opponent of an earlier commit, in a library that earlier.sh made. */
struct earlier;
struct last {
    struct earlier *loaded; /* NULL: there is none */
    struct bot *(*sit)(const struct earlier *, const char *level, unsigned long nodes,
                       uint64_t seed);
    bool (*choose)(struct bot *, const void *view, unsigned seat, struct order *order);
};

enum { GAMES_MAX = 8192 };

/* A table at which one champion plays others, and what came of it so far. */
struct table {
    const struct game *game;
    void *rulebook;
    struct player champion, other;
    unsigned seats;
    const char *options;
    bool show; /* the orders, as the log has them */
    struct last last;

    unsigned won, drawn, lost, games;
    double time_s[2], longest_s[2]; /* of whole turns; champion, other */
    unsigned turns[2];
    uint16_t length[GAMES_MAX]; /* turns of each game */
    unsigned long unfinished;   /* the champion's hunts for a win that ended at their limit */
};

/* Load a game's newest rules from top_srcdir/data; the program ends when it cannot. */
void table_load(struct table *table, const char *name);
/* Load an earlier opponent for the table's game; the program ends when it cannot. */
void table_load_last(struct table *table, const char *library);
/* "expert", "last-hard", "pass" …; the program ends at anything else. */
struct player table_player(const char *word);
/* Play one game of a deal, the champion in this seat; returns his score, 0 to 1. */
double table_play(struct table *table, uint64_t deal, unsigned seat);
uint64_t table_mix(uint64_t x);
