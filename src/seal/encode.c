#include "seal/encode.h"

#include <sodium.h>
#include <stdint.h>

/* Letters by arithmetic, not by table: an index into a table could show in the cache. */
static char letter_of(unsigned five)
{
    unsigned is_digit = ((25u - five) >> 8) & 1; /* five > 25 */

    return (char)('a' + five - is_digit * ('a' - '2' + 26));
}

/* 0 to 31, or -1; by arithmetic, too. */
static int five_of(char c)
{
    int is_letter = c >= 'a' && c <= 'z', is_digit = c >= '2' && c <= '7';

    return is_letter * (c - 'a' + 1) + is_digit * (c - '2' + 27) - 1;
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

/* Up to 8 letters to their bits; false on a foreign one. */
static bool read_piece(const char *text, size_t length, bool folded, uint64_t *bits)
{
    int bad = 0;

    *bits = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        int five = five_of(folded && c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);

        bad |= five;
        *bits = *bits << 5 | (unsigned)(five & 31);
    }
    return bad >= 0;
}

static bool read_base32(const char *text, size_t length, void *out, size_t count, bool folded)
{
    unsigned char *to = out;
    bool good = length == BASE32_CHARS(count);

    for (size_t at = 0; at < count && good; at += PIECE_BYTES, text += PIECE_CHARS) {
        size_t bytes = count - at < PIECE_BYTES ? count - at : PIECE_BYTES;
        size_t take = BASE32_CHARS(bytes), spare = 5 * take - 8 * bytes;
        uint64_t bits;

        good = read_piece(text, take, folded, &bits) && !(bits & ((1u << spare) - 1));
        bits >>= spare;
        for (size_t k = bytes; k-- > 0; bits >>= 8)
            to[at + k] = (unsigned char)bits;
    }
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
