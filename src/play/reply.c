/* SPDX-License-Identifier: MIT */
/* Writes and checks the robot's reply addresses. The token's text is made in letter/token.c. */
#include "play/reply.h"

#include <stdio.h>

#include "seal/mac.h"

_Static_assert((int)MAC_BYTES == (int)TOKEN_MAC_BYTES, "a token carries a whole MAC");

const char *reply_domain(const struct desk *desk)
{
    return desk->config->address + config_local_part(desk->config->address) + 1;
}

/* The number by which the mail system picks this server among several; 0: it need not. */
static uint32_t route_of(const struct desk *desk, int64_t game)
{
    if (!desk->config->route)
        return 0;
    return (uint32_t)(game ? game : desk->config->first_game);
}

enum rc reply_address(struct desk *desk, enum token_kind kind, int64_t game, unsigned seat,
                      int64_t decision, int64_t entry, char out[REPLY_ADDRESS_BYTES],
                      struct err *err)
{
    struct token token = {.kind = kind,
                          .seat = (uint8_t)seat,
                          .game = (uint32_t)game,
                          .decision = (uint32_t)decision,
                          .entry = (uint32_t)entry};
    uint8_t head[TOKEN_HEAD_BYTES];
    char prefix[TOKEN_LOCAL_MAX];
    struct text text = text_in(out, REPLY_ADDRESS_BYTES);
    size_t count = token_head(&token, head);

    mac_make(desk->keys, head, count, token.mac);
    snprintf(prefix, sizeof prefix, "%.*s", (int)config_local_part(desk->config->address),
             desk->config->address);
    return token_write_address(&token, prefix, route_of(desk, game), reply_domain(desk), &text,
                               err);
}

bool reply_is_good(struct desk *desk, const struct token *token)
{
    uint8_t head[TOKEN_HEAD_BYTES];
    size_t count = token_head(token, head);

    return mac_is_good(desk->keys, head, count, token->mac);
}

enum {
    TOKEN_SHORTEST = (2 + 3 + TOKEN_MAC_BYTES) * 8 / 5,
    TOKEN_SPAN = 400 /* bytes that one may be drawn out to */
};

static bool is_token_letter(char c)
{
    return text_is_letter(c) || (c >= '2' && c <= '7');
}

static int hex_of(char c)
{
    c = text_lower(c);
    return text_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The character that begins here; `decodes`: "=63" and "%63" are one. */
static char char_at(const char *text, bool decodes, size_t *bytes)
{
    const bool is_code =
        decodes && (*text == '=' || *text == '%') && hex_of(text[1]) >= 0 && hex_of(text[2]) >= 0;

    *bytes = is_code ? 3 : 1;
    return is_code ? (char)(hex_of(text[1]) << 4 | hex_of(text[2])) : *text;
}

/* Bytes of the text up to the end of the token that begins here, whatever mail programs and people
 * put between its letters: what is no token is not taken for one, for its MAC. 0 = none of ours. */
static size_t token_bytes(struct desk *desk, const char *text, bool decodes)
{
    char word[TOKEN_TEXT_BYTES];
    size_t end[TOKEN_TEXT_BYTES], count = 0;
    struct token token;

    for (size_t at = 0, bytes; text[at] && at < TOKEN_SPAN && count < sizeof word; at += bytes) {
        const char c = char_at(text + at, decodes, &bytes);

        if (is_token_letter(c)) {
            word[count] = c;
            end[count++] = at + bytes;
        } else if (!at)
            return 0;
        if (count == 1 && text_lower(*word) != TOKEN_FIRST)
            return 0;
    }
    while (count >= TOKEN_SHORTEST &&
           !(token_read(word, count, &token) && reply_is_good(desk, &token)))
        count--;
    return count < TOKEN_SHORTEST ? 0 : end[count - 1];
}

void reply_mask(struct desk *desk, char *text)
{
    for (; *text; text++) {
        memset(text, '*', token_bytes(desk, text, false));
        memset(text, '*', token_bytes(desk, text, true));
    }
}
