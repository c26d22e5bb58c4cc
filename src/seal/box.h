/* SPDX-License-Identifier: MIT */
/* Boxes at rest: secret or personal columns of the ledger, encrypted.
 *
 *     box = version (1), nonce (24), XChaCha20-Poly1305 of (u32 length, content, zeros), tag (16)
 *
 * The inside is padded to one of a few sizes, so that lengths tell nothing; what the row is and the
 * game stand in the associated data, so that rows cannot be exchanged. Never a commitment.
 * Source: design, 5.8; doc/seals.md, "Boxes". */
#pragma once

#include "seal/hash.h"
#include "seal/keys.h"

enum {
    BOX_NONCE_BYTES = 24,
    BOX_OVERHEAD_BYTES = 1 + BOX_NONCE_BYTES + 16,
    BOX_LENGTH_BYTES = 4,
    BOX_STEP_BYTES = 65536 /* above the largest class: multiples of this */
};

/* Where a box stands: H("box", "table.column", row, G). genesis NULL: of no game (32 zeros). */
void box_place(const char *column, uint64_t row, const struct hash *genesis, struct hash *where);

/* Bytes of a box that holds length bytes: 128, 512, 2,048, 8,192, 32,768 and then whole steps for
 * the inside, plus BOX_OVERHEAD_BYTES. */
size_t box_bytes(size_t length);
/* Write box_bytes(length) bytes to out, which may not overlap content. */
void box_close(const unsigned char key[KEY_BYTES], const struct hash *where,
               const unsigned char nonce[BOX_NONCE_BYTES], const void *content, size_t length,
               unsigned char *out);
/* Append the content to out; wipe it with buf_wipe.
 * fails  RC_BAD_SEAL: altered, moved, wrong key, or not a box; RC_NO_MEMORY */
enum rc box_open(const unsigned char key[KEY_BYTES], const struct hash *where,
                 const unsigned char *box, size_t bytes, struct buf *out, struct err *err);
