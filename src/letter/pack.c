/* SPDX-License-Identifier: MIT */
/* Packs a letter's bytes for keeping, and unpacks them. */
#include "letter/pack.h"

#include <libdeflate.h>

/* The fastest level: a quoted board packs well in any, and each letter comes through here. */
enum { PACKED = 0, PACKING = 1, HEAD_BYTES = 6, LEVEL = 1 };

/* 0: it needs more room */
static size_t deflate(const void *bytes, size_t length, void *to, size_t room)
{
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(LEVEL);
    size_t used = packer ? libdeflate_deflate_compress(packer, bytes, length, to, room) : 0;

    libdeflate_free_compressor(packer);
    return used;
}

/* What packs badly becomes pieces of 64 KiB, each behind a few bytes. */
static size_t most_bytes(size_t length)
{
    return HEAD_BYTES + length + length / 1024 + 1024;
}

enum rc letter_pack(const void *bytes, size_t length, struct buf *out, struct err *err)
{
    const bool must = length && *(const unsigned char *)bytes == PACKED;
    size_t room = must ? most_bytes(length) : length, used = 0;
    unsigned char *to;

    FAIL_IF(length > LETTER_PACK_MOST, err, RC_TOO_LONG, "a letter is too long to be kept");
    if (!buf_reserve(out, most_bytes(length)))
        return buf_rc(out, err);
    to = (unsigned char *)out->at + out->length;
    if (room > HEAD_BYTES)
        used = deflate(bytes, length, to + HEAD_BYTES, room - HEAD_BYTES);
    if (!used) {
        FAIL_IF(must, err, RC_BUG, "a letter cannot be packed");
        buf_put_bytes(out, bytes, length);
        return buf_rc(out, err);
    }
    to[0] = PACKED;
    to[1] = PACKING;
    for (unsigned i = 0; i < 4; i++)
        to[2 + i] = (unsigned char)(length >> (8 * i));
    out->length += HEAD_BYTES + used;
    out->at[out->length] = '\0';
    return RC_OK;
}

static bool inflate(const void *bytes, size_t length, void *to, size_t room)
{
    struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
    bool whole = unpacker && libdeflate_deflate_decompress(unpacker, bytes, length, to, room,
                                                           NULL) == LIBDEFLATE_SUCCESS;

    libdeflate_free_decompressor(unpacker);
    return whole;
}

enum rc letter_unpack(const void *kept, size_t length, struct buf *out, struct err *err)
{
    const unsigned char *bytes = kept;
    size_t room = 0;

    if (length < HEAD_BYTES || bytes[0] != PACKED || bytes[1] != PACKING) {
        buf_put_bytes(out, kept, length);
        return buf_rc(out, err);
    }
    for (unsigned i = 0; i < 4; i++)
        room |= (size_t)bytes[2 + i] << (8 * i);
    if (room > LETTER_PACK_MOST || length > LETTER_PACK_MOST)
        return ERR(err, RC_BAD_INPUT, "a kept letter is damaged");
    if (!buf_reserve(out, room))
        return buf_rc(out, err);
    if (!inflate(bytes + HEAD_BYTES, length - HEAD_BYTES, out->at + out->length, room)) {
        out->at[out->length] = '\0';
        return ERR(err, RC_BAD_INPUT, "a kept letter is damaged");
    }
    out->length += room;
    out->at[out->length] = '\0';
    return RC_OK;
}
