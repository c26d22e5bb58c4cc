/* SPDX-License-Identifier: MIT */
/* Letters on their way from one inbox into the ledger: fill (inbox) → take in (ledger) → put away
 * (inbox). Each step may be done by a thread of its own, with a desk of its own.
 *
 * The inbox is the journal: a letter leaves it only after the commit that holds it.
 * Source: design, section 4 (one letter one commit, group commit, the daemon); I1. */
#pragma once

#include "ledger/in_hand.h"
#include "post/post.h"
#include "server/desk.h"

enum {
    MAILBAG_LETTERS = 256,
    MAILBAG_BYTES = 4 << 20 /* of raw letters, but for one longer than that */
};

/* The inbox of this name holds letters of strangers, too: those without a token of ours stay there,
 * and nothing is known of them. */
#define MAILBAG_ALSO "also"

struct mailbag;

/* Who has letters in hand: his own slot of the marks that outlive a crash. */
struct mailbag_hand {
    struct in_hand *marks;
    unsigned slot;
};

/* List what waits, fetch and read it.
 * out    *bag: NULL when nothing waits. Also after a failure the bag may hold letters, which are
 *        to be taken in and put away; *more: the inbox may hold further ones
 * fails  the inbox's own error */
enum rc mailbag_fill(struct desk *desk, const struct mailbag_hand *hand, struct post_source *source,
                     struct mailbag **bag, bool *more, struct err *err);
/* Take all letters in, in as many commits as the time for one needs. Those of a failed commit
 * wait: call again, or let them be given back by mailbag_put_away.
 * fails  what concerns all letters */
enum rc mailbag_take_in(struct desk *desk, const struct mailbag_hand *hand, struct mailbag *bag,
                        struct err *err);
/* Move away what was taken in, once it is secure (desk_secure), give back what was not. Frees the
 * bag. fails  RC_LATER: the replica does not hold it; all are given back, and known when they come
 * again */
enum rc mailbag_put_away(struct desk *desk, struct mailbag *bag, struct err *err);
/* A bag that was taken in and waits to be put away needs its letters' names alone. */
void mailbag_drop_bytes(struct mailbag *bag);
/* Put none of it away. Frees the bag. */
void mailbag_give_back(struct mailbag *bag);
