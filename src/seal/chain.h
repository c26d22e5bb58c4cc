/* SPDX-License-Identifier: MIT */
/* The chain of a game's log: one for all readers.
 *
 *     G = E0 = H("genesis", text)      En = H("entry", G, n, En-1, text, C1…Cm)
 *
 * and the digests that are signed over it. Source: design, 5.1, 5.2, 5.6; doc/seals.md. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "seal/hash.h"

enum { CHAIN_SECRET_BYTES = 32, CHAIN_SEALS_MAX = 65 /* a letter and 64 lines */ };

/* A position in the chain; after genesis, number = 0 and entry = G. */
struct chain {
    struct hash genesis;
    uint64_t number; /* n of the last entry */
    struct hash entry;
};

/* H("secret", signing key, number, S): what genesis says of the server's secret S. */
void chain_secret(const unsigned char signing_key[32], uint64_t game_number,
                  const unsigned char secret[CHAIN_SECRET_BYTES], struct hash *out);
/* Hash of the data files of a rules version: H("tables", game, rules, name1, text1, …). */
struct chain_file {
    const char *name;
    const char *text;
    size_t length;
};
void chain_tables(const char *game, const char *rules, const struct chain_file *file,
                  unsigned count, struct hash *out);

/* Start at entry 0. */
void chain_start(struct chain *chain, const char *genesis_text, size_t length);
/* Append the next entry: chain->number grows by one. count ≤ CHAIN_SEALS_MAX. */
void chain_append(struct chain *chain, const char *text, size_t length,
                  const struct hash *commitment, unsigned count);

/* What the server signs for a head: H("head", G, n, En). */
void chain_head(const struct chain *chain, struct hash *digest);
/* What the old key signs when entry n brings a new one: H("key", G, n, En-1, new key).
 * chain stands before that entry. */
void chain_key_change(const struct chain *before, const unsigned char new_key[32],
                      struct hash *digest);
/* What a player signs: H("order", G, decision, n, En seen, text). */
void chain_order(const struct chain *seen, uint64_t decision, const char *text, size_t length,
                 struct hash *digest);
/* What the server signs over the view in a letter's link: H("link", G, n, seat, bytes), bytes = all
 * of the fragment before the signature as it travels. */
void chain_link(const struct hash *genesis, uint64_t number, unsigned seat, const char *bytes,
                size_t length, struct hash *digest);
/* What the server signs over an export's bytes: H("export", G, bytes). */
void chain_export(const struct hash *genesis, const char *bytes, size_t length,
                  struct hash *digest);
