/* SPDX-License-Identifier: MIT */
/* Inside of the frozen opponent. */
#ifndef POSTERN_TESTS_BENCH_OLD_BOT_OLD_BOT_P_H
#define POSTERN_TESTS_BENCH_OLD_BOT_OLD_BOT_P_H

#include "old_bot/old_bot.h"

/* Room for lists of legal orders and positions, made once for a choice. */
struct old_room {
    struct old_bot *bot;
    unsigned seat;
    struct old_dice dice;
    struct order *list;   /* LEGAL_MAX: the candidates */
    struct order *answer; /* LEGAL_MAX: what others may do */
    struct order *chain;  /* LEGAL_MAX: the next of a chain */
};

/* Why play stopped after an order. */
enum old_rest {
    OLD_REST_OWN,   /* the seat goes on with its turn */
    OLD_REST_OTHER, /* it is another's turn, or something hidden must be seen first */
    OLD_REST_OVER
};

enum rc old_room_init(struct old_room *room, struct old_bot *bot, unsigned seat, struct err *err);
void old_room_fini(struct old_room *room);

/* A number below bound. */
unsigned old_below(void *bot, unsigned bound);

/* Answer what the table and the others are asked, at random, until the seat's own turn goes on,
 * another's begins, or nothing can be answered. Own answers to questions in between are random,
 * too. *chanced: something was answered by chance. */
enum old_rest old_settle(struct old_room *room, void *state, bool *chanced);
/* Play on at random, all seats, until the game's stretch ends. */
void old_play_out(struct old_room *room, void *state);
/* Answer one decision, of the table or at random. false: it cannot be answered from here. */
bool old_answer(struct old_room *room, void *state, const struct decision *decision);
/* One of a list, the kind first. */
const struct order *old_pick(struct old_bot *bot, const struct order *list, unsigned count);

int32_t old_value(const struct old_room *room, const void *state);

#endif
