/* SPDX-License-Identifier: MIT */
/* Standing answers: lines that a seat left beforehand, which of them are in force, and what they
 * order when the seat is asked. How a line got here is standing_letter.h's affair.
 *
 * Newer letters count before older ones, the lines of one letter in their order. Only lines logged
 * before a question came up answer it, unless the rules say otherwise (game.standing_joins). "none"
 * drops all lines before it.
 *
 * An order by a line is an order like any other: it names no line, and the line stays closed, or
 * others would read in it what it would order elsewhere (WB-INFO-08). An order that holds a secret
 * waits until all who are asked along have given theirs; those decided by lines are given
 * together. A line that was opened, as was done before, gives no secret order any more.
 *
 * Source: design, 5.3; doc/record.md. */
#ifndef POSTERN_MATCH_OWN_H
#define POSTERN_MATCH_OWN_H

#include "record/entry.h"
#include "rules/game.h"
#include "server/desk.h"

struct position;

enum { OWN_LINES_MAX = 64 /* in force, of one seat */ };
#define OWN_NONE "none" /* the line that drops all before it */

struct own_line {
    uint8_t seat;
    bool leads;  /* first of its letter */
    bool opened; /* everybody knows it */
    uint64_t n;  /* entry */
    uint64_t k;  /* own/<seat>/<k> */
    uint32_t term;
};

/* The lines of a game, oldest first. Zero-initialise. */
struct own_lines {
    struct own_line *line; /* owned */
    size_t count, room;
    bool failed; /* memory was lost; the list is not whole */
};
void own_fini(struct own_lines *lines);

/* An entry OWN, or OPEN of an own line, was carried out. */
void own_note(struct position *position, const struct entry *entry);

/* The lines of a seat in force now, in the order in which they count. A line logged later than
 * entry `since` does not count, unless it drops others.
 * out    line[OWN_LINES_MAX]; returns how many */
unsigned own_in_force(const struct position *position, unsigned seat, uint64_t since,
                      const struct own_line *line[OWN_LINES_MAX]);
/* Text of a line, borrowed from the position. */
const char *own_text(const struct position *position, const struct own_line *line, size_t *length);

/* What lines order now, at most one order for each seat; to be given in turn and checked again.
 * in     late: a seat whose time ran out, 0 = none: only its line is looked at, others' thinking
 *        is not waited for
 * out    answer[*count] */
struct own_answer {
    struct order order;
    bool waits; /* private to own_decide */
};
enum rc own_decide(struct desk *desk, struct position *position, unsigned late,
                   struct own_answer answer[SEATS_MAX], unsigned *count,
                   struct err *err) MUST_CHECK;

#endif
