/* SPDX-License-Identifier: MIT */
/* Between the files of verification.
 *
 * Did the standing answer that an order names give that order? Judged on what its seat saw then, by
 * the rules' own reading of the line, where this file tells both: to the seat itself at once, to
 * all others in the record of a finished game. Private to this folder.
 *
 * Source: design, 11, P1; doc/record.md, "Verification". */
#pragma once

#include "record/record.h"
#include "record/replay.h"
#include "record/verify.h"

/* ---- verify_lines.c ---- */

struct verify_lines; /* opaque */

/* What a record tells of lines, beside the chain and by its openings; NULL: no memory. */
struct verify_lines *verify_lines_new(const struct record *record);
void verify_lines_free(struct verify_lines *lines);

/* An entry is about to be carried out: look at what its line sees. */
enum rc verify_lines_before(struct verify_lines *lines, const struct replay *replay,
                            const struct entry *entry, struct err *err);
/* It was carried out.
 * in     seed: NULL = not known yet; will_be_undone: then what its seat saw may stay closed */
struct verify_lines_found {
    bool judged;     /* there was something to judge */
    bool proved;     /* and it is proved */
    unsigned unseen; /* lines unknown here that stood between */
};
enum rc verify_lines_after(struct verify_lines *lines, const struct replay *replay,
                           const struct entry *entry, const struct hash *seed, bool will_be_undone,
                           struct verify_lines_found *found, struct err *err);

/* ---- verify_draws.c ----
 *
 * Does chance follow from the seed? With S open the value and the nonce of each seal that the
 * game's luck made follow, too: nothing needs to be told of them, and nothing closed can hide
 * another value. Source: design, 5.5; doc/seals.md, "Seals" and "Draws". */

/* What the record gives of the game's luck. Wipe with secret_wipe. */
struct verify_seed {
    bool known; /* S is open and so is all luck */
    struct hash seed, genesis;
    unsigned char secret[CHAIN_SECRET_BYTES];
};

/* A draw or a lot is about to be carried out: is it what the seed gives? Its seals are then known
 * to this record's reader. in     will_be_undone: with entries that its seat's hidden orders stand
 * in out    *proved: and it is judged */
enum rc verify_draw(struct record *record, const struct replay *replay, const struct entry *entry,
                    const struct verify_seed *seed, bool will_be_undone, bool *proved,
                    struct err *err);

/* ---- verify_end.c ----
 *
 * Is a game that is over also finished, that is, open? What is still closed, by name, and what only
 * its player can open. Source: doc/record.md, "Finished". */

/* After the last entry of a record that is true: fill in what is not open.
 * in     is_undone: by entry index */
void verify_end(const struct record *record, const bool *is_undone, struct verify *verify);
