/* SPDX-License-Identifier: MIT */
/* Does chance follow from the seed? With S open the value and the nonce of each seal that the
 * game's luck made follow, too: nothing needs to be told of them, and nothing closed can hide
 * another value. Private to this folder.
 *
 * Source: design, 5.5; doc/seals.md, "Seals" and "Draws". */
#pragma once

#include "record/record.h"
#include "record/replay.h"

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
