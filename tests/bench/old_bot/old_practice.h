/* SPDX-License-Identifier: MIT */
/* What the frozen opponent knew of each game. */
#ifndef POSTERN_TESTS_BENCH_OLD_BOT_OLD_PRACTICE_H
#define POSTERN_TESTS_BENCH_OLD_BOT_OLD_PRACTICE_H

#include <stdint.h>

/* A source of chance; a number below bound. */
struct old_dice {
    unsigned (*below)(void *context, unsigned bound);
    void *context;
};

struct old_practice {
    /* How good a position is for a seat, as far as its view shows: more is better, and a game
     * won more than all else. */
    int32_t (*value)(const void *rulebook, const void *view, unsigned seat);
    /* Put a likely value wherever the seat's view holds unknowns that matter for `value`: one of
     * the possibilities, by the dice. */
    void (*guess)(const void *rulebook, void *view, unsigned seat, const struct old_dice *dice);
    /* Where bluff decides, an order is judged by playing on at random until this number changes.
     * NULL: by searching the rest of the seat's own turn. */
    uint32_t (*stretch)(const void *rulebook, const void *state);
};

extern const struct old_practice old_dungeon_twister, old_welcome_back;

#endif
