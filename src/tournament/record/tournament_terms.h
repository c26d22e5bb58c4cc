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
 *     pairing 1                   version of src/tournament/pairing
 *     key …                       of the server, base32
 *     secret …                    H("cup-secret", key, number, S), base32
 *
 * Source: design, section 11 (P10); doc/tournaments.md. */
#pragma once

#include "tournament/pairing/tournament_log.h"
#include "rules/game.h"
#include "seal/chain.h"
#include "seal/keys.h"

enum { TOURNAMENT_NAME_BYTES = 64, TOURNAMENT_TIME_BYTES = 160, TOURNAMENT_TEXT_MAX = 65536 };

struct tournament_terms {
    int64_t number;
    char name[TOURNAMENT_NAME_BYTES];
    char game[64];
    char options[OPTIONS_TEXT_BYTES];
    char time[TOURNAMENT_TIME_BYTES];
    struct schedule_rules rules;
    bool by_lot; /* seeds; else by rating */
    unsigned char key[KEY_BYTES];
    struct hash secret; /* what is said of S */
};

void tournament_terms_write(const struct tournament_terms *terms, struct buf *out);
/* Read the whole text, strictly. fails  RC_BAD_INPUT; RC_NEWER: pairing rules not known here */
enum rc tournament_terms_read(const char *text, struct tournament_terms *terms, struct err *err);
/* H("cup-secret", key, number, S). */
void tournament_terms_secret(const struct tournament_terms *terms,
                             const unsigned char secret[CHAIN_SECRET_BYTES], struct hash *out);
/* The key that signs where the log stands. */
void tournament_terms_key(const struct tournament_terms *terms, const struct tournament_log *log,
                          unsigned char key[KEY_BYTES]);
/* Is it one that signs, or signed, this tournament? */
bool tournament_terms_is_key(const struct tournament_terms *terms, const struct tournament_log *log,
                             const unsigned char key[KEY_BYTES]);
/* H("lucks", G, V1…Vn): V as base32, who gave none an empty field. */
void tournament_terms_lucks(const struct hash *genesis, const struct tournament_log *log,
                            struct hash *out);
/* Sealed luck: V is of the player's own choice, C = H("cup-luck", V). Both are 32 bytes. */
void tournament_terms_seal(const unsigned char luck[HASH_BYTES], struct hash *out);
/* Does a luck open what was sealed? Both in base32, else not. */
bool tournament_terms_opens(const char *luck, const char *sealed);
/* What the seeds are drawn with: "cup/seeds/0", and "cup/seeds/0/2" in the second throw. */
enum { TOURNAMENT_LABEL_BYTES = 24 };
const char *tournament_terms_label(const struct tournament_log *log,
                                   char label[TOURNAMENT_LABEL_BYTES]);
