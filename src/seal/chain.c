/* SPDX-License-Identifier: MIT */
/* The hashes that chain a game's log together, and the digests that are signed over it. */
#include "seal/chain.h"

#include <assert.h>

void chain_secret(const unsigned char signing_key[32], uint64_t game_number,
                  const unsigned char secret[CHAIN_SECRET_BYTES], struct hash *out)
{
    struct hash_job job;

    hash_start(&job, "secret", 3);
    hash_add(&job, signing_key, 32);
    hash_add_number(&job, game_number);
    hash_add(&job, secret, CHAIN_SECRET_BYTES);
    hash_end(&job, out);
}

void chain_tables(const char *game, const char *rules, const struct chain_file *file,
                  unsigned count, struct hash *out)
{
    struct hash_job job;

    hash_start(&job, "tables", 2 + 2 * count);
    hash_add_text(&job, game);
    hash_add_text(&job, rules);
    for (unsigned i = 0; i < count; i++) {
        hash_add_text(&job, file[i].name);
        hash_add(&job, file[i].text, file[i].length);
    }
    hash_end(&job, out);
}

void chain_start(struct chain *chain, const char *genesis_text, size_t length)
{
    struct hash_job job;

    hash_start(&job, "genesis", 1);
    hash_add(&job, genesis_text, length);
    hash_end(&job, &chain->genesis);
    chain->number = 0;
    chain->entry = chain->genesis;
}

void chain_append(struct chain *chain, const char *text, size_t length,
                  const struct hash *commitment, unsigned count)
{
    struct hash_job job;

    assert(count <= CHAIN_SEALS_MAX);
    chain->number++;
    hash_start(&job, "entry", 4 + count);
    hash_add_hash(&job, &chain->genesis);
    hash_add_number(&job, chain->number);
    hash_add_hash(&job, &chain->entry);
    hash_add(&job, text, length);
    for (unsigned i = 0; i < count; i++)
        hash_add_hash(&job, &commitment[i]);
    hash_end(&job, &chain->entry);
}

void chain_head(const struct chain *chain, struct hash *digest)
{
    struct hash_job job;

    hash_start(&job, "head", 3);
    hash_add_hash(&job, &chain->genesis);
    hash_add_number(&job, chain->number);
    hash_add_hash(&job, &chain->entry);
    hash_end(&job, digest);
}

void chain_key_change(const struct chain *before, const unsigned char new_key[32],
                      struct hash *digest)
{
    struct hash_job job;

    hash_start(&job, "key", 4);
    hash_add_hash(&job, &before->genesis);
    hash_add_number(&job, before->number + 1);
    hash_add_hash(&job, &before->entry);
    hash_add(&job, new_key, 32);
    hash_end(&job, digest);
}

void chain_order(const struct chain *seen, uint64_t decision, const char *text, size_t length,
                 struct hash *digest)
{
    struct hash_job job;

    hash_start(&job, "order", 5);
    hash_add_hash(&job, &seen->genesis);
    hash_add_number(&job, decision);
    hash_add_number(&job, seen->number);
    hash_add_hash(&job, &seen->entry);
    hash_add(&job, text, length);
    hash_end(&job, digest);
}

void chain_link(const struct hash *genesis, uint64_t number, unsigned seat, const char *bytes,
                size_t length, struct hash *digest)
{
    struct hash_job job;

    hash_start(&job, "link", 4);
    hash_add_hash(&job, genesis);
    hash_add_number(&job, number);
    hash_add_number(&job, seat);
    hash_add(&job, bytes, length);
    hash_end(&job, digest);
}

void chain_export(const struct hash *genesis, const char *bytes, size_t length, struct hash *digest)
{
    struct hash_job job;

    hash_start(&job, "export", 2);
    hash_add_hash(&job, genesis);
    hash_add(&job, bytes, length);
    hash_end(&job, digest);
}
