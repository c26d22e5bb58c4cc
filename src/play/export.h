/* SPDX-License-Identifier: MIT */
/* One game as one text file, for a seat, for everybody, or whole after the end.
 * Source: design, section 4 and 5.2; doc/record.md. */
#pragma once

#include "play/position.h"
#include "server/desk.h"

/* Append the signed file. reader: a seat, RECORD_FOR_ALL or RECORD_FOR_WHOLE.
 * fails  RC_CONFLICT: whole, and the game goes on; RC_FROZEN */
enum rc export_game(struct desk *desk, int64_t game, unsigned reader, struct buf *out,
                    struct err *err);
/* The same for who has walked the log to its end already, in a read that still goes on and that
 * began after signing_check. */
enum rc export_position(struct desk *desk, const struct position *position, unsigned reader,
                        struct buf *out, struct err *err);

/* What a letter to a seat brings of a game's record: its entries behind `from`, up to where the
 * position stands (position_walk), and what the seat may know since of earlier ones.
 * in     before: the state after entry `from`, NULL = as it is now; signature: of the position's
 *        head */
struct export_delta {
    const struct position *position;
    unsigned seat;
    int64_t from;
    const void *before;
    const unsigned char *signature; /* SIGNATURE_BYTES */
};
enum rc export_delta(struct desk *desk, const struct export_delta *plan, struct buf *out,
                     struct err *err);
