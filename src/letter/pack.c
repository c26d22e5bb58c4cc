/* SPDX-License-Identifier: MIT */
/* Packs a letter's bytes for keeping, and unpacks them. */
#include "letter/pack.h"

#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

enum { PACKED = 0, PACKING = 1, HEAD_BYTES = 6 };

struct letter_packer {
    struct isal_zstream stream;
};

struct letter_packer *letter_packer_new(void)
{
    return calloc(1, sizeof(struct letter_packer));
}

void letter_packer_free(struct letter_packer *packer)
{
    free(packer);
}

/* The fastest level: a quoted board packs well in any, and each letter comes through here. */
static bool deflate(struct letter_packer *packer, const void *bytes, size_t length, uint8_t *to,
                    size_t room, size_t *used)
{
    struct isal_zstream *stream = &packer->stream;

    isal_deflate_stateless_init(stream);
    stream->end_of_stream = 1;
    stream->next_in = (uint8_t *)(uintptr_t)bytes; /* only read */
    stream->avail_in = (uint32_t)length;
    stream->next_out = to;
    stream->avail_out = (uint32_t)room;
    if (isal_deflate_stateless(stream) != COMP_OK)
        return false;
    *used = stream->total_out;
    return true;
}

/* What packs badly becomes pieces of 64 KiB, each behind a few bytes. */
static size_t most_bytes(size_t length)
{
    return HEAD_BYTES + length + length / 1024 + 1024;
}

enum rc letter_pack(struct letter_packer *packer, const void *bytes, size_t length, struct buf *out,
                    struct err *err)
{
    const bool must = length && *(const unsigned char *)bytes == PACKED;
    size_t room = must ? most_bytes(length) : length, used;
    unsigned char *to;

    if (length > LETTER_PACK_MOST)
        return ERR(err, RC_TOO_LONG, "a letter is too long to be kept");
    if (!buf_reserve(out, most_bytes(length)))
        return buf_rc(out, err);
    to = (unsigned char *)out->at + out->length;
    if (room <= HEAD_BYTES ||
        !deflate(packer, bytes, length, to + HEAD_BYTES, room - HEAD_BYTES, &used)) {
        if (must)
            return ERR(err, RC_BUG, "a letter cannot be packed");
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

static bool inflate(const unsigned char *bytes, size_t length, char *to, size_t room)
{
    struct inflate_state *state = malloc(sizeof *state);
    bool whole;

    if (!state)
        return false;
    isal_inflate_init(state);
    state->next_in = (uint8_t *)(uintptr_t)bytes; /* only read */
    state->avail_in = (uint32_t)length;
    state->next_out = (uint8_t *)to;
    state->avail_out = (uint32_t)room;
    whole = isal_inflate_stateless(state) == ISAL_DECOMP_OK && state->total_out == room;
    free(state);
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
