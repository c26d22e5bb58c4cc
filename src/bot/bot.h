/* The practice opponent: chooses an order for a seat from that seat's own view, by the same
 * legal, check and apply as everybody. It knows what a person in that seat may know, and a game
 * as far as rules/practice.h tells of it. No I/O, no clock of its own.
 *
 * Two ways of looking ahead. Where a turn is a chain of the seat's own orders, a beam of the best
 * chains is searched. Where bluff decides, each order is followed by many random games with the
 * unseen guessed anew each time. An answer to a question in another's turn is judged by guesses,
 * too. */
#ifndef POSTERN_BOT_BOT_H
#define POSTERN_BOT_BOT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/game.h"

enum bot_level { BOT_EASY, BOT_MEDIUM, BOT_HARD, BOT_LEVELS };
extern const char *const bot_level_names[BOT_LEVELS]; /* "easy" … */

/* The level with this name; BOT_LEVELS if there is none. */
enum bot_level bot_level_find(const char *name);

struct bot {
    const struct game *game;
    const void *rulebook;
    enum bot_level level;
    uint64_t seed; /* of its guesses; changes with every choice */
    /* True when the time is up: the best order so far is given. NULL: no limit. */
    bool (*late)(void *context);
    void *context;
};

/* Choose one of the seat's legal orders.
 * in     view: the seat's, game->state_bytes
 * out    order, when true
 * returns false if the seat has nothing to order here, or no memory was left */
bool bot_choose(struct bot *bot, const void *view, unsigned seat, struct order *order);

/* Choose at random: the kind first, then the order; what a bot is measured against. */
bool bot_choose_at_random(struct bot *bot, const void *view, unsigned seat, struct order *order);

/* Play a whole game among bots, each from its own view, cut after `orders` orders.
 * in     player[s - 1]: who sits in seat s; random: seats that choose at random, bit 1 << seat
 * out    outcome
 * fails  RC_BAD_INPUT (options), RC_NO_MEMORY, RC_BUG: a choice was not legal */
enum rc bot_match(struct bot *player, unsigned seats, unsigned random, const char *options,
                  unsigned orders, struct outcome *outcome, struct err *err) MUST_CHECK;

#endif
