/* SPDX-License-Identifier: MIT */
/* Own text of a letter → order lines with their places, and the words that stand alone on the
 * first line and say how the letter is meant ("preview", "all").
 *
 * Does not understand orders. Takes off what mail programs and habits put around them: list
 * bullets and numbers, comments (#), invisible characters; marks greetings. */
#pragma once

#include "letter/quotes.h"

/* 1,000 characters hold every order (ORDER_TEXT_BYTES is 512) and a paragraph of press. */
enum { ORDERS_LINES_MAX = 200, ORDERS_LINE_BYTES = 1000 };

/* A word for the first line, in any language. */
struct orders_word {
    const char *word; /* lower case ASCII or UTF-8 as written in the words file */
    unsigned flag;    /* one bit, the caller's */
};

/* How a line begins, in the words of any language: bits of the below. */
typedef unsigned orders_said(const void *context, const char *text);
enum { ORDERS_GREETS = 1, ORDERS_THANKS = 2, ORDERS_CLOSES = 4 };

struct order_line {
    char *text;      /* owned; NUL-terminated; without blanks around */
    uint32_t line;   /* which of those that its writer wrote and that are not empty, from 1 */
    uint32_t column; /* of its first character in that line, from 1, in characters */
    unsigned number; /* before it, as of a list: "5. thief b4"; 0 = none */
    /* Looks like a greeting, thanks, a closing or the name under it. Read it as an order first;
     * only if it is none, leave it out without blame. */
    bool civil;
    bool greets;      /* begins with a greeting, however long */
    bool closes;      /* begins with a closing, as "Cheers," */
    bool is_name;     /* the writer's name and nothing else; see orders_flag_name */
    bool below;       /* the last line, a name for all that it looks like, under a closing */
    bool after_blank; /* a blank line or quoted text stands before it */
};

/* Zero-initialise but for `said`; orders_fini frees. */
struct orders_in {
    orders_said *said; /* NULL = no line is a civil one, but names */
    const void *said_context;
    unsigned flags; /* of the words found on the first line */
    struct order_line *line;
    size_t count;
    bool cut; /* more than ORDERS_LINES_MAX lines, or one longer than ORDERS_LINE_BYTES */
};

/* Gather the own lines.
 * in     words: table for the first line, word NULL at the end; NULL = none. The first own line
 *        is taken as such only if it holds nothing but words of the table ("preview", "all",
 *        "preview all", a final colon allowed).
 * fails  RC_NO_MEMORY */
enum rc orders_gather(const struct letter_lines *lines, const struct orders_word *words,
                      struct orders_in *orders, struct err *err);
/* Lines that hold nothing but words of this name, or their first letters ("Ann", "— Ann E.", "AE"),
 * are civil ones, and his name. Of the last line a closing and the name behind it are cut off:
 * "end. Cheers, Ann". name: UTF-8, "" = none known. */
void orders_flag_name(struct orders_in *orders, const char *name);
/* All lines are civil ones: a program wrote them, unless one is an order all the same. */
void orders_flag_all(struct orders_in *orders);
void orders_fini(struct orders_in *orders);

/* What stands behind a greeting and a name in the same line: "luck plums" of "Hi Ann, luck plums".
 * out    a place in the line's text; NULL: nothing, or no greeting */
const char *orders_behind_greeting(const struct order_line *line);
