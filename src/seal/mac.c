/* SPDX-License-Identifier: MIT */
/* Makes and checks the short MAC of reply addresses. */
#include "seal/mac.h"

#include <sodium.h>

#include "seal/keys_p.h"

_Static_assert(MAC_BYTES * 8 >= 80, "too long to guess");

static void make(const unsigned char key[KEY_BYTES], const void *bytes, size_t count,
                 unsigned char mac[MAC_BYTES])
{
    unsigned char whole[32];

    crypto_generichash(whole, sizeof whole, bytes, count, key, KEY_BYTES);
    for (unsigned i = 0; i < MAC_BYTES; i++)
        mac[i] = whole[i];
    sodium_memzero(whole, sizeof whole);
}

void mac_make(const struct keys *keys, const void *bytes, size_t count,
              unsigned char mac[MAC_BYTES])
{
    make(keys_find(keys, KEY_TOKEN, keys_newest(keys, KEY_TOKEN)), bytes, count, mac);
}

bool mac_is_good(const struct keys *keys, const void *bytes, size_t count,
                 const unsigned char mac[MAC_BYTES])
{
    unsigned char made[MAC_BYTES];
    bool good = false;

    for (uint32_t g = keys_newest(keys, KEY_TOKEN); g; g = keys_older(keys, KEY_TOKEN, g)) {
        make(keys_find(keys, KEY_TOKEN, g), bytes, count, made);
        good |= sodium_memcmp(made, mac, MAC_BYTES) == 0;
    }
    return good;
}

void mac_sha256(const char *key, size_t key_length, const void *bytes, size_t count,
                char hex[MAC_SHA256_HEX_BYTES])
{
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;

    crypto_auth_hmacsha256_init(&state, (const unsigned char *)key, key_length);
    crypto_auth_hmacsha256_update(&state, bytes, count);
    crypto_auth_hmacsha256_final(&state, mac);
    sodium_bin2hex(hex, MAC_SHA256_HEX_BYTES, mac, sizeof mac);
    sodium_memzero(&state, sizeof state);
}
