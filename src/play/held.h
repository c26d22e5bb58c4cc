/* SPDX-License-Identifier: MIT */
/* Secrets that a player keeps on his own machine. He seals one with `postern-proof seal`, orders
 * with its commitment in place of the secret, and sends the opening when the rules ask for it:
 *
 *     combat/17/2 sealed COMMITMENT          the whole order, or
 *     place token/1/3 sealed COMMITMENT w2   in place of the secret in any order that has one
 *     open combat/17/2 3 nonce NONCE
 *
 * The server then holds the commitment alone, and the rules know the value as unknown until it is
 * opened. What happens when it is not, the rules say. Reads and judges; changes nothing.
 *
 * Source: design, 5.7; doc/seals.md, "Seals that players hold". */
#pragma once

#include "play/position.h"
#include "rules/verdict.h"

enum held_kind { HELD_NONE, HELD_SEALED, HELD_OPENING };

struct held_line {
    enum held_kind kind;
    const char *flaw; /* reason of a verdict: written as one, but wrong; NULL = well written */
    char name[SEAL_NAME_MAX + 1];
    struct hash commitment; /* SEALED */
    char before[128];       /* SEALED: the order's words around it */
    char after[128];
    char payload[ENTRY_WORDS_BYTES]; /* OPENING */
    unsigned char nonce[SEAL_NONCE_BYTES];
};

/* Is a line one of those above? Wiped by the caller: a payload is secret until it is logged. */
enum held_kind held_read(const char *line, size_t length, struct held_line *held);
/* Read "sealed COMMITMENT", upper case too.
 * out    *flaw: it begins so and is wrong; NULL = it does not begin so */
bool held_read_sealed(const char *words, struct hash *commitment, const char **flaw);

/* The order that a sealed line means, its secret unknown. As game.resolve and game.check. */
struct held_reader {
    const struct position *position;
    const void *state;
    const struct lexicon *lexicon; /* NULL = canonical notation only */
    unsigned seat;
};
enum verdict_kind held_order(const struct held_reader *reader, const struct held_line *held,
                             struct order *order, struct order choices[CHOICES_MAX],
                             unsigned *count, struct verdict *verdict);

/* Names of seals that a seat could put into an order now; returns how many, at most `most`. */
unsigned held_names(const struct position *position, const void *state, unsigned seat,
                    char name[][SEAL_NAME_MAX + 1], unsigned most);

/* May this opening be logged? It must be of the seat's own seal, held by himself, fit it, and be
 * asked for now, or the game be over.
 * out    verdict: why not */
enum rc held_check_opening(struct desk *desk, const struct position *position, unsigned seat,
                           const struct held_line *held, struct verdict *verdict, struct err *err);
