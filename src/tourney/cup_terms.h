/* SPDX-License-Identifier: MIT */
/* The beginning of a tournament, entry 0 of its log:
 *
 *     postern-cup 2
 *     cup 3                       its number on this server
 *     name Winter cup
 *     game dungeon_twister        and its options and time rules as a game has them
 *     options …
 *     time …
 *     format swiss rounds=5 groups=1 games=1 third=no      and of a ladder: reach=3 term=60,
 *                                 of groups with a final: final=2; elsewhere=yes
 *     seeds lot                   or rating
 *     pairing 1                   version of src/pairing
 *     key …                       of the server, base32
 *     secret …                    H("cup-secret", key, number, S), base32
 *
 * Source: design, section 11 (P10); doc/cups.md. */
#ifndef POSTERN_TOURNEY_CUP_TERMS_H
#define POSTERN_TOURNEY_CUP_TERMS_H

#include "base/buf.h"
#include "pairing/cuplog.h"
#include "rules/game.h"
#include "seal/chain.h"
#include "seal/keys.h"

enum { CUP_NAME_BYTES = 64, CUP_TIME_BYTES = 160, CUP_TEXT_MAX = 65536 };

struct cup_terms {
    int64_t number;
    char name[CUP_NAME_BYTES];
    char game[64];
    char options[OPTIONS_TEXT_BYTES];
    char time[CUP_TIME_BYTES];
    struct schedule_rules rules;
    bool by_lot; /* seeds; else by rating */
    unsigned char key[KEY_BYTES];
    struct hash secret; /* what is said of S */
};

void cup_terms_write(const struct cup_terms *terms, struct buf *out);
/* Read the whole text, strictly. fails  RC_BAD_INPUT; RC_NEWER: pairing rules not known here */
enum rc cup_terms_read(const char *text, struct cup_terms *terms, struct err *err) MUST_CHECK;
/* H("cup-secret", key, number, S). */
void cup_terms_secret(const struct cup_terms *terms, const unsigned char secret[CHAIN_SECRET_BYTES],
                      struct hash *out);
/* The key that signs where the log stands. */
void cup_terms_key(const struct cup_terms *terms, const struct cuplog *log,
                   unsigned char key[KEY_BYTES]);
/* Is it one that signs, or signed, this tournament? */
bool cup_terms_is_key(const struct cup_terms *terms, const struct cuplog *log,
                      const unsigned char key[KEY_BYTES]);
/* H("lucks", G, V1…Vn): V as base32, who gave none an empty field. */
void cup_terms_lucks(const struct hash *genesis, const struct cuplog *log, struct hash *out);
/* Sealed luck: V is of the player's own choice, C = H("cup-luck", V). Both are 32 bytes. */
void cup_terms_seal(const unsigned char luck[HASH_BYTES], struct hash *out);
/* Does a luck open what was sealed? Both in base32, else not. */
bool cup_terms_opens(const char *luck, const char *sealed);
/* What the seeds are drawn with: "cup/seeds/0", and "cup/seeds/0/2" in the second throw. */
enum { CUP_LABEL_BYTES = 24 };
const char *cup_terms_label(const struct cuplog *log, char label[CUP_LABEL_BYTES]);

#endif
