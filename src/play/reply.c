/* SPDX-License-Identifier: MIT */
/* Writes and checks the robot's reply addresses. The token's text is made in letter/token.c. */
#include "play/reply.h"

#include <stdio.h>
#include <string.h>

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
    struct text text;
    size_t count = token_head(&token, head);

    mac_make(desk->keys, head, count, token.mac);
    snprintf(prefix, sizeof prefix, "%.*s", (int)config_local_part(desk->config->address),
             desk->config->address);
    text_init(&text, out, REPLY_ADDRESS_BYTES);
    return token_write_address(&token, prefix, route_of(desk, game), reply_domain(desk), &text,
                               err);
}

bool reply_is_good(struct desk *desk, const struct token *token)
{
    uint8_t head[TOKEN_HEAD_BYTES];
    size_t count = token_head(token, head);

    return mac_is_good(desk->keys, head, count, token->mac);
}

enum { TOKEN_SHORTEST = (2 + 3 + TOKEN_MAC_BYTES) * 8 / 5 };

static bool is_token_letter(char c)
{
    return text_is_letter(c) || (c >= '2' && c <= '7');
}

/* Bytes of the text up to the end of the token that begins here, whatever mail programs and people
 * put into it where they break or spell it; 0 = none of ours. */
static size_t token_bytes(struct desk *desk, const char *text)
{
    char word[TOKEN_TEXT_BYTES];
    size_t end[TOKEN_TEXT_BYTES], count = 0;
    struct token token;

    for (size_t at = 0; count < sizeof word; at++)
        if (is_token_letter(text[at])) {
            word[count] = text[at];
            end[count++] = at + 1;
        } else if (!text[at] || !strchr(" \t=-.>", text[at]))
            break;
    while (count >= TOKEN_SHORTEST &&
           !(token_read(word, count, &token) && reply_is_good(desk, &token)))
        count--;
    return count < TOKEN_SHORTEST ? 0 : end[count - 1];
}

void reply_mask(struct desk *desk, char *text)
{
    for (; *text; text++)
        if ((*text | ' ') == TOKEN_FIRST)
            memset(text, '*', token_bytes(desk, text));
}
