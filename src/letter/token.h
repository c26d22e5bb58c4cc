/* SPDX-License-Identifier: MIT */
/* Reply token: the subaddress that says for which game, seat and decision an answer is meant.
 *
 * Its text is base32 (RFC 4648 alphabet, lower case written, both read) of: one byte of kind and
 * version, one of seat, game, decision and entry as shortest little-endian base-128 numbers, then
 * the MAC. One token has one text. No cryptography here: the caller computes the MAC over
 * token_head and compares it in constant time. Source: mail-conventions I9; RFC 5233, 5321. */
#pragma once

#include "base/base.h"

enum {
    TOKEN_MAC_BYTES = 12,  /* 96 bits; at least 80 are asked for */
    TOKEN_HEAD_BYTES = 17, /* longest: 1 + 1 + three numbers of 5 */
    TOKEN_TEXT_BYTES = 48, /* longest text, NUL included: (17 + 12) × 8 / 5 */
    TOKEN_FIRST = 'c',     /* every text's first letter: the bits of its version */
    TOKEN_LOCAL_MAX = 64,  /* RFC 5321 4.5.3.1.1 */
    TOKEN_PREFIX_MAX = TOKEN_LOCAL_MAX - TOKEN_TEXT_BYTES /* "postern"; '+' takes the NUL's place */
};

enum token_kind {
    TOKEN_REPLY,   /* orders: game, seat, decision, entry followed */
    TOKEN_BOUNCE,  /* envelope sender: decision = letter out */
    TOKEN_CONFIRM, /* sign-up, new address, doubtful sender: decision = what is confirmed */
    TOKEN_WATCH,   /* watcher of a game: unsubscribe */
    TOKEN_PLAYER,  /* a player in no game: decision = player; seat 0: entry = an offer, seat
                      TOKEN_OF_LETTER: entry = letter out, as a digest */
    TOKEN_KIND_COUNT
};
enum { TOKEN_OF_LETTER = 1 };

struct token {
    enum token_kind kind;
    uint8_t seat;
    uint32_t game;
    uint32_t decision;
    uint32_t entry; /* the log entry after which the letter was written */
    uint8_t mac[TOKEN_MAC_BYTES];
};

/* The bytes that the MAC covers; returns how many, at most TOKEN_HEAD_BYTES. */
size_t token_head(const struct token *token, uint8_t head[TOKEN_HEAD_BYTES]);
/* Write the token's text; out ends in NUL. */
void token_write(const struct token *token, char out[TOKEN_TEXT_BYTES]);
/* Read a token's text; false, token untouched, if it is not one (length, letters, version,
 * numbers not in shortest form, bits left over). */
bool token_read(const char *text, size_t length, struct token *token);

/* Write "prefix+token@domain", or with a route "prefix+route-token@domain", by which a mail system
 * picks the host. The MAC does not cover the route.
 * fails  RC_TOO_LONG: prefix over TOKEN_PREFIX_MAX, or no room in out; RC_BAD_INPUT: prefix or
 *        domain empty or with characters that would need quoting */
enum rc token_write_address(const struct token *token, const char *prefix, uint32_t route,
                            const char *domain, struct text *out, struct err *err);
/* Find the token in an address's subaddress, '+' or '-' as separator, whatever the prefix. */
bool token_read_address(const char *address, struct token *token);
