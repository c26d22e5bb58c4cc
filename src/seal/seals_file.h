/* SPDX-License-Identifier: MIT */
/* The player's file of seals that he holds himself: a first line, then a line for each seal,
 * "G NAME SEAT COMMITMENT NONCE TEXT". It is only ever added to: a name that the game took back may
 * be sealed anew, and then its newest line counts. No I/O here.
 *
 * Source: doc/seals.md, "At rest". */
#pragma once

#include "base/base.h"
#include "seal/seal.h"

#define SEALS_FILE_FIRST "postern-seals 1\n"

/* Add the line of a seal.  in     genesis: base32 */
void seals_file_put(struct buf *out, const char *genesis, const char *name, unsigned seat,
                    const struct opening *opening, const struct hash *commitment);
/* Find the newest seal of this name, or, with a commitment (base32), that one; NULL = none.
 * returns what stands behind "G NAME ", for seals_file_read; borrowed from text */
const char *seals_file_find(const char *text, const char *genesis, const char *name,
                            const char *commitment);
/* How many seals of this name it has. */
unsigned seals_file_count(const char *text, const char *genesis, const char *name);
/* Read what seals_file_find gave, and check it against its own commitment.
 * out    payload: room for opening->payload, the caller's; commitment: NULL allowed */
bool seals_file_read(const char *line, const struct hash *genesis, const char *name,
                     struct opening *opening, struct hash *commitment, struct buf *payload);
