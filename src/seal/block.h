/* SPDX-License-Identifier: MIT */
/* Sealed blocks: a secret order in a public place, readable by the game's server only.
 *
 * crypto_box_seal to the game's box key of G, decision, seat, entry seen, random id, text length,
 * text, zeros. Every block is equally long. Counting one only once, only from that seat's account,
 * and only for an entry seen that stands behind the question, is the receiver's work. Source:
 * design, 5.8, P2; doc/seals.md. */
#pragma once

#include "seal/hash.h"
#include "seal/keys.h"

enum {
    BLOCK_INSIDE_BYTES = 1024,
    BLOCK_SEAL_BYTES = 48,
    BLOCK_BYTES = BLOCK_INSIDE_BYTES + BLOCK_SEAL_BYTES,
    BLOCK_ID_BYTES = 16,
    BLOCK_TEXT_MAX = 944,
    BLOCK_ENTROPY_BYTES = KEY_BYTES + BLOCK_ID_BYTES
};

/* Inside of a block; wipe with secret_wipe. */
struct block {
    struct hash genesis;
    uint64_t decision;
    uint64_t seat;
    uint64_t seen; /* n of the newest entry that its writer knew */
    unsigned char id[BLOCK_ID_BYTES];
    size_t length;
    char text[BLOCK_TEXT_MAX + 1]; /* orders, a line each; NUL behind */
};

/* What travels of one. */
struct block_sealed {
    unsigned char bytes[BLOCK_BYTES];
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
                    const unsigned char entropy[BLOCK_ENTROPY_BYTES], struct block_sealed *out,
                    struct err *err);
/* fails  RC_BAD_SEAL: not for this key, altered, or its inside is not well-formed */
enum rc block_open(const unsigned char public_key[KEY_BYTES],
                   const unsigned char secret_key[KEY_BYTES], const struct block_sealed *sealed,
                   struct block *block, struct err *err);

/* Seal any bytes as crypto_box_seal does, with the key of one use made from seed.
 * out    bytes + 48 */
void block_seal_to(const unsigned char public_key[KEY_BYTES], const unsigned char seed[KEY_BYTES],
                   const void *inside, size_t bytes, unsigned char *out);

/* As text between "postern-block 2" and "end-block", in groups that survive quoting and reflowing;
 * and found again in a letter or post. */
enum rc block_write(const struct block_sealed *sealed, struct buf *out, struct err *err);
/* fails  RC_NOT_FOUND: no block; RC_BAD_INPUT: one that is not whole */
enum rc block_read(const char *text, size_t length, struct block_sealed *sealed, struct err *err);

/* The lines of a game's topic that a block is made from: "postern-ticket 2 game 17 genesis … key
 * …". They prove nothing: hold block_print against what the
 * server said by mail. */
struct block_ticket {
    struct hash genesis;
    unsigned char key[KEY_BYTES];
};
/* fails  RC_NOT_FOUND: no ticket; RC_BAD_INPUT: one that is not whole */
enum rc block_read_ticket(const char *text, size_t length, struct block_ticket *ticket,
                          struct err *err);
