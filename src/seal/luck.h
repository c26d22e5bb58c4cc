/* SPDX-License-Identifier: MIT */
/* Joint luck: from the words of the seats to the numbers of the table.
 *
 *     Vi = H("luck", G, i, words)    seed = H("seed", G, S, V1…Vn)
 *
 * A draw reads H("draw", seed, label, j), j = 0, 1…, as four u64 words each; a number below n is
 * the next word w < 2^64 − (2^64 mod n), mod n. Source: design, 5.4, 5.5; doc/seals.md, "Luck". */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "seal/chain.h"
#include "seal/hash.h"

enum { LUCK_WORDS_MAX = 200, LUCK_SEATS_MAX = 16 }; /* bytes of words */

/* V of a seat; length 0 = the seat gave none. */
void luck_of_seat(const struct hash *genesis, unsigned seat, const char *words, size_t length,
                  struct hash *luck);
/* What stands for a letter that gave no words: base32 of H("message-id", id), id without its
 * angle brackets. out: BASE32_HASH_BYTES of encode.h. */
void luck_of_message(const char *message_id, size_t length, char *out);
/* The seed; luck[0] belongs to seat 1. */
void luck_seed(const struct hash *genesis, const unsigned char secret[CHAIN_SECRET_BYTES],
               const struct hash *luck, unsigned seats, struct hash *seed);

/* The words of one label, in order. Wipe with secret_wipe. */
struct draw {
    struct hash seed;
    const char *label; /* borrowed */
    uint64_t block;    /* j of the next block */
    unsigned left;     /* words not yet read of `word` */
    uint64_t word[4];
};
void draw_start(struct draw *draw, const struct hash *seed, const char *label);
/* The next number below bound ≥ 1. Takes at least one word, for bound 1 too. */
uint64_t draw_number(struct draw *draw, uint64_t bound);
/* The rule by itself, for one word: may w be used for a number below bound? */
int draw_word_is_fair(uint64_t word, uint64_t bound);
/* All numbers of a decision (struct decision of rules/decision.h): number[j] < bound[j]. */
void draw_numbers(const struct hash *seed, const char *label, const uint16_t *bound, unsigned count,
                  uint16_t *number);
