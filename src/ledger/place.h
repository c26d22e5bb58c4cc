/* SPDX-License-Identifier: MIT */
/* Where the newest commit of a ledger ends in its write-ahead file, whoever made it: what a copy of
 * that file must show in order to hold it.
 * Source: https://www.sqlite.org/walformat.html, section 2.1 (the first header of the index). */
#ifndef POSTERN_LEDGER_PLACE_H
#define POSTERN_LEDGER_PLACE_H

#include "ledger/ledger.h"

struct ledger_place {
    unsigned char salt[8]; /* as in the file's header: another one with each file begun anew */
    uint32_t frames;       /* up to the commit; 0 = nothing since the file was begun anew */
    uint32_t checksum[2];  /* running, over all of them */
};

/* Costs next to nothing, and may be asked inside a change, whose own rows are not in it. The
 * connection must have been read from.
 * fails  RC_BUSY: others commit too fast for it; RC_BUG: no write-ahead file */
enum rc ledger_place_get(struct ledger *ledger, struct ledger_place *place,
                         struct err *err) MUST_CHECK;

#endif
