/* SPDX-License-Identifier: MIT */
/* What became of a letter's lines, as values for templates and for the command line: each line as
 * understood, why it was refused, what would be accepted. Source: design, section 7. */
#pragma once

#include "outbound/wording.h"
#include "letter/value.h"
#include "play/adjudicate.h"

/* What a seat's player is called: "?" when he was forgotten, "Player 2" in an anonymous game that
 * goes on. language NULL = the administrator asks, who may know. */
enum rc answering_name(struct desk *desk, const struct position *position, unsigned seat,
                       const char *language, char *out, size_t capacity, struct err *err);

/* The same for somebody who had the seat once. */
enum rc answering_name_player(struct desk *desk, const struct position *position, unsigned seat,
                              int64_t player, const char *language, char *out, size_t capacity,
                              struct err *err);

/* Fill the players' names of a game into a wording; names live in `names`. Times are told in the
 * zone of the game's hours, if it has one. */
enum { ANSWERING_NAME_BYTES = 128 };
struct answering_names {
    char name[SEATS_MAX + 1][ANSWERING_NAME_BYTES];
};
enum rc answering_wording(struct desk *desk, const struct position *position, const char *language,
                          struct answering_names *names, struct wording *wording, struct err *err);

/* A reader's own zone, if he has one; else the game's (position NULL: none). Borrowed of either. */
struct person;
const char *answering_zone(const struct person *person, const struct position *position);

/* Add one line to a list: maps with text, order, done, word (of its fate), reason, clause, line,
 * column and choices. */
struct answering_line {
    const char *text; /* as written */
    uint32_t line, column;
};
void answering_add_line(const struct wording *wording, const struct position *position,
                        const struct answering_line *line, const struct line_outcome *outcome,
                        struct value *list);

/* What a letter with these lines was: accepted, part, rejected or asked, or waits. */
enum answering_sum {
    SUM_ACCEPTED,
    SUM_PART,
    SUM_REJECTED,
    SUM_ASKED,
    SUM_WAITS, /* to be confirmed */
    SUM_COUNT
};
enum answering_sum answering_sum(const struct line_outcome *outcome, unsigned count);
