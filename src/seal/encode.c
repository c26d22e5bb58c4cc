/* SPDX-License-Identifier: MIT */
/* Bytes as base32 and base64, and strictly back. */
#include "seal/encode.h"

#include <sodium.h>
#include <stdint.h>
#include <string.h>

/* Letters by arithmetic, not by table: an index into a table could show in the cache. */
static char letter_of(unsigned five)
{
    unsigned is_digit = ((25u - five) >> 8) & 1; /* five > 25 */

    return (char)('a' + five - is_digit * ('a' - '2' + 26));
}

char *base32_write(const void *bytes, size_t count, char *out)
{
    const unsigned char *in = bytes;
    uint32_t bits = 0;
    unsigned held = 0;
    char *at = out;

    for (size_t i = 0; i < count; i++) {
        bits = bits << 8 | in[i];
        for (held += 8; held >= 5; held -= 5)
            *at++ = letter_of(bits >> (held - 5) & 31);
    }
    if (held)
        *at++ = letter_of(bits << (5 - held) & 31);
    *at = '\0';
    return out;
}

enum { PIECE_CHARS = 8, PIECE_BYTES = 5 };
#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The high bit of each byte from `first` to `last`, of bytes below 128. */
static uint64_t between(uint64_t bytes, unsigned first, unsigned last)
{
    return (bytes + EACH(0x80 - first)) & ~(bytes + EACH(0x7f - last)) & EACH(0x80);
}

/* 8 letters, the first one highest, to their 40 bits, by arithmetic on all of them at once; false
 * on a foreign one. */
static bool read_letters(uint64_t text, bool folded, uint64_t *bits)
{
    uint64_t letters, digits, five;

    *bits = 0;
    if (text & EACH(0x80))
        return false;
    if (folded)
        text += between(text, 'A', 'Z') >> 2; /* 32 lies between cases */
    letters = between(text, 'a', 'z');
    digits = between(text, '2', '7');
    five = text - (letters >> 7) * 'a' - (digits >> 7) * ('2' - 26);
    /* Five bits of each byte: join two, then two of those, then both. */
    five = (five & EACH(0x1f) & UINT64_C(0x00ff00ff00ff00ff)) |
           (five >> 3 & UINT64_C(0x03e003e003e003e0));
    five = (five & UINT64_C(0x000003ff000003ff)) | (five >> 6 & UINT64_C(0x000ffc00000ffc00));
    *bits = (five & UINT64_C(0xfffff)) | (five >> 12 & UINT64_C(0xfffff00000));
    return (letters | digits) == EACH(0x80);
}

static uint64_t join(const char *text)
{
    const unsigned char *t = (const unsigned char *)text;

    return (uint64_t)t[0] << 56 | (uint64_t)t[1] << 48 | (uint64_t)t[2] << 40 |
           (uint64_t)t[3] << 32 | (uint64_t)t[4] << 24 | (uint64_t)t[5] << 16 |
           (uint64_t)t[6] << 8 | (uint64_t)t[7];
}

/* The highest `count` of five bytes. */
static void put_bytes(uint64_t bits, unsigned char *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(bits >> 8 * (PIECE_BYTES - 1 - i));
}

/* The letters of less than five bytes; false: foreign, or bits to spare are set. */
static bool read_last(const char *text, unsigned char *to, size_t count, bool folded)
{
    char piece[PIECE_CHARS];
    uint64_t bits;

    if (!count)
        return true;
    memset(piece, 'a', sizeof piece); /* which stands for no bits */
    memcpy(piece, text, BASE32_CHARS(count));
    if (!read_letters(join(piece), folded, &bits) || bits << (24 + 8 * count))
        return false;
    put_bytes(bits, to, count);
    return true;
}

static bool read_base32(const char *text, size_t length, void *out, size_t count, bool folded)
{
    unsigned char *to = out;
    bool good = length == BASE32_CHARS(count);
    size_t at = 0;

    for (; count - at >= PIECE_BYTES && good; at += PIECE_BYTES, text += PIECE_CHARS) {
        uint64_t bits;

        good = read_letters(join(text), folded, &bits);
        put_bytes(bits, to + at, PIECE_BYTES);
    }
    good = good && read_last(text, to + at, count - at, folded);
    if (!good)
        sodium_memzero(out, count);
    return good;
}

bool base32_read(const char *text, size_t length, void *out, size_t count)
{
    return read_base32(text, length, out, count, false);
}

bool base32_read_folded(const char *text, size_t length, void *out, size_t count)
{
    return read_base32(text, length, out, count, true);
}

char *base64_write(const void *bytes, size_t count, char *out)
{
    return sodium_bin2base64(out, BASE64_CHARS(count) + 1, bytes, count,
                             sodium_base64_VARIANT_ORIGINAL);
}

bool base64_read(const char *text, size_t length, void *out, size_t capacity, size_t *count)
{
    const char *end = NULL;
    size_t read = 0;

    if (length % 4 != 0 || length / 4 * 3 > capacity + 2)
        return false;
    if (sodium_base642bin(out, capacity, text, length, NULL, &read, &end,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        end != text + length)
        return false;
    *count = read;
    return true;
}
