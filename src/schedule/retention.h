/* SPDX-License-Identifier: MIT */
/* Letters that were kept long enough: the bytes of those that came in, and the words of those that
 * went out, where their game is over as long. What they did, when they came and where they went
 * stays; so do the letters of games that go on. A little at a time, so that nobody waits for it.
 *
 * Source: design, section 4 (boxes); doc/schema.md, "Care". */
#pragma once

#include "server/desk.h"

struct retention {
    int64_t before_s;
    int64_t letter, letter_end; /* letters that came in, from the first to look at */
    int64_t out, out_end;       /* letters out */
    int64_t letters, words;     /* how many bytes and words went so far */
};

/* Forget the keys of the months before that of before_s, and remove copies that hold them, so that
 * no copy of the file can be read either, and see what is to be gone through. Letters that may
 * still be tried to be sent are left. A retention of zeros has nothing to do. */
enum rc retention_begin(struct desk *desk, int64_t before_s, struct retention *retention,
                        struct err *err);
/* Copies of the ledger that a migration left beside it ("postern.db.before-12"), made before a time
 * (INT64_MAX = any): they hold every key. Append their paths, ", " between, and remove them.
 * fails  RC_IO */
enum rc retention_copies(const struct config *config, int64_t before_s, bool remove,
                         struct buf *paths, struct err *err);
/* Is there more to go through? */
bool retention_is_due(const struct retention *retention);
/* Go through some hundreds, in one change. */
enum rc retention_step(struct desk *desk, struct retention *retention, struct err *err);
