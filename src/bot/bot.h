/* SPDX-License-Identifier: MIT */
/* The practice opponent: chooses an order for a seat from that seat's own view, by the same
 * legal, check and apply as everybody. It knows what a person in that seat may know, and a game
 * as far as rules/practice.h tells of it. No I/O, no clock and no memory of its own: only
 * bot_choose and bot_choose_at_random (memory.c) allocate.
 *
 * Two ways of looking ahead; doc/opponent.md says why. Where a turn is a chain of the seat's own
 * orders, whole turns are searched, and the whole answer to the best of them. Where bluff decides,
 * a tree of what each seat can know grows from guess to guess at the unseen. */
#pragma once

#include "rules/game.h"
#include "rules/practice.h"

enum bot_level { BOT_EASY, BOT_MEDIUM, BOT_HARD, BOT_EXPERT, BOT_LEVELS };
extern const char *const bot_level_names[BOT_LEVELS]; /* "easy" … */

/* The level with this name; BOT_LEVELS if there is none. */
enum bot_level bot_level_find(const char *name);

enum { BOT_PLAN_MAX = 24, BOT_TRAIL_MAX = 64, BOT_TURNS_KEPT = 8 };

struct bot {
    const struct game *game;
    const void *rulebook;
    enum bot_level level;
    uint64_t seed; /* of its guesses; changes with every choice */
    /* True when the time is up: the best order so far is given. NULL: no limit. */
    bool (*late)(void *context);
    void *context;
    /* Most positions looked at for a choice, but for hunts for a win; 0: as many as its level does.
     */
    unsigned long nodes;
    const int32_t *weight; /* of the game's terms, in their order; NULL: the game's own */

    /* The rest of the turn that was thought out with an earlier choice, each order for the view
     * whose hash stands beside it. Zeroed at first; the bot's own. */
    unsigned planned;
    uint64_t expected[BOT_PLAN_MAX];
    struct order plan[BOT_PLAN_MAX];
    /* Where its turn has been and its last four, so that it does not come back there whatever it
     * sees on the way. */
    unsigned trailed;
    struct practice_place trail[BOT_TRAIL_MAX];
    uint32_t turn;        /* that it thought about last */
    unsigned long worked; /* positions looked at in it so far */
    int32_t value;        /* of what was chosen last, in the game's measure */
    bool sure;            /* what was planned last wins the game, whatever others answer */
    bool misses_no_win;   /* hunts further than its level does, however few positions it is given */
    unsigned long unfinished; /* hunts for a win that ended at their limit so far */
};

/* Bytes of memory that a choice takes. */
size_t bot_bytes(const struct game *game);

/* Remind a bot of a view in which its seat was asked before, oldest first: its turn does not come
 * back there. Of another turn than the last one's view nothing is kept. A bot that chooses reminds
 * itself. */
void bot_remember(struct bot *bot, const void *view);

/* Choose one of the seat's legal orders.
 * in     view: the seat's, game->state_bytes; memory: bot_bytes, aligned for uint64_t
 * out    order, when true
 * returns false if the seat has nothing to order here */
bool bot_choose_within(struct bot *bot, const void *view, unsigned seat, void *memory,
                       struct order *order);

/* The same with memory of its own, false if there was none, too; and what a player says besides, of
 * a draw that is offered for instance. */
bool bot_choose(struct bot *bot, const void *view, unsigned seat, struct order *order);

/* Choose at random: the kind first, then the order; what a bot is measured against. */
bool bot_choose_at_random(struct bot *bot, const void *view, unsigned seat, struct order *order);
