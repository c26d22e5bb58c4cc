#include "seal/encode.h"

#include <sodium.h>
#include <stdint.h>

/* Letters by arithmetic, not by table: an index into a table could show in the cache. */
static char letter_of(unsigned five)
{
    unsigned is_digit = ((25u - five) >> 8) & 1; /* five > 25 */

    return (char)('a' + five - is_digit * ('a' - '2' + 26));
}

/* 0 to 31, or -1. */
static int five_of(char c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    if (c >= '2' && c <= '7')
        return c - '2' + 26;
    return -1;
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

static bool read_base32(const char *text, size_t length, void *out, size_t count, bool folded)
{
    unsigned char *to = out;
    uint32_t bits = 0;
    unsigned held = 0;

    if (length != BASE32_CHARS(count))
        return false;
    /* Twice through: first look, then write, so that out is untouched on failure. */
    for (unsigned pass = 0; pass < 2; pass++) {
        bits = held = 0;
        for (size_t i = 0; i < length; i++) {
            char c = text[i];
            int five = five_of(folded && c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);

            if (five < 0)
                return false;
            bits = bits << 5 | (unsigned)five;
            held += 5;
            if (held >= 8) {
                held -= 8;
                if (pass)
                    *to++ = (unsigned char)(bits >> held);
            }
        }
        if (bits & ((1u << held) - 1))
            return false;
    }
    return true;
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
