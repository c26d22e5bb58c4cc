/* SPDX-License-Identifier: MIT */
/* Entries by which the table opens what it holds sealed. Inside a change of the caller's.
 * Source: doc/seals.md; doc/record.md, "open", "secret". */
#pragma once

#include "play/position.h"

/* Open a seal that the table holds.
 * out    *held: false when its player holds it */
enum rc reveal_seal(struct desk *desk, struct position *position, const char *name, bool *held,
                    struct err *err);
/* At the end: all that the game kept secret, so that anyone can verify it. */
enum rc reveal_all(struct desk *desk, struct position *position, struct err *err);

/* What opens a seal whose payload the game's own luck drew, from S and the log before its entry
 * alone: for a ledger that lost the box.
 * in     entry: as the log has it; commitment: of the seal
 * out    secret: wiped by the caller; opening: its payload is borrowed from secret
 * returns false: nothing in this entry was drawn, or it came out otherwise */
bool reveal_drawn(struct desk *desk, int64_t game, const struct entry *entry, const char *name,
                  unsigned seat, const struct hash *commitment, struct secret *secret,
                  struct opening *opening);
