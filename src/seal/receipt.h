/* SPDX-License-Identifier: MIT */
/* The signed answer to a letter: what came in, when, how it was read, what became of it.
 *
 *     postern-receipt 2 game 17 entry 42 head (4 groups) seat 2
 *     came 2026-11-21T22:30:00Z letter abc@example.org
 *     luck words (4 groups) line 3: thief to d5 outcome accepted
 *     postern-sign (8 groups)
 *
 * What is signed is H("receipt", G, words): all words from "postern-receipt" to before
 * "postern-sign", joined by single blanks; so line breaks and quote marks may change. Each word of
 * a line or Message-ID has everything but letters, digits and a few harmless marks as %XX. Source:
 * design, 5.6; doc/seals.md, "Receipts". */
#pragma once

#include "seal/hash.h"
#include "seal/keys.h"

/* What the game had of the seat's luck when the receipt was signed. */
enum receipt_luck {
    RECEIPT_LUCK_UNTOLD, /* none yet */
    RECEIPT_LUCK_WORDS,  /* value: Vi */
    RECEIPT_LUCK_LETTER, /* the same */
    RECEIPT_LUCK_SEALED, /* the commitment */
    RECEIPT_LUCK_NONE,
    RECEIPT_LUCK_COUNT
};

#define RECEIPT_FIRST_WORD "postern-receipt"

enum {
    RECEIPT_LINES_MAX = 64,
    RECEIPT_LINE_BYTES = 512,
    RECEIPT_ID_BYTES = 256,
    RECEIPT_COLUMNS = 78
};

struct receipt {
    uint64_t game;
    uint64_t entry; /* last entry when it was signed */
    struct hash head;
    unsigned seat;
    int64_t came_s;                      /* arrival, seconds UTC */
    const char *message_id;              /* without angle brackets; borrowed */
    uint8_t luck;                        /* enum receipt_luck */
    struct hash value;                   /* of luck, as its kind says */
    unsigned count;                      /* lines as read */
    const char *line[RECEIPT_LINES_MAX]; /* UTF-8, one line each; cut at RECEIPT_LINE_BYTES */
    const char *outcome;                 /* one word: "accepted" */
};

/* Append the text that will be signed, then sign and append the signature: words in a row, lines of
 * at most RECEIPT_COLUMNS characters, but for a longer word, each ended by LF. */
typedef void receipt_sign_fn(void *context, const struct hash *digest,
                             unsigned char signature[SIGNATURE_BYTES]);
void receipt_write(const struct receipt *receipt, const struct hash *genesis, receipt_sign_fn *sign,
                   void *context, struct buf *out);

/* A receipt as found in a letter; the texts lie in `words`. */
struct receipt_found {
    struct receipt receipt;
    unsigned char signature[SIGNATURE_BYTES];
    struct buf words; /* the signed words */
    struct buf texts; /* what receipt borrows */
};
/* Find the first whole receipt at or after text[*from] of a saved letter; *from moves behind it.
 * The letter's own is its last signed words, or has its place directly before the footer
 * (footer_follows). Free with receipt_found_fini in any case.
 * fails  RC_NOT_FOUND: none (more); RC_BAD_INPUT: none is whole, though one begins: near which word
 */
enum rc receipt_read(const char *text, size_t length, size_t *from, struct receipt_found *found,
                     struct err *err);
/* Read on behind the first word; for this folder. False: it is not whole; found is to be freed. */
struct words;
bool receipt_read_behind(struct words *words, struct receipt_found *found);
void receipt_found_fini(struct receipt_found *found);
/* H("receipt", G, words): what the signature must be over. */
void receipt_digest(const struct receipt_found *found, const struct hash *genesis,
                    struct hash *digest);
