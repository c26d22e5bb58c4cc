/* SPDX-License-Identifier: MIT */
/* Going on here in another host's place, from the replica of its ledger. What the other host let
 * out the replica holds, so its marks are made anew from it: they cannot be ahead of it.
 * Source: design, section 11, P4; doc/replica.md. */
#ifndef POSTERN_ADMIN_PROMOTE_H
#define POSTERN_ADMIN_PROMOTE_H

#include "admin/care.h"

struct promotion {
    char generation[32];  /* of the replica: the newest */
    unsigned generations; /* that it holds */
    unsigned segments;    /* used */
    unsigned beyond;      /* that stand behind a gap; nothing that they hold was ever let out */
    struct care_restored restored;
};

struct promotion_options {
    bool try;   /* change nothing, neither here nor in the replica */
    bool again; /* somebody was promoted from it before */
    void (*problem)(void *user, const char *problem); /* found by a try */
    void *user;
};

/* in     replica: where it is, as [server] replica has it on the other host, or the folder itself
 * fails  RC_CONFLICT: somebody was promoted from it before, or this configuration follows the same
 *        replica; RC_NOT_FOUND: it holds nothing; RC_BUSY: posternd runs here; as care_restore */
enum rc promote(const struct config *config, const struct desk_world *world, const char *readback,
                const struct promotion_options *options, struct promotion *out,
                struct err *err) MUST_CHECK;

#endif
