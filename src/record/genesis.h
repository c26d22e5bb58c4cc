/* SPDX-License-Identifier: MIT */
/* Entry 0 of a game: what is fixed before a seat is taken. Lines of key=value in fixed order;
 * one text for each genesis. Source: design, 5.1; doc/record.md, "Genesis". */
#pragma once

#include "rules/game.h"
#include "seal/hash.h"
#include "seal/keys.h"

/* The number in the first words of genesis, record and delta: what a game's entries may say and how
 * a record of it is judged. From release 1.0.0 on a change that alters what an old record means is
 * a new number. Source: design, 11, P0 and 12; doc/record.md. */
enum { PROTOCOL = 2 };
/* Is what ends a first line that number?
 * in     what: "this record"
 * fails  RC_BAD_INPUT: none, or an older one; RC_NEWER; each with a sentence */
enum rc genesis_check_protocol(const char *text, size_t length, const char *what, struct err *err);

enum { GENESIS_NAME_BYTES = 48, GENESIS_TIME_BYTES = 512, GENESIS_TOURNAMENT_SEATS = 2 };

/* Where in a tournament a game stands: "G/ROUND/BOARD/K entrants=5,9". So a result
 * that the tournament names can be of no other game. */
struct genesis_tournament {
    struct hash genesis;                        /* of the tournament */
    unsigned round, board, k;                   /* from 1; round 0: the game is of none */
    unsigned entrant[GENESIS_TOURNAMENT_SEATS]; /* of seats 1 and 2, as they entered, from 1 */
};

struct genesis {
    uint64_t number; /* of the game, from 1, gapless on a server */
    char game[GENESIS_NAME_BYTES];
    char rules[GENESIS_NAME_BYTES];
    struct hash tables;               /* chain_tables of the data files */
    char options[OPTIONS_TEXT_BYTES]; /* as write_options gives them */
    unsigned seats;
    char time[GENESIS_TIME_BYTES]; /* time rules; the desk's own words, one line */
    int64_t started_s;
    unsigned char key[KEY_BYTES];         /* public signing key of the server */
    unsigned char box[KEY_BYTES];         /* public box key of this game */
    struct hash secret;                   /* chain_secret */
    struct genesis_tournament tournament; /* the last line, where there is one */
};

/* Append the text.  fails  RC_BAD_INPUT: a field that does not fit the grammar */
enum rc genesis_write(const struct genesis *genesis, struct buf *out, struct err *err);
/* Read exactly what genesis_write writes.  fails  RC_BAD_INPUT with line */
enum rc genesis_read(const char *text, size_t length, struct genesis *genesis, struct err *err);
