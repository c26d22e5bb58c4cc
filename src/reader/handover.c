/* SPDX-License-Identifier: MIT */
/* Writes and reads the frames between a program and its reader. It believes no length and no
 * number. */
#include "reader/handover.h"

void handover_put_byte(struct buf *out, unsigned byte)
{
    buf_put_char(out, (char)(unsigned char)byte);
}

static void write_number(unsigned char at[4], uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

void handover_put_number(struct buf *out, uint32_t number)
{
    unsigned char bytes[4];

    write_number(bytes, number);
    buf_put_bytes(out, bytes, sizeof bytes);
}

void handover_put_string(struct buf *out, const char *string, size_t length)
{
    handover_put_number(out, (uint32_t)length);
    buf_put_bytes(out, string, length);
}

size_t handover_begin(struct buf *out)
{
    size_t begin = out->length;

    handover_put_number(out, 0);
    return begin;
}

void handover_end(struct buf *out, size_t begin)
{
    if (!out->failed)
        write_number((unsigned char *)out->at + begin,
                     (uint32_t)(out->length - begin - HANDOVER_LENGTH_BYTES));
}

struct handover handover_of(const void *bytes, size_t length)
{
    return (struct handover){.at = bytes, .left = length};
}

const unsigned char *handover_bytes(struct handover *in, size_t length)
{
    const unsigned char *at = in->at;

    if (in->bad || length > in->left) {
        in->bad = true;
        return NULL;
    }
    in->at += length;
    in->left -= length;
    return at;
}

unsigned handover_byte(struct handover *in)
{
    const unsigned char *at = handover_bytes(in, 1);

    return at ? *at : 0;
}

bool handover_flag(struct handover *in)
{
    unsigned byte = handover_byte(in);

    in->bad |= byte > 1;
    return byte == 1;
}

uint32_t handover_number(struct handover *in)
{
    const unsigned char *at = handover_bytes(in, 4);

    return at ? at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24 : 0;
}

const char *handover_string(struct handover *in, size_t most, size_t *length)
{
    const char *at;

    *length = handover_number(in);
    in->bad |= *length > most;
    at = (const char *)handover_bytes(in, *length);
    if (at && (memchr(at, '\0', *length) || !text_is_utf8(at, *length)))
        in->bad = true;
    return in->bad ? NULL : at;
}

bool handover_is_over(const struct handover *in)
{
    return !in->bad && in->left == 0;
}
