/* SPDX-License-Identifier: MIT */
/* Going on here in another host's place, from the replica of its ledger. What the other host let
 * out the replica holds: its marks are made anew from it, and from those of the other host that are
 * here. Source: design, section 11, P4; doc/replica.md. */
#pragma once

#include "admin/care.h"

enum { PROMOTE_FROM_MOST = 8 };

struct promotion {
    const char *from; /* the newest copy: the caller's */
    int64_t commits;  /* changes that its ledger has counted */
    struct care_restored restored;
};

struct promotion_options {
    const char *from[PROMOTE_FROM_MOST]; /* copies: a folder, a URL, or an engine's configuration in
                                            which this ledger's path stands */
    unsigned count;
    bool try;                                         /* change nothing here */
    void (*problem)(void *user, const char *problem); /* found by a try */
    void *user;
};

/* The newest of the copies by its own count of changes, never by a clock.
 * fails  RC_BAD_INPUT: the engine makes no ledger of one, and says why; RC_CONFLICT: the ledger
 * that is here is newer than all of them; RC_BUSY: posternd runs here; as care_restore */
enum rc promote(const struct config *config, const struct desk_world *world,
                const struct promotion_options *options, struct promotion *out, struct err *err);
