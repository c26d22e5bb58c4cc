/* SPDX-License-Identifier: MIT */
/* The player's own program: seal, open, sign, and check what the server says. Needs libsodium
 * alone, no network, no server, no configuration.
 *
 * Source: design, 5.6 to 5.9; doc/postern-proof.1. */
#pragma once

#include "record/verify.h"

/* Exit codes, for scripts; the manual page promises them. */
enum proof_exit {
    PROOF_GOOD = 0,
    PROOF_FALSE = 1,    /* it was checked and is not true */
    PROOF_USAGE = 2,    /* wrong arguments */
    PROOF_UNPROVED = 3, /* nothing false, but this file does not prove it */
    PROOF_FAILED = 4    /* a file cannot be read or written, no memory */
};

/* The whole program but for main(). games: those there are, NULL at the end; find: by name. */
int proof_main(int argc, char **argv, verify_find_fn *find, const struct game *const *games);
