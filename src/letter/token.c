/* SPDX-License-Identifier: MIT */
/* Writes and reads the token in a reply address. Its MAC is made and checked by the caller. */
#include "letter/token.h"

/* Kind in the low half of the first byte, version in the high one. */
enum { TOKEN_VERSION = 1, NUMBER_BYTES = 5 };
_Static_assert('a' + (TOKEN_VERSION << 4 >> 3) == (int)TOKEN_FIRST, "what a text begins with");

_Static_assert((int)TOKEN_KIND_COUNT <= 16, "the kind has four bits");
_Static_assert(((TOKEN_HEAD_BYTES + TOKEN_MAC_BYTES) * 8 + 4) / 5 + 1 <= TOKEN_TEXT_BYTES,
               "the longest token fits its text");

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";

static size_t put_number(uint8_t *at, uint32_t number)
{
    size_t count = 0;

    while (number >= 0x80) {
        at[count++] = (uint8_t)(number | 0x80);
        number >>= 7;
    }
    at[count++] = (uint8_t)number;
    return count;
}

/* Bytes taken, 0 if there is no number in shortest form. */
static size_t get_number(const uint8_t *at, size_t count, uint32_t *number)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count && i < NUMBER_BYTES; i++) {
        sum |= (uint64_t)(at[i] & 0x7F) << (7 * i);
        if (at[i] & 0x80)
            continue;
        if (sum > UINT32_MAX || (i > 0 && at[i] == 0))
            return 0;
        *number = (uint32_t)sum;
        return i + 1;
    }
    return 0;
}

size_t token_head(const struct token *token, uint8_t head[TOKEN_HEAD_BYTES])
{
    size_t count = 0;

    head[count++] = (uint8_t)(TOKEN_VERSION << 4 | (int)token->kind);
    head[count++] = token->seat;
    count += put_number(head + count, token->game);
    count += put_number(head + count, token->decision);
    count += put_number(head + count, token->entry);
    return count;
}

void token_write(const struct token *token, char out[TOKEN_TEXT_BYTES])
{
    uint8_t bytes[TOKEN_HEAD_BYTES + TOKEN_MAC_BYTES];
    size_t count = token_head(token, bytes), length = 0;
    uint32_t bits = 0;
    unsigned held = 0;

    memcpy(bytes + count, token->mac, TOKEN_MAC_BYTES);
    count += TOKEN_MAC_BYTES;
    for (size_t i = 0; i < count; i++) {
        bits = bits << 8 | bytes[i];
        for (held += 8; held >= 5; held -= 5)
            out[length++] = alphabet[bits >> (held - 5) & 31];
    }
    if (held)
        out[length++] = alphabet[bits << (5 - held) & 31];
    out[length] = '\0';
}

static int digit_of(char c)
{
    c = text_lower(c);
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    return c >= '2' && c <= '7' ? c - '2' + 26 : -1;
}

/* Bytes read, 0 if it is not base32 without bits left over. */
static size_t read_base32(const char *text, size_t length, uint8_t *out, size_t capacity)
{
    size_t count = 0;
    uint32_t bits = 0;
    unsigned held = 0;

    for (size_t i = 0; i < length; i++) {
        int digit = digit_of(text[i]);

        if (digit < 0)
            return 0;
        bits = bits << 5 | (uint32_t)digit;
        held += 5;
        if (held < 8)
            continue;
        if (count == capacity)
            return 0;
        held -= 8;
        out[count++] = (uint8_t)(bits >> held);
    }
    return held < 5 && (bits & ((1U << held) - 1)) == 0 ? count : 0;
}

bool token_read(const char *text, size_t length, struct token *token)
{
    uint8_t bytes[TOKEN_HEAD_BYTES + TOKEN_MAC_BYTES];
    struct token got = {0};
    uint32_t *const number[] = {&got.game, &got.decision, &got.entry};
    size_t count, at = 2;

    if (length >= TOKEN_TEXT_BYTES)
        return false;
    count = read_base32(text, length, bytes, sizeof bytes);
    if (count < 2 + TOKEN_MAC_BYTES || bytes[0] >> 4 != TOKEN_VERSION ||
        (bytes[0] & 15) >= TOKEN_KIND_COUNT)
        return false;
    got.kind = (enum token_kind)(bytes[0] & 15);
    got.seat = bytes[1];
    count -= TOKEN_MAC_BYTES;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        size_t used = get_number(bytes + at, count - at, number[i]);

        if (used == 0)
            return false;
        at += used;
    }
    if (at != count)
        return false;
    memcpy(got.mac, bytes + count, TOKEN_MAC_BYTES);
    *token = got;
    return true;
}

/* Characters of a local part that need no quotes (RFC 5321 Dot-string), without the separator. */
static bool prefix_is_plain(const char *prefix)
{
    if (*prefix == '\0' || *prefix == '.')
        return false;
    for (const char *c = prefix; *c; c++)
        if (!text_is_letter(*c) && !text_is_digit(*c) && !strchr("._-", *c))
            return false;
    return prefix[strlen(prefix) - 1] != '.';
}

static bool domain_is_plain(const char *domain)
{
    if (*domain == '\0')
        return false;
    for (const char *c = domain; *c; c++)
        if (!text_is_letter(*c) && !text_is_digit(*c) && *c != '.' && *c != '-' &&
            (unsigned char)*c < 0x80)
            return false;
    return text_is_utf8(domain, strlen(domain));
}

enum rc token_write_address(const struct token *token, const char *prefix, uint32_t route,
                            const char *domain, struct text *out, struct err *err)
{
    char text[TOKEN_TEXT_BYTES], number[TEXT_INT_BYTES] = "";
    size_t local;

    FAIL_IF(!prefix_is_plain(prefix), err, RC_BAD_INPUT, "the local part \"", prefix,
            "\" cannot carry a token: use letters, digits, '.', '_' and '-'");
    FAIL_IF(!domain_is_plain(domain), err, RC_BAD_INPUT, "\"", domain, "\" is not a domain");
    token_write(token, text);
    if (route)
        text_of_int(number, route);
    local = strlen(prefix) + 1 + strlen(number) + (route != 0) + strlen(text);
    if (strlen(prefix) > TOKEN_PREFIX_MAX || local > TOKEN_LOCAL_MAX ||
        local + strlen(domain) + 2 > out->capacity - out->length)
        return ERR(err, RC_TOO_LONG, "the local part \"", prefix,
                   "\" leaves no room for a token: use at most 16 characters");
    TEXT_PUT(out, prefix, "+", number);
    if (route)
        text_put_char(out, '-');
    TEXT_PUT(out, text, "@", domain);
    return RC_OK;
}

bool token_read_address(const char *address, struct token *token)
{
    const char *at = strrchr(address, '@');
    const char *end = at ? at : address + strlen(address);

    for (const char *c = end; c > address; c--)
        if (c[-1] == '+' || c[-1] == '-')
            return token_read(c, (size_t)(end - c), token);
    return false;
}
