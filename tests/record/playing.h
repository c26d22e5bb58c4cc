/* SPDX-License-Identifier: MIT */
/* A whole game played for a test: a small server without clock, mail or database. Random orders,
 * all kinds of entries, real seals and signatures; every step can be exported for any reader. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "record/delta.h"
#include "record/record.h"
#include "record/replay.h"
#include "seal/chain.h"
#include "seal/keys.h"
#include "seal/luck.h"

enum { PLAYING_FILES_MAX = 4 };

struct playing_seal {
    char name[SEAL_NAME_MAX + 1];
    uint8_t seat;
    bool is_erased;
    bool is_held; /* by its player: the server knows the commitment alone */
    struct hash commitment;
    char payload[512];
    size_t length;
    unsigned char nonce[SEAL_NONCE_BYTES];
};

struct playing_entry {
    char *text; /* NULL = declared lost */
    unsigned first_seal, seal_count;
};

struct playing {
    const struct game *game;
    struct game_file file[PLAYING_FILES_MAX];
    unsigned file_count;
    struct genesis genesis;
    char *genesis_text;
    size_t genesis_length;
    struct keys *keys;
    uint32_t signing; /* generation that signs now */
    unsigned char secret[CHAIN_SECRET_BYTES];
    struct hash luck[SEATS_MAX];
    struct hash seed;
    struct replay *replay; /* knows everything */
    struct chain chain;
    int64_t now_s;
    uint64_t random;
    struct playing_entry *entry;
    unsigned entry_count, entry_room;
    struct playing_seal *seal;
    unsigned seal_count, seal_room;
    bool is_house[SEATS_MAX + 1];
    unsigned own_count[SEATS_MAX + 1];
    unsigned line_from[SEATS_MAX + 1]; /* first line in force; 0 = none */
    unsigned house;
    unsigned undos;
    bool holds;        /* the next order's seals are held by its player */
    uint64_t luck_end; /* entry `lucks` */
    bool is_quiet;     /* orders, draws and openings only */
    bool is_ended;     /* `end` stands in the log */
    bool is_finished;  /* nothing is left to open */
};

/* What a test does to a game on its way; all may be NULL or 0. */
struct playing_plan {
    const char *rules; /* version; NULL = the oldest */
    const char *options;
    unsigned seats;
    bool is_quiet;
    unsigned house; /* this seat is the house's; 0 = as chance wants, none if is_quiet */
    unsigned
        makes_room; /* whose player gives luck, and then the house takes his seat; 0 = nobody's */
    bool has_lines; /* seat 1 leaves four standing answers before its first order */
    const struct genesis_tournament
        *tournament; /* where it stands in a tournament; NULL = in none */
};

/* Set rules and options to the seed's, of all the ways in which a game is played: each in turn. */
void playing_mode(const struct game *game, uint64_t seed, struct playing_plan *plan);
/* Start a game up to its first question. file: borrowed for the whole life. */
void playing_start(struct playing *playing, const struct game *game, const struct game_file *file,
                   unsigned count, const struct playing_plan *plan, uint64_t seed);
void playing_fini(struct playing *playing);
/* Log one more entry; false when all is done. */
bool playing_step(struct playing *playing);
/* Log this entry, its number and time set here, with payloads of its seals as far as they are not
 * the game's own: NULL = none. Asserts that the replay takes it. */
void playing_log(struct playing *playing, struct entry *entry, const char *const *payload);
/* Compose the record for a reader. */
void playing_record(const struct playing *playing, unsigned reader, struct record *record);
/* The same as bytes; signed. */
void playing_export(struct playing *playing, unsigned reader, struct buf *out);
/* Append the delta for a seat since entry `from`. before: what the seat's record told then; NULL:
 * nothing. */
void playing_delta(struct playing *playing, unsigned seat, uint64_t from,
                   const struct record *before, struct buf *out);
/* Signs for record_write; context: struct playing. */
bool playing_sign(void *context, const struct hash *digest,
                  unsigned char signature[SIGNATURE_BYTES]);
/* A number below bound. */
unsigned playing_random(struct playing *playing, unsigned bound);

/* Seals that their players hold: all that may stay closed in a finished game. */
unsigned playing_held(const struct playing *playing);

/* What a record knows of its seals; context: it. */
const char *playing_lookup(void *context, uint64_t number, const char *name, size_t *length);
/* Replay a record's entries for its reader, up to entry `to`. Asserts that it can be. */
struct replay *playing_replay(const struct playing *playing, const struct record *record,
                              uint64_t to);
