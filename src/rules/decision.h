/* SPDX-License-Identifier: MIT */
/* Who must decide what: the open questions of a position. The table (seat 0) is asked for chance
 * and for the opening of seals like any other seat. */
#pragma once

#include <stdint.h>

#include "rules/order.h"

enum decision_kind {
    DECISION_ORDER, /* a player gives an order */
    DECISION_DRAW,  /* the table draws numbers; label in `name`, their bounds in `bound` */
    DECISION_OPEN,  /* the seal in `name` is opened, by the table where it holds the value,
                       else by `seat`, its owner */
    DECISION_KIND_COUNT
};

enum time_class {
    TIME_NONE, /* answered at once, by the table */
    TIME_SETUP,
    TIME_TURN,
    TIME_REPLY,
    TIME_CLASS_COUNT
};

/* What a missed deadline does. */
enum fallback {
    FALLBACK_NONE,  /* waits for ever */
    FALLBACK_ORDER, /* `fallback_order` is given in the seat's name */
    FALLBACK_LOT,   /* one of the seat's legal orders, drawn by the table */
    FALLBACK_COUNT
};

enum { DRAW_NUMBERS_MAX = 32, DECISIONS_MAX = 24 };

struct decision {
    uint32_t id; /* grows with every new question of the game; the same while it is open */
    uint8_t kind;
    uint8_t seat; /* DRAW: 0 */
    uint8_t time_class;
    uint8_t fallback;
    uint16_t topic;       /* index into the game's topics ("combat-card") */
    uint8_t extra_halves; /* halves of the class's allowance that are added to this clock */
    uint8_t bound_count;
    uint32_t clock; /* questions with the same clock share one allowance, which goes on where it
                       stopped; it stands still while none of them is open */
    uint16_t bound[DRAW_NUMBERS_MAX]; /* number j of a draw is below bound[j] */
    char name[SEAL_NAME_BYTES];
    struct order fallback_order;
};
