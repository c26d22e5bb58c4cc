/* SPDX-License-Identifier: MIT */
/* A finished game of the toy as a log that can be edited, then written as a record and signed by
 * the server's own key: for tests of what is found out. */
#pragma once

#include "base/buf.h"
#include "tests/record/playing.h"

enum { ATTACK_ROWS_MAX = 200, ATTACK_SEALS_MAX = 8 };
/* Seals marked is_erased are written so, those marked is_held stay closed. */

struct row {
    char text[ENTRY_TEXT_BYTES];
    struct playing_seal seal[ATTACK_SEALS_MAX];
    unsigned seals;
};

struct edit {
    struct playing *playing; /* whose keys sign */
    struct row row[ATTACK_ROWS_MAX];
    unsigned count;
    unsigned wrong; /* n of the entry that must be named; 0 = the file as a whole */
    bool is_unsigned;
    bool keeps_nonces; /* else those of drawn seals are made anew for the number of their entry */
    bool is_for_all;   /* else whole */
    unsigned seat;     /* for this seat, who knows all but the others' lines; 0 = nobody's own */
    const char *rules; /* data files under this version, NULL = as they are */
    const char *tiles; /* their text, NULL = as it is */
    const char *more;  /* a further version that has the same files */
};

/* Two honest games, and the log at work. */
extern struct playing honest, other;
extern struct edit *edit;

/* A finished game from this seed on, whose luck is of the kinds wanted. */
void attack_play(struct playing *playing, uint64_t seed, const char *first, const char *second);
/* Group set-up and its end, for cmocka. */
int attack_start(void **state);
int attack_stop(void **state);

/* The log of a game into *to. */
void attack_load(struct edit *to, struct playing *playing);
/* n of the entry, from 1, whose text has both parts. */
unsigned attack_find(const char *part, const char *also);
struct row *attack_row(unsigned n);
void attack_drop(unsigned n);
/* Put a copy of a row before entry n. */
void attack_insert(unsigned n, const struct row *row);
/* Put a new entry without seals before entry n, at the time of the one before it. */
void attack_insert_text(unsigned n, const char *rest);
void attack_swap(unsigned a, unsigned b);
void attack_replace(unsigned n, const char *old, const char *new);
void attack_commit(struct playing_seal *seal);
/* Give a seal another value and commit to that. */
void attack_reseal(unsigned n, unsigned index, const char *payload);
/* Make a row the opening of a seal, its time kept. */
void attack_write_opening(struct row *row, const struct playing_seal *seal);
void attack_compose(struct buf *out);
/* The games that are known to attack_expect; NULL: toy_find. */
extern const struct game *(*attack_games)(const char *name);
/* What is said of the next lie must have these words; NULL = any. */
extern const char *attack_why;
/* A record is good, or refused naming the entry `wrong` (0 = the file as a whole). */
void attack_expect(const char *name, const struct buf *text, bool good, unsigned wrong);
/* For other verifiers: the record as a file in the folder that ATTACK_DIR names. */
void attack_dump(const char *name, const struct buf *text);
