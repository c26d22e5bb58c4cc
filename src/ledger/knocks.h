/* SPDX-License-Identifier: MIT */
/* Notices that wait to go to where a player has them, beside his letters. A work table. */
#ifndef POSTERN_LEDGER_KNOCKS_H
#define POSTERN_LEDGER_KNOCKS_H

#include "base/buf.h"
#include "ledger/ledger.h"

struct ledger_knock {
    int64_t id; /* set by the put */
    int64_t player;
    int64_t out; /* whose subject it says; 0 = the code that is asked back */
    int64_t due_s;
    int tries;
    const char *note; /* last answer of the other side */
};
enum rc ledger_knock_put(struct ledger *ledger, const struct ledger_knock *knock,
                         struct err *err) MUST_CHECK;
/* Those due, oldest first, at most so many. */
struct ledger_rows ledger_knocks_due(struct ledger *ledger, int64_t now_s, int64_t most,
                                     struct err *err);
enum rc ledger_knock_again(struct ledger *ledger, const struct ledger_knock *knock,
                           struct err *err) MUST_CHECK;
enum rc ledger_knock_drop(struct ledger *ledger, int64_t id, struct err *err) MUST_CHECK;
/* All of a player's. */
enum rc ledger_knocks_forget(struct ledger *ledger, int64_t player, struct err *err) MUST_CHECK;
/* How many wait that were tried, and the newest answer to one ("" = none). */
enum rc ledger_knocks_failed(struct ledger *ledger, int64_t *count, struct buf *note,
                             struct err *err) MUST_CHECK;

#endif
