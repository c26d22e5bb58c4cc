/* SPDX-License-Identifier: MIT */
/* Another key for the server: to sign games with, or to wrap the keys of boxes.
 *
 * A rotation goes in three steps, each of which may be the last before a crash: the new key is put
 * into the file; then rows are wrapped anew, or each game gets an entry `key` signed by its old
 * one; then the old key may be retired. rekey_apply does what is left of the second step.
 *
 * Source: design, section 4 ("Rotation rewraps"), 5.6; doc/seals.md, "Signatures". */
#pragma once

#include "server/desk.h"

/* What a rotation has done, or what keeps an old key in use. */
struct rekey_count {
    uint64_t wrapped;     /* keys of boxes */
    uint64_t games;       /* that sign with another key now */
    uint64_t tournaments; /* tournaments, the same */
    uint64_t frozen;      /* games that cannot change their key while they are frozen */
};

/* Put a new key of a purpose into the file; outside a change. Nothing uses it but through
 * rekey_apply, and what is made from now on. */
enum rc rekey_rotate(struct desk *desk, enum key_purpose purpose, struct err *err);
/* Wrap with the newest key, sign with the newest key; adds to *count. Changes of its own, each of
 * a few games, so that others may write in between. */
enum rc rekey_apply(struct desk *desk, struct rekey_count *count, struct err *err);
/* What there still is to apply: keys of boxes that are not wrapped with the newest key, games that
 * are not signed with it. */
enum rc rekey_left(struct desk *desk, struct rekey_count *left, struct err *err);
/* Forget an old key for good.
 * fails  RC_CONFLICT: it is the newest, or rows or games still need it (which, in err);
 *        RC_NOT_FOUND */
enum rc rekey_retire(struct desk *desk, enum key_purpose purpose, uint32_t generation,
                     struct err *err);
