/* SPDX-License-Identifier: MIT */
/* Sealed blocks: a secret order in a public place, readable by the game's server only.
 *
 * crypto_box_seal to the game's box key of BLOCK_INSIDE_BYTES: G, decision, seat, random id, text
 * length, text, zeros. Every block is equally long. Counting one only once, and only from that
 * seat's account, is the receiver's work: id is for that. Source: design, 5.8; doc/seals.md. */
#ifndef POSTERN_SEAL_BLOCK_H
#define POSTERN_SEAL_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "seal/hash.h"
#include "seal/keys.h"

enum {
    BLOCK_INSIDE_BYTES = 256,
    BLOCK_BYTES = BLOCK_INSIDE_BYTES + 48,
    BLOCK_ID_BYTES = 16,
    BLOCK_TEXT_MAX = BLOCK_INSIDE_BYTES - HASH_BYTES - 8 - 8 - BLOCK_ID_BYTES - 8,
    BLOCK_ENTROPY_BYTES = KEY_BYTES + BLOCK_ID_BYTES
};

/* Inside of a block; wipe with secret_wipe. */
struct block {
    struct hash genesis;
    uint64_t decision;
    uint64_t seat;
    unsigned char id[BLOCK_ID_BYTES];
    size_t length;
    char text[BLOCK_TEXT_MAX + 1]; /* the order; NUL behind */
};

/* What people compare of a game's box key: "abcde-fghij-klmno-pqrst", the first letters of
 * H("print", G, key). Returns out. */
enum { BLOCK_PRINT_BYTES = 24 };
char *block_print(const struct hash *genesis, const unsigned char public_key[KEY_BYTES],
                  char out[BLOCK_PRINT_BYTES]);

/* A game's box key from 32 random bytes. secret_key: memory of secret_new. */
void block_make_key(const unsigned char seed[KEY_BYTES], unsigned char public_key[KEY_BYTES],
                    unsigned char secret_key[KEY_BYTES]);
/* Seal; block->id is taken from entropy.  fails  RC_TOO_LONG: text over BLOCK_TEXT_MAX */
enum rc block_close(const unsigned char public_key[KEY_BYTES], const struct block *block,
                    const unsigned char entropy[BLOCK_ENTROPY_BYTES],
                    unsigned char out[BLOCK_BYTES], struct err *err) MUST_CHECK;
/* fails  RC_BAD_SEAL: not for this key, altered, or its inside is not well-formed */
enum rc block_open(const unsigned char public_key[KEY_BYTES],
                   const unsigned char secret_key[KEY_BYTES],
                   const unsigned char sealed[BLOCK_BYTES], struct block *block,
                   struct err *err) MUST_CHECK;

/* Seal any bytes as crypto_box_seal does, with the key of one use made from seed.
 * out    bytes + 48 */
void block_seal_to(const unsigned char public_key[KEY_BYTES], const unsigned char seed[KEY_BYTES],
                   const void *inside, size_t bytes, unsigned char *out);

/* As text between "postern-block" and "end-block", in groups that survive quoting and reflowing;
 * and found again in a letter or post. */
enum rc block_write(const unsigned char sealed[BLOCK_BYTES], struct buf *out,
                    struct err *err) MUST_CHECK;
/* fails  RC_NOT_FOUND: no block; RC_BAD_INPUT: one that is not whole */
enum rc block_read(const char *text, size_t length, unsigned char sealed[BLOCK_BYTES],
                   struct err *err) MUST_CHECK;

/* The lines of a game's topic that a block is made from: "postern-ticket game 17 genesis … key …".
 * They prove nothing: hold block_print against what the server said by mail.
 * fails  RC_NOT_FOUND: no ticket; RC_BAD_INPUT: one that is not whole */
enum rc block_read_ticket(const char *text, size_t length, struct hash *genesis,
                          unsigned char public_key[KEY_BYTES], struct err *err) MUST_CHECK;

#endif
