/* SPDX-License-Identifier: MIT */
/* What the rules say of an order: data, never an error of the program. */
#pragma once

#include <stdint.h>

#include "rules/event.h"
#include "rules/order.h"

enum verdict_kind {
    VERDICT_DONE,      /* understood and allowed */
    VERDICT_MALFORMED, /* not understood; column and suggestion say where and what would be */
    VERDICT_ILLEGAL,   /* understood, not allowed; clause says by which rule */
    VERDICT_AMBIGUOUS, /* understood in several ways that differ; see `choices` of resolve */
    VERDICT_KIND_COUNT
};

enum { VERDICT_ARGS_MAX = 4, VERDICT_WORD_BYTES = 48 };

struct verdict {
    enum verdict_kind kind;
    const char *clause; /* "DT-MOVE-07"; static storage; NULL unless illegal */
    const char *reason; /* key of a sentence, "move.wall"; static storage; NULL only when done */
    uint8_t count;
    struct event_arg arg[VERDICT_ARGS_MAX]; /* values for the sentence */
    uint16_t column;                        /* malformed: from 1, in characters; of an option
                                               that is not allowed, too; 0 = none */
    char word[VERDICT_WORD_BYTES];          /* malformed: the word not understood, cut */
    char suggestion[VERDICT_WORD_BYTES];    /* malformed: nearest understood word, or "" */
};

/* The four ways to end a check in one line; each returns its kind. verdict may be NULL. */
enum verdict_kind verdict_done(struct verdict *verdict);
enum verdict_kind verdict_ambiguous(struct verdict *verdict, const char *reason);
enum verdict_kind verdict_illegal(struct verdict *verdict, const char *clause, const char *reason);
enum verdict_kind verdict_malformed(struct verdict *verdict, const char *reason, unsigned column,
                                    const char *word, unsigned word_bytes);
/* Add a value for the reason's sentence. */
void verdict_arg(struct verdict *verdict, enum event_arg_type type, int value);
