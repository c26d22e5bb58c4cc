/* SPDX-License-Identifier: MIT */
/* The practice opponent of the first release, frozen: what today's is measured against. Nothing
 * but the bench links it, and nothing here is to be mended. */
#ifndef POSTERN_TESTS_BENCH_OLD_BOT_OLD_BOT_H
#define POSTERN_TESTS_BENCH_OLD_BOT_OLD_BOT_H

#include <stdbool.h>
#include <stdint.h>

#include "old_bot/old_practice.h"
#include "rules/game.h"

enum old_level { OLD_EASY, OLD_MEDIUM, OLD_HARD, OLD_LEVELS };
extern const char *const old_level_names[OLD_LEVELS]; /* "easy" … */

/* The level with this name; OLD_LEVELS if there is none. */
enum old_level old_level_find(const char *name);

struct old_bot {
    const struct game *game;
    const void *rulebook;
    const struct old_practice *practice; /* old_practice_of(game) */
    enum old_level level;
    uint64_t seed; /* of its guesses; changes with every choice */
    /* True when the time is up: the best order so far is given. NULL: no limit. */
    bool (*late)(void *context);
    void *context;
};

/* Choose one of the seat's legal orders.
 * in     view: the seat's, game->state_bytes
 * out    order, when true
 * returns false if the seat has nothing to order here, or no memory was left */
bool old_choose(struct old_bot *bot, const void *view, unsigned seat, struct order *order);

/* Choose at random: the kind first, then the order; what a bot is measured against. */
bool old_choose_at_random(struct old_bot *bot, const void *view, unsigned seat,
                          struct order *order);

#endif
