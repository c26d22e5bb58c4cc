/* SPDX-License-Identifier: MIT */
/* Hand-over between threads: a bounded queue of small values. What a slip carries belongs to
 * whoever holds the slip. This is all that threads of the daemon share.
 * Source: design, section 4 (the daemon). */
#pragma once

#include "base/base.h"

enum slip_kind {
    SLIP_STOP,    /* finish what is in hand and end */
    SLIP_LOOK,    /* to an inbox: list now, a deadline waits for it */
    SLIP_LETTERS, /* a struct mailbag: to the ledger filled, back to its inbox taken in */
    SLIP_SETTLED, /* from an inbox: all that came before `number` (UTC seconds) is done */
    SLIP_BATCH,   /* a struct delivery_batch on its way */
    SLIP_SENT,    /* the same from the transport; rc: how that fared, number: no try before */
    SLIP_KIND_COUNT
};

struct slip {
    enum slip_kind kind;
    unsigned from; /* number of the inbox */
    void *load;    /* see the kinds; NULL = nothing */
    int64_t number;
    enum rc rc;
};

struct slips;

/* in     room: slips that may wait, 1 to 64 */
enum rc slips_new(unsigned room, struct slips **slips, struct err *err);
/* NULL allowed. No thread may use it any more; loads that wait are not freed. */
void slips_free(struct slips *slips);

/* Put a slip in line, waiting while there is no room. */
void slips_put(struct slips *slips, const struct slip *slip);
/* Put a hint in line, unless something waits there already. */
void slips_hint(struct slips *slips, const struct slip *slip);
/* Take the first, waiting for one at most so long (−1 = for ever). */
bool slips_take(struct slips *slips, int timeout_ms, struct slip *slip);
/* Readable while slips wait, for poll(2). */
int slips_fd(const struct slips *slips);
