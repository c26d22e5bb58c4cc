/* SPDX-License-Identifier: MIT */
/* Commitments to secrets, and what opens them.
 *
 *     C = H("seal", G, name, seat, payload, nonce)
 *
 * Nonces are passed in: 32 fresh random bytes for each seal, never used again. Only where the
 * game's own luck draws the payload is the nonce a word of the same secret: then S alone opens the
 * seal, so that a table whose ledger was lost can still keep what it promised. Source: design, 5.3;
 * doc/seals.md, "Seals". */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "seal/hash.h"

enum {
    SEAL_NONCE_BYTES = 32,
    SEAL_NAME_MAX = 39,       /* bytes, without the NUL; fits SEAL_NAME_BYTES of rules/order.h */
    SEAL_PAYLOAD_MAX = 262144 /* bytes: the longest press; a game's own are below 64 */
};

/* What opens a seal: borrowed payload, own nonce. */
struct opening {
    const char *payload;
    size_t length; /* bytes */
    unsigned char nonce[SEAL_NONCE_BYTES];
};

/* Commit to a payload. seat: the owner, 0 = the table. */
void seal_make(const struct hash *genesis, const char *name, unsigned seat,
               const struct opening *opening, struct hash *commitment);
/* True if this opening is the one that was committed to. */
bool seal_is_opened_by(const struct hash *commitment, const struct hash *genesis, const char *name,
                       unsigned seat, const struct opening *opening);

/* The nonce of a seal of entry n whose payload the game's luck draws: H("nonce", S, G, n, name).
 * in     secret: S, 32 bytes */
void seal_drawn_nonce(const unsigned char secret[32], const struct hash *genesis, uint64_t n,
                      const char *name, unsigned char nonce[SEAL_NONCE_BYTES]);

/* Words of a-z 0-9 - parted by single '/', from a letter, at most SEAL_NAME_MAX bytes. */
bool seal_name_is_valid(const char *name, size_t length);

/* Names that belong to the house, not to a game. Every other name is a game's. */
enum seal_family {
    SEAL_GAME,
    SEAL_LUCK,   /* luck/<seat> */
    SEAL_PERSON, /* person/<seat>, and person/<seat>/<entry> after a replacement */
    SEAL_PRESS,  /* press/<entry> */
    SEAL_LETTER, /* letter/<entry>: hash of the raw letter */
    SEAL_OWN,    /* own/<seat>/<k>: standing answers and notes */
    SEAL_WORDS,  /* words/<entry>: words of a person that belong to an entry */
    SEAL_BY,     /* by/<entry>: the standing answer that gave its order */
    SEAL_FAMILY_COUNT
};
/* The family of a valid name and the one or two numbers behind it (absent: 0). A house word with
 * anything else behind it is not valid for the log: SEAL_FAMILY_COUNT. */
enum seal_family seal_name_family(const char *name, uint64_t *first, uint64_t *second);
/* Write a house name; second 0 = leave it out. out: SEAL_NAME_MAX + 1 bytes. */
void seal_name_write(enum seal_family family, uint64_t first, uint64_t second, char *out);
