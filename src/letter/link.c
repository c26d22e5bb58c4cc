/* SPDX-License-Identifier: MIT */
/* Packs and signs what a letter's link to the table page carries. What is put into it is the
 * caller's. */
#include "letter/link.h"

#include <limits.h>
#include <zlib.h>

enum { RAW = -15, LEVEL = 9, MEMORY = 9 };

static void put_base64(const unsigned char *bytes, size_t count, struct buf *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    for (size_t i = 0; i < count; i += 3) {
        size_t have = count - i < 3 ? count - i : 3;
        unsigned long word = (unsigned long)bytes[i] << 16;

        word |= have > 1 ? (unsigned long)bytes[i + 1] << 8 : 0;
        word |= have > 2 ? (unsigned long)bytes[i + 2] : 0;
        for (size_t k = 0; k <= have; k++)
            buf_put_char(out, letters[word >> (18 - 6 * k) & 63]);
    }
}

/* Raw deflate with the dictionary; false: no memory. */
static bool pack(const char *text, size_t length, unsigned char *to, size_t room, size_t *used)
{
    z_stream stream = {0};
    size_t count;
    const char *words = link_words(&count);
    bool packed;

    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    stream.next_in = (unsigned char *)(uintptr_t)text; /* only read */
    stream.avail_in = (unsigned)length;
    stream.next_out = to;
    stream.avail_out = (unsigned)room;
    packed = deflateSetDictionary(&stream, (const unsigned char *)words, (unsigned)count) == Z_OK &&
             deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *used = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

enum rc link_pack(const char *text, size_t length, struct buf *out, struct err *err)
{
    size_t room = length + length / 1000 + 64, used;
    OWN_MEMORY unsigned char *packed = NULL;

    FAIL_IF(length > LINK_TEXT_MAX, err, RC_TOO_LONG, "a view is too long for a link");
    packed = malloc(room);
    if (!packed || !pack(text, length, packed, room, &used)) {
        return ERR(err, RC_NO_MEMORY, "no memory for a link");
    } else {
        buf_put(out, "1.");
        put_base64(packed, used, out);
        TRY(buf_rc(out, err));
    }
    return RC_OK;
}

void link_sign(const unsigned char signature[LINK_SIGNATURE_BYTES], struct buf *out)
{
    buf_put_char(out, '.');
    put_base64(signature, LINK_SIGNATURE_BYTES, out);
}

void link_write_block(const char *fragment, struct buf *out)
{
    size_t length = strlen(fragment);

    buf_put(out, "postern-table\n");
    for (size_t at = 0; at < length; at += LINK_COLUMNS) {
        buf_put_bytes(out, fragment + at, length - at < LINK_COLUMNS ? length - at : LINK_COLUMNS);
        buf_put_char(out, '\n');
    }
    buf_put(out, "end-table\n");
}

enum rc letter_gzip(const void *bytes, size_t count, struct buf *out, struct err *err)
{
    enum { WITH_GZIP_HEADER = 16 + MAX_WBITS };
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)count};
    enum rc rc = RC_OK;
    size_t most;

    FAIL_IF(count > UINT_MAX / 2, err, RC_TOO_LONG, "a file is too long for a letter");
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WITH_GZIP_HEADER, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return ERR(err, RC_NO_MEMORY, "no memory to pack a file");
    most = deflateBound(&stream, (uLong)count);
    if (!buf_reserve(out, most))
        rc = ERR(err, RC_NO_MEMORY, "no memory to pack a file");
    else {
        stream.next_out = (Bytef *)out->at + out->length;
        stream.avail_out = (uInt)most;
        if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
            rc = ERR(err, RC_BUG, "a file cannot be packed");
        out->length += stream.total_out;
    }
    deflateEnd(&stream);
    return rc;
}
