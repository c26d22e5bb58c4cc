/* SPDX-License-Identifier: MIT */
/* The teacher: a sensible turn before it is played, and afterwards what a turn was worth beside the
 * best that could be found. Both see what the seat's view shows and no more, so that nobody is
 * blamed for what he could not know. Pure, like the choice itself. */
#pragma once

#include "bot/bot.h"

enum { BOT_CHANCE_WHOLE = 1000 };

struct bot_hint {
    unsigned count; /* orders, from the first; what follows something unseen is left open */
    struct order order[BOT_PLAN_MAX];
    int32_t before, after; /* the seat's chance to win, now and after this turn's best answer */
    const char *term;      /* of game->practice->terms, that gains most by it; NULL: none */
};

/* Think of a turn for a seat, or of the rest of the one that the bot was reminded of.
 * in     bot: level and limits; memory: bot_bytes
 * returns false if the seat has nothing to order */
bool bot_hint(struct bot *bot, const void *view, unsigned seat, void *memory,
              struct bot_hint *hint);

struct bot_judgement {
    int32_t best, played; /* chances to win; best - played is what the turn has cost */
    bool missed; /* the best wins the game, whatever others answer, and what was played does not */
    bool unseen; /* one of the two meets something unseen: it is judged by guesses at that */
    const char *term; /* in which the best turn is furthest ahead; NULL: none */
    unsigned count;   /* of the best turn, from its first order */
    struct order better[BOT_PLAN_MAX];
    unsigned answers; /* the other side's best to what was played, as far as could be known */
    struct order answer[BOT_PLAN_MAX];
};

/* Judge orders that a seat gave in one turn, from its view before the first.
 * returns false if the seat had nothing to choose, or an order is not legal there */
bool bot_judge(struct bot *bot, const void *view, unsigned seat, const struct order *played,
               unsigned count, void *memory, struct bot_judgement *judgement);

/* A seat's chance to win, as a position looks or, where bluff decides, as the stretch is likely to
 * end: a point of the curve of who stood better. */
int32_t bot_chance(struct bot *bot, const void *view, unsigned seat, void *memory);
