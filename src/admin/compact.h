/* SPDX-License-Identifier: MIT */
/* Giving the disk back what is free in the ledger: after games went to the archive, after letters
 * were forgotten. In short changes, each of which others wait for some milliseconds; the caller
 * rests between them. Source: doc/schema.md, "Care". */
#ifndef POSTERN_ADMIN_COMPACT_H
#define POSTERN_ADMIN_COMPACT_H

#include "ledger/care.h"
#include "server/desk.h"

struct compacting {
    struct ledger_space before, now;
    int64_t steps_left; /* others may free pages meanwhile: it ends all the same */
};

/* Look what there is to do, and whether the disk has room for it. A ledger of a release that did
 * not provide for it is written anew, once, while no posternd runs; then nothing is left to do.
 * fails  RC_IO: no room, with how much is needed; RC_BUSY: posternd runs, and must not this once */
enum rc compact_begin(struct desk *desk, struct compacting *compacting, struct err *err) MUST_CHECK;
/* Is there more to do? */
bool compact_is_due(const struct compacting *compacting);
/* Do a little of it. */
enum rc compact_step(struct desk *desk, struct compacting *compacting, struct err *err) MUST_CHECK;
/* Make the file as short as it says; put off, without an error, while somebody reads in it. */
enum rc compact_end(struct desk *desk, struct compacting *compacting, struct err *err) MUST_CHECK;

#endif
