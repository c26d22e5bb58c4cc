/* SPDX-License-Identifier: MIT */
/* A set of 64-bit keys that remembers in which order they came. Cheap to start: nothing but a
 * small table is cleared, and that grows with its content. Keys are hashes of positions; two that
 * differ have the same key once in 2^64 pairs, and a list has some thousand. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { DT_KEYS_MAX = 16384, DT_KEYS_START = 256 };

struct dt_keys {
    unsigned count, slots; /* slots: a power of two, at least twice the count */
    uint64_t key[DT_KEYS_MAX];
    uint16_t slot[2 * DT_KEYS_MAX]; /* index + 1; 0 = free */
};

static inline uint64_t dt_mix(unsigned a, unsigned b)
{
    uint64_t x = ((uint64_t)a << 32 | b) + 1;

    x *= UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 29;
}

static inline void dt_keys_init(struct dt_keys *keys)
{
    keys->count = 0;
    keys->slots = DT_KEYS_START;
    memset(keys->slot, 0, DT_KEYS_START * sizeof *keys->slot);
}

static inline uint16_t *dt_keys_slot(struct dt_keys *keys, uint64_t key)
{
    unsigned at = (unsigned)key & (keys->slots - 1);

    while (keys->slot[at] && keys->key[keys->slot[at] - 1] != key)
        at = (at + 1) & (keys->slots - 1);
    return &keys->slot[at];
}

/* Add a key; false if it was there already, or if the set is full. */
static inline bool dt_keys_add(struct dt_keys *keys, uint64_t key)
{
    uint16_t *slot = dt_keys_slot(keys, key);

    if (*slot || keys->count == DT_KEYS_MAX)
        return false;
    keys->key[keys->count++] = key;
    *slot = (uint16_t)keys->count;
    if (2 * keys->count > keys->slots && keys->slots < 2 * DT_KEYS_MAX) {
        keys->slots *= 2;
        memset(keys->slot, 0, keys->slots * sizeof *keys->slot);
        for (unsigned i = 0; i < keys->count; i++)
            *dt_keys_slot(keys, keys->key[i]) = (uint16_t)(i + 1);
    }
    return true;
}
