/* SPDX-License-Identifier: MIT */
/* Closes and opens the boxes of the ledger, padded to a few sizes and bound to their place. Keys
 * come from server/vault.c. */
#include "seal/box.h"

#include <sodium.h>

enum { FORMAT = 1, TAG_BYTES = crypto_aead_xchacha20poly1305_ietf_ABYTES };
_Static_assert(BOX_OVERHEAD_BYTES == 1 + BOX_NONCE_BYTES + TAG_BYTES, "as promised");
_Static_assert(BOX_NONCE_BYTES == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, "as promised");

static const size_t classes[] = {128, 512, 2048, 8192, 32768};

void box_place(const char *column, uint64_t row, const struct hash *genesis, struct hash *where)
{
    static const struct hash nothing;
    struct hash_job job;

    hash_start(&job, "box", 3);
    hash_add_text(&job, column);
    hash_add_number(&job, row);
    hash_add_hash(&job, genesis ? genesis : &nothing);
    hash_end(&job, where);
}

static size_t inside_bytes(size_t length)
{
    size_t all = length + BOX_LENGTH_BYTES;

    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (all <= classes[i])
            return classes[i];
    return (all + BOX_STEP_BYTES - 1) / BOX_STEP_BYTES * BOX_STEP_BYTES;
}

size_t box_bytes(size_t length)
{
    return inside_bytes(length) + BOX_OVERHEAD_BYTES;
}

void box_close(const unsigned char key[KEY_BYTES], const struct hash *where,
               const unsigned char nonce[BOX_NONCE_BYTES], const void *content, size_t length,
               unsigned char *out)
{
    unsigned char *inside = out + 1 + BOX_NONCE_BYTES;
    size_t bytes = inside_bytes(length);

    out[0] = FORMAT;
    memcpy(out + 1, nonce, BOX_NONCE_BYTES);
    for (unsigned i = 0; i < BOX_LENGTH_BYTES; i++)
        inside[i] = (unsigned char)(length >> (8 * i));
    if (length)
        memcpy(inside + BOX_LENGTH_BYTES, content, length);
    memset(inside + BOX_LENGTH_BYTES + length, 0, bytes - BOX_LENGTH_BYTES - length);
    crypto_aead_xchacha20poly1305_ietf_encrypt(inside, NULL, inside, bytes, where->at, HASH_BYTES,
                                               NULL, nonce, key);
}

/* Length of the content, or SIZE_MAX when the padding is not what box_close writes. */
static size_t content_length(const unsigned char *inside, size_t bytes)
{
    size_t length = 0;

    for (unsigned i = 0; i < BOX_LENGTH_BYTES; i++)
        length |= (size_t)inside[i] << (8 * i);
    if (length > bytes - BOX_LENGTH_BYTES || inside_bytes(length) != bytes ||
        !sodium_is_zero(inside + BOX_LENGTH_BYTES + length, bytes - BOX_LENGTH_BYTES - length))
        return SIZE_MAX;
    return length;
}

enum rc box_open(const unsigned char key[KEY_BYTES], const struct hash *where,
                 const unsigned char *box, size_t bytes, struct buf *out, struct err *err)
{
    const size_t start = out->length;
    size_t inside = bytes - BOX_OVERHEAD_BYTES, length = SIZE_MAX;
    unsigned char *at;

    if (bytes <= BOX_OVERHEAD_BYTES + BOX_LENGTH_BYTES || box[0] != FORMAT)
        return ERR(err, RC_BAD_SEAL, "this is not a box of this program");
    if (!buf_reserve(out, inside))
        return buf_rc(out, err);
    at = (unsigned char *)out->at + start;
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(at, NULL, NULL, box + 1 + BOX_NONCE_BYTES,
                                                   inside + TAG_BYTES, where->at, HASH_BYTES,
                                                   box + 1, key) == 0)
        length = content_length(at, inside);
    if (length == SIZE_MAX) {
        sodium_memzero(at, inside);
        out->at[start] = '\0';
        return ERR(err, RC_BAD_SEAL, "a box does not open: it was altered or moved, or the key ",
                   "file is another one than it was closed with");
    }
    memmove(at, at + BOX_LENGTH_BYTES, length);
    sodium_memzero(at + length, inside - length);
    out->length = start + length;
    out->at[out->length] = '\0';
    return RC_OK;
}
