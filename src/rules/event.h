/* SPDX-License-Identifier: MIT */
/* What happened: keys with arguments. Sentences are made from them elsewhere, in each reader's
 * language; a reader's own events come from applying the order to that reader's own view. */
#pragma once

#include <stdint.h>

enum event_arg_type {
    ARG_NUMBER,
    ARG_SEAT,  /* 1 to SEATS_MAX, 0 = the table */
    ARG_TERM,  /* index into the game's terms ("character.thief") */
    ARG_PLACE, /* a square or area; the game writes its name */
    ARG_TYPE_COUNT
};

struct event_arg {
    uint8_t type;  /* enum event_arg_type */
    int16_t value; /* ORDER_UNKNOWN where the reader may not know */
};

enum { EVENT_ARGS_MAX = 6, EVENTS_MAX = 256 };

struct event {
    uint16_t kind; /* index into the game's event kinds */
    uint8_t count;
    struct event_arg arg[EVENT_ARGS_MAX];
};

/* Caller owns; set count to 0 to start anew. One order causes far fewer than EVENTS_MAX; what is
 * beyond is counted in `lost` and a test demands that this never happens. */
struct event_list {
    uint16_t count;
    uint16_t lost;
    struct event at[EVENTS_MAX];
};

/* Append an event without arguments and return it, for event_arg. A NULL list gives NULL. */
struct event *event_add(struct event_list *list, unsigned kind);
/* Append an argument; returns event, so that calls chain. NULL event allowed. */
struct event *event_arg(struct event *event, enum event_arg_type type, int value);
