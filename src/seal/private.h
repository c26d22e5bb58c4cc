/* SPDX-License-Identifier: MIT */
/* What the server tells one player in a public place, sealed to his own signing key.
 *
 * libsodium's crypto_box_seal to the X25519 form of his Ed25519 key, of u32 length, text and zeros
 * up to a multiple of PRIVATE_STEP_BYTES; between the words "postern-private STEPS" and
 * "end-private", in groups as blocks have them. Source: design, 5.8; doc/seals.md, "Private
 * answers". */
#pragma once

#include "seal/keys.h"

enum {
    PRIVATE_STEP_BYTES = 1024,
    PRIVATE_STEPS_MAX = 24,
    PRIVATE_TEXT_MAX = PRIVATE_STEPS_MAX * PRIVATE_STEP_BYTES - 4
};

/* Bytes of text whose words fit into a post of so many bytes; 0: none. */
size_t private_room(size_t post_bytes);
/* Append text[length] sealed, as words.
 * in     pen: his public signing key; entropy: for the key of one use
 * fails  RC_TOO_LONG; RC_BAD_KEY: nobody could open it */
enum rc private_close(const unsigned char pen[KEY_BYTES], const unsigned char entropy[KEY_BYTES],
                      const char *text, size_t length, struct buf *out, struct err *err);
/* Append what the first one at or after text[*from] holds; *from moves behind it.
 * in     seed: of his signing key
 * fails  RC_NOT_FOUND: none (more); RC_BAD_INPUT: not whole; RC_BAD_SEAL: for another key, or
 * altered
 */
enum rc private_open(const unsigned char seed[KEY_BYTES], const char *text, size_t length,
                     size_t *from, struct buf *out, struct err *err);
