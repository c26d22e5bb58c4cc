/* SPDX-License-Identifier: MIT */
/* The keyed MAC of reply addresses: short enough for a local part, too long to guess.
 * Keyed BLAKE2b, cut. Source: design, section 7; doc/seals.md, "Tokens". */
#pragma once

#include "seal/keys.h"

enum { MAC_BYTES = 12 }; /* 96 bits, as many as a token carries (letter/token.h) */

/* HMAC-SHA-256 in hexadecimal, with the NUL: what programs of others' check. */
enum { MAC_SHA256_HEX_BYTES = 65 };
void mac_sha256(const char *key, size_t key_length, const void *bytes, size_t count,
                char hex[MAC_SHA256_HEX_BYTES]);

/* MAC of bytes under the newest token key. */
void mac_make(const struct keys *keys, const void *bytes, size_t count,
              unsigned char mac[MAC_BYTES]);
/* True if any token key we still hold made this MAC. Constant time for each key. */
bool mac_is_good(const struct keys *keys, const void *bytes, size_t count,
                 const unsigned char mac[MAC_BYTES]);
