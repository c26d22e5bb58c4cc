/* SPDX-License-Identifier: MIT */
/* Notices that wait to go to where a player has them, beside his letters. A work table. */
#pragma once

#include "ledger/ledger.h"

struct ledger_knock {
    int64_t id; /* set by the put */
    int64_t player;
    int64_t out; /* whose subject it says; 0 = the code that is asked back */
    int64_t due_s;
    int tries;
    const char *note; /* last answer of the other side */
};
/* After so many tries a player's notices are stopped; a row with so many tells of it until it is
 * due. */
enum { LEDGER_KNOCK_TRIES = 8 };
enum rc ledger_knock_put(struct ledger *ledger, const struct ledger_knock *knock, struct err *err);
/* Those due, oldest first, at most so many. */
struct ledger_rows ledger_knocks_due(struct ledger *ledger, int64_t now_s, int64_t most,
                                     struct err *err);
enum rc ledger_knock_again(struct ledger *ledger, const struct ledger_knock *knock,
                           struct err *err);
enum rc ledger_knock_drop(struct ledger *ledger, int64_t id, struct err *err);
/* All of a player's. */
enum rc ledger_knocks_forget(struct ledger *ledger, int64_t player, struct err *err);
/* Those that were tried, oldest first. */
struct ledger_rows ledger_knocks_tried(struct ledger *ledger, struct err *err);
