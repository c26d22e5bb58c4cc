/* SPDX-License-Identifier: MIT */
/* Standing orders: what a seat left beforehand, which of it is in force, and what it orders when
 * the seat is asked. How a line got here is standing_letter.h's affair.
 *
 * Newer letters count before older ones, the lines of one letter in their order. A line answers
 * questions to come and one that is open already. "none" drops all lines before it, another person
 * in the seat those of the former one, and an undo the lines whose orders it took back.
 *
 * An order by a line is an order like any other: it names no line, and the line stays closed, or
 * others would read in it what it would order elsewhere (WB-INFO-08). Behind it the server seals a
 * note of its own, "#by own/2/7", which nobody can tell from a player's. An order that holds a
 * secret waits until all who are asked along have given theirs; those decided by lines are given
 * together. A line that was opened, as was done before, gives no secret order any more.
 *
 * Where a line leaves several orders open, a lot of the table decides, label list/<decision>.
 *
 * Source: design, 5.3; doc/record.md. */
#pragma once

#include "record/entry.h"
#include "rules/standing.h"
#include "server/desk.h"

struct position;

enum { STANDING_ORDERS_MAX = 64 /* in force, of one seat */ };
#define STANDING_ORDER_NONE "none" /* the line that drops all before it */

struct standing_order {
    uint8_t seat;
    bool leads;    /* first of its letter */
    bool opened;   /* everybody knows it */
    bool undone;   /* an order by it was taken back */
    uint64_t n;    /* entry */
    uint64_t k;    /* own/<seat>/<k> */
    uint64_t used; /* entry of the newest order by it; 0 = none */
    uint32_t term;
};

/* The lines of a game, oldest first. Zero-initialise. */
struct standing_orders {
    struct standing_order *line; /* owned */
    size_t count, room;
    bool failed; /* memory was lost; the list is not whole */
};
void standing_order_fini(struct standing_orders *lines);

/* An entry OWN, SEAT or UNDO, or OPEN of an own line, was carried out. */
void standing_order_note(struct position *position, const struct entry *entry);

/* The term for which lines are left now; 0 where they hold for the whole game. */
uint32_t standing_order_term(const struct position *position);
/* The lines of a seat in force now, in the order in which they count.
 * out    line[STANDING_ORDERS_MAX]; returns how many */
unsigned standing_order_in_force(const struct position *position, unsigned seat,
                                 const struct standing_order *line[STANDING_ORDERS_MAX]);
/* Text of a line, borrowed from the position. */
const char *standing_order_text(const struct position *position, const struct standing_order *line,
                                size_t *length);

/* The same as the rules read them, in canonical text; what is none is left out. Wiped and freed by
 * standing_order_set_free. */
struct standing_order_set {
    unsigned count;
    const struct standing_order *line[STANDING_ORDERS_MAX];
    struct standing_line text[STANDING_ORDERS_MAX]; /* borrowed from the position */
};
enum rc standing_order_set_new(const struct position *position, unsigned seat,
                               struct standing_order_set **set, struct err *err);
void standing_order_set_free(struct standing_order_set *set);
OWN_FREED(standing_order_set)
/* Say of each line whether it goes on from the one before, as this question stands. */
void standing_order_set_ask(const struct position *position, const struct decision *question,
                            struct standing_order_set *set);

/* What lines order now, at most one order for each seat; to be given in turn and checked again.
 * in     late: a seat whose time ran out, 0 = none: only its line is looked at, others' thinking
 *        is not waited for
 * out    answer[*count] */
struct standing_answer {
    struct order order;
    struct standing_order line; /* that decided */
    bool otherwise;             /* by its else, or for want of a condition */
    bool lot;
    bool waits; /* private to standing_order_decide */
};
enum rc standing_order_decide(struct desk *desk, struct position *position, unsigned late,
                              struct standing_answer answer[SEATS_MAX], unsigned *count,
                              struct err *err);
