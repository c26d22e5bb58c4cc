/* SPDX-License-Identifier: MIT */
/* Entries by which the table opens what it holds sealed. Inside a change of the caller's.
 * Source: doc/seals.md; doc/record.md, "open", "secret". */
#ifndef POSTERN_MATCH_REVEAL_H
#define POSTERN_MATCH_REVEAL_H

#include "match/position.h"

/* Open a seal that the table holds.
 * out    *held: false when its player holds it */
enum rc reveal_seal(struct desk *desk, struct position *position, const char *name, bool *held,
                    struct err *err) MUST_CHECK;
/* At the end: all that the game kept secret, so that anyone can verify it. */
enum rc reveal_all(struct desk *desk, struct position *position, struct err *err) MUST_CHECK;

#endif
