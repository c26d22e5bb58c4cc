/* SPDX-License-Identifier: MIT */
/* What a game tells a practice opponent, beyond the rules: how good a view looks, what the unseen
 * may be, and what may come of a question that chance or two hidden choices answer. Pure like the
 * rest of the contract, and no part of the rules: nothing that is logged or verified depends on
 * it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/order.h"

/* A source of chance; a number below bound. */
struct practice_dice {
    unsigned (*below)(void *context, unsigned bound);
    void *context;
    bool plain; /* draw no conclusions from what others did or are wont to do */
};

/* What `hope` says beside what is to spare. */
enum {
    PRACTICE_HOPE_OPEN = 500, /* somebody else is asked first: nothing can be said */
    PRACTICE_HOPE_WON = 1000, /* enough is won; the turn must only be ended */
    PRACTICE_HOPE_OVER = 2000 /* the game is won */
};

/* One of the terms by which positions are judged. */
struct practice_term {
    const char *name;
    int32_t weight; /* thousandths of a point, or what the game says */
};
/* A list X(NAME, "name", weight) of them as numbers TERM_NAME and as a table `terms`. */
#define PRACTICE_TERMS(LIST)                                                                       \
    enum term { LIST(PRACTICE_NUMBER) TERMS };                                                     \
    static const struct practice_term terms[] = {LIST(PRACTICE_ROW){NULL, 0}}
#define PRACTICE_NUMBER(name, key, weight) TERM_##name,
#define PRACTICE_ROW(name, key, weight)    {key, weight},

/* What tells apart the positions in the middle of a turn: two with the same `where` have nothing
 * between them but time and points spent. */
struct practice_place {
    uint32_t turn; /* another number in each turn */
    uint64_t where;
    uint64_t turned; /* 4 bits for each part that can be turned: 1 + how it lies; 0: not seen yet */
    uint64_t gained; /* changes with each thing taken, seen or spent for good */
    unsigned idle;   /* points that are lost if the turn ends here */
    uint64_t left;   /* what else tells two apart within their turn: points left and the like */
};

enum { PRACTICE_TERMS_MAX = 48, PRACTICE_WHOLE = 1024, PRACTICE_FORKS_MAX = 3 };

/* A game's own memory during a choice; the weights in force stand first in it. */
struct practice_memory {
    int32_t weight[PRACTICE_TERMS_MAX]; /* by number of the term */
};

struct practice {
    size_t memory_bytes;               /* begins with struct practice_memory; zeroed */
    const struct practice_term *terms; /* name NULL at the end */

    /* How good a position is for a seat, as far as its view shows: more is better, and a game
     * won more than all else. With two seats one's value is the other's, negated. */
    int32_t (*value)(const void *rulebook, const void *view, unsigned seat, void *memory);
    int32_t scale; /* value at which a win is three times as likely as a loss; 0: values are
                      chances to win, in thousandths */
    /* Put a likely value wherever the seat's view holds unknowns: one of the possibilities, by
     * the dice. */
    void (*guess)(const void *rulebook, void *view, unsigned seat,
                  const struct practice_dice *dice);
    /* Where bluff decides, a game is followed from guess to guess until this number changes.
     * NULL: the rest of the seat's own turn is searched, and the answer to it. */
    uint32_t (*stretch)(const void *rulebook, const void *state);

    /* What may come of a question that several answer in secret: positions in which it is
     * answered, and how likely each is, in parts of PRACTICE_WHOLE.
     * out     fork[i]: state_bytes each; part[i]
     * returns how many; 0: not such a question. May be NULL. */
    unsigned (*fork)(const void *rulebook, const void *state, unsigned seat, void *memory,
                     void *const fork[PRACTICE_FORKS_MAX], unsigned part[PRACTICE_FORKS_MAX]);
    /* Answer such a question for a seat, by the best mixture of answers. False: not such a
     * question. May be NULL. */
    bool (*answer)(const void *rulebook, const void *view, unsigned seat, void *memory,
                   const struct practice_dice *dice, struct order *order);
    /* What a seat has to spare, if all goes well, for winning within its turn; below 0: it cannot,
     * and no order changes that. The more, the sooner it is tried; or PRACTICE_HOPE_... NULL: wins
     * are not hunted. */
    int32_t (*hope)(const void *rulebook, const void *state, unsigned seat);
    /* Keep those of a seat's orders of which one may win at once, without another after it: the
     * first `returned` of the list. Goes with hope; may be NULL. */
    unsigned (*last)(const void *rulebook, const void *state, unsigned seat, struct order *list,
                     unsigned count);
    /* Put the n-th of what it may be in place of an answer that another has given in secret. False:
     * there are not so many. Goes with hope. */
    bool (*variant)(const void *rulebook, void *state, unsigned n);
    /* Where a turn has come to, so that it does not come back there, nor turn back what it has
     * turned. False: not in the middle of a turn, nothing but its number is known. May be NULL. */
    bool (*place)(const void *rulebook, const void *view, struct practice_place *place);
    unsigned idle; /* number of the term that weighs a point which a turn leaves */
    /* One of a seat's legal orders that a sensible player may choose, by the dice, where a game is
     * followed to the end of a stretch. NULL: any. */
    unsigned (*prefer)(const void *rulebook, const void *state, unsigned seat,
                       const struct order *list, unsigned count, const struct practice_dice *dice);
    /* What a seat says before it goes on, of an end that the rules leave to the players: answers
     * an offer, makes one, takes one back, or resigns. It is said once: said already, it is false.
     * in     value: how the view looks to the seat
     * false: nothing. May be NULL. */
    bool (*offer)(const void *rulebook, const void *view, unsigned seat, int32_t value,
                  struct order *order);
};
