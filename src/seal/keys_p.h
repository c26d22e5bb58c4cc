/* SPDX-License-Identifier: MIT */
/* Inside of the key set, shared by keys.c, keyfile.c and mac.c only. */
#pragma once

#include "seal/keys.h"

enum { KEY_SECRET_BYTES = 64 }; /* room for an expanded signing key: seed and public half */

struct key {
    uint32_t generation;                    /* 0 = free */
    unsigned char secret[KEY_SECRET_BYTES]; /* storage, token: the first KEY_BYTES */
};

struct keys {
    struct key key[KEY_PURPOSE_COUNT][KEYS_GENERATIONS_MAX]; /* oldest first */
    unsigned count[KEY_PURPOSE_COUNT];
};

/* Empty set in locked memory, or NULL. */
struct keys *keys_new_empty(void);
/* Add a key from its 32 bytes; generations must grow. False: no room or not growing. */
bool keys_add(struct keys *keys, enum key_purpose purpose, uint32_t generation,
              const unsigned char seed[KEY_BYTES]);
/* The secret bytes of a key, NULL if it is not held. */
const unsigned char *keys_find(const struct keys *keys, enum key_purpose purpose,
                               uint32_t generation);
/* Word of a purpose in the key file. */
const char *keys_purpose_word(enum key_purpose purpose);
