/* SPDX-License-Identifier: MIT */
/* One order, as every game of this house stores it: a kind and small numbers whose meaning is the
 * game's own. Flat, so that lists of legal orders are plain arrays. */
#pragma once

#include <stdint.h>

enum {
    SEAT_TABLE = 0, /* chance and openings; players are seats 1 to SEATS_MAX */
    SEATS_MAX = 4,
    SEAT_PUBLIC = 255, /* a watcher, as reader of a view */

    ORDER_ARGS_MAX = 46,      /* the longest is a movement: 7 steps, each with 3 acts and a mark */
    ORDER_TEXT_BYTES = 512,   /* longest canonical text, NUL included */
    ORDER_UNKNOWN = INT16_MIN /* an argument that the reader may not know */
};

struct order {
    uint16_t kind; /* index into the game's order kinds */
    uint8_t seat;  /* who gives it */
    uint8_t count; /* arguments in use */
    int16_t arg[ORDER_ARGS_MAX];
};

/* What a game says of each of its order kinds. */
struct order_kind {
    const char *key; /* "move", in lower case, unique within the game */
    uint16_t flags;  /* ORDER_… below */
};

enum {
    ORDER_ALWAYS = 1,   /* may be given at any time (resign, offer a draw); `legal` leaves it out */
    ORDER_BY_TABLE = 2, /* given by seat 0 only: draws and openings */
    ORDER_SECRET = 4,   /* has an argument that enters the log as a seal */
    ORDER_ONE_TAP = 8,  /* each legal one has a button in letters, however many there are */
    ORDER_FINAL = 16,   /* nothing takes it back: never done on a guess, rules/phrase.h */
    ORDER_GIVES_UP = 32,  /* ends the game for its seat: a letter's is asked about once */
    ORDER_OF_EITHER = 64, /* of another's pieces, too: "his wizard" is no slip */
    ORDER_LISTED = 128,   /* a letter says in a line what may stand where, instead of each order */
    ORDER_ALIKE = 512,    /* of who could do it with one outcome `legal` names one */
    ORDER_AHEAD = 256     /* given before it is asked it is kept, as a standing line, until then */
};

/* One secret of an order, in the order in which they stand in its public text. */
enum { SEAL_NAME_BYTES = 40, SEAL_PAYLOAD_BYTES = 64 };
struct secret {
    char name[SEAL_NAME_BYTES];       /* "combat/17/2"; unique in the game, known beforehand */
    uint8_t seat;                     /* owner; 0 = the table */
    char payload[SEAL_PAYLOAD_BYTES]; /* canonical text of the value; "" when unknown here */
};
enum { SECRETS_MAX = 24 };
