/* SPDX-License-Identifier: MIT */
/* The one hash of the protocol. Every other file hashes through it. */
#include "seal/hash.h"

#include <sodium.h>
#include <string.h>

_Static_assert(HASH_STATE_BYTES >= sizeof(crypto_generichash_state), "room for the state");
_Static_assert(_Alignof(struct hash_job) >= _Alignof(crypto_generichash_state), "aligned");

static crypto_generichash_state *state_of(struct hash_job *job)
{
    return (crypto_generichash_state *)(void *)job->state;
}

static void add_u32(struct hash_job *job, uint32_t number)
{
    unsigned char bytes[4];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    crypto_generichash_update(state_of(job), bytes, sizeof bytes);
}

void hash_start(struct hash_job *job, const char *tag, uint32_t fields)
{
    static const unsigned char family[] = {'p', 'o', 's', 't', 'e', 'r', 'n', '1'};

    crypto_generichash_init(state_of(job), NULL, 0, HASH_BYTES);
    crypto_generichash_update(state_of(job), family, sizeof family);
    hash_add_text(job, tag);
    add_u32(job, fields);
}

void hash_add(struct hash_job *job, const void *bytes, size_t count)
{
    add_u32(job, (uint32_t)count);
    if (count)
        crypto_generichash_update(state_of(job), bytes, count);
}

void hash_add_text(struct hash_job *job, const char *string)
{
    hash_add(job, string, strlen(string));
}

void hash_add_number(struct hash_job *job, uint64_t number)
{
    unsigned char bytes[8];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    hash_add(job, bytes, sizeof bytes);
}

void hash_add_hash(struct hash_job *job, const struct hash *hash)
{
    hash_add(job, hash->at, HASH_BYTES);
}

void hash_end(struct hash_job *job, struct hash *out)
{
    crypto_generichash_final(state_of(job), out->at, HASH_BYTES);
    sodium_memzero(job, sizeof *job);
}

bool hash_equal(const struct hash *a, const struct hash *b)
{
    return sodium_memcmp(a->at, b->at, HASH_BYTES) == 0;
}
