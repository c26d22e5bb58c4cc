/* SPDX-License-Identifier: MIT */
/* Games of the practice opponent against itself, the frozen one, or a script, for the bench and for
 * tuning. A deal is fixed by its number: what the table draws depends on that and on the draw's
 * name alone. */
#ifndef POSTERN_TESTS_BENCH_BOT_GAMES_H
#define POSTERN_TESTS_BENCH_BOT_GAMES_H

#include "bot/bot.h"
#include "old_bot/old_bot.h"

/* Who sits at a seat. */
enum player_kind {
    PLAYER_NEW,
    PLAYER_OLD,
    PLAYER_PASS,
    PLAYER_AT,
    PLAYER_DRAW,
    PLAYER_RESPONDS,
    PLAYER_SEES
};
struct player {
    enum player_kind kind;
    unsigned level;        /* or at how many cards in the dungeon it passes */
    unsigned long nodes;   /* of a new one; 0: as its level has it */
    const int32_t *weight; /* NULL: the game's own */
};

/* A table at which one champion plays others, and what came of it so far. */
struct table {
    const struct game *game;
    void *rulebook;
    struct player champion, other;
    unsigned seats;
    const char *options;
    bool show; /* the orders, as the log has them */

    unsigned won, drawn, lost, games;
    double time_s[2], longest_s[2]; /* of whole turns; champion, other */
    unsigned turns[2];
};

/* Load a game's newest rules from top_srcdir/data; the program ends when it cannot. */
void table_load(struct table *table, const char *name);
/* "expert", "old-hard", "pass" …; the program ends at anything else. */
struct player table_player(const char *word);
/* Play one game of a deal, the champion in this seat; returns his score, 0 to 1. */
double table_play(struct table *table, uint64_t deal, unsigned seat);
uint64_t table_mix(uint64_t x);

#endif
