/* SPDX-License-Identifier: MIT */
/* The one hash of the seal protocol:
 *
 *     H(tag, x1…xk) = BLAKE2b-256 of "postern1" s(tag) u32(k) s(x1)…s(xk),  s(x) = u32 length,
 * bytes
 *
 * all little-endian, integers inside are 8 bytes. Every hash of the project goes through here, so
 * that no two uses can be taken for one another.
 *
 * Source: design, section 5; doc/seals.md, "The hash". */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_BYTES = 32, HASH_STATE_BYTES = 384 };

struct hash {
    unsigned char at[HASH_BYTES];
};

/* A hash in progress; may hold secrets until hash_end, which wipes it. */
struct hash_job {
    _Alignas(64) unsigned char state[HASH_STATE_BYTES];
};

/* Begin H(tag, …) of exactly `fields` fields; then add each, in order. */
void hash_start(struct hash_job *job, const char *tag, uint32_t fields);
/* Add a field of count < 2^32 bytes. */
void hash_add(struct hash_job *job, const void *bytes, size_t count);
void hash_add_text(struct hash_job *job, const char *string);
void hash_add_number(struct hash_job *job, uint64_t number);
void hash_add_hash(struct hash_job *job, const struct hash *hash);
void hash_end(struct hash_job *job, struct hash *out);

/* Constant time. */
bool hash_equal(const struct hash *a, const struct hash *b);
