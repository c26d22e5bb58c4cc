/* SPDX-License-Identifier: MIT */
/* LZ4 frames, as the engine writes them, piece by piece. A frame ends with a mark and a checksum:
 * what is half there is told from what is whole. */
#ifndef POSTERN_REPLICA_UNPACK_H
#define POSTERN_REPLICA_UNPACK_H

#include "replica/store.h"

/* Read a packed file and give its plain bytes.
 * fails  RC_NOT_FOUND; RC_BAD_INPUT: not whole (yet), or damaged; what fn said */
enum rc unpack_file(struct store *store, const char *name, store_bytes_fn fn, void *user,
                    struct err *err) MUST_CHECK;

#endif
