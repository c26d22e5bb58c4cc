/* SPDX-License-Identifier: MIT */
/* What a letter brings of a game's record: its entries since one that the seat had, as that seat
 * may have them, what it may know since of earlier seals, and the signed head.
 *
 * Holds what stands in the file; whether it is true is join.h's question.
 * delta_write(delta_read(bytes)) = bytes, and anything else is refused.
 *
 * Source: design, 11, P6; doc/record.md, "Deltas". */
#pragma once

#include "record/record.h"

#define DELTA_FIRST_WORD "postern-delta "

/* A secret of an entry before the delta's first one. */
struct delta_known {
    char name[SEAL_NAME_MAX + 1];
    uint64_t number; /* entry that sealed it */
    char *payload;   /* owned, `length` bytes and a NUL */
    size_t length;
    unsigned char nonce[SEAL_NONCE_BYTES];
};

struct delta {
    struct hash genesis, start; /* G; E of entry record.from */
    struct record record;       /* its genesis text only where it begins at entry 0 */
    struct delta_known *known;
    uint32_t known_count;
    size_t known_room;
};

void delta_init(struct delta *delta, unsigned seat, const struct chain *start);
/* Wipe payloads and free. */
void delta_fini(struct delta *delta);

/* Compose: with record_set_genesis, record_add_entry and so on for delta->record, and this.
 * fails  RC_BAD_INPUT: not of an earlier entry; RC_NO_MEMORY, RC_TOO_LONG */
enum rc delta_add_known(struct delta *delta, const char *name, uint64_t number,
                        const struct opening *opening, struct err *err);

/* Write it; computes the chain itself. signature: of the head that its entries lead to, NULL =
 * none.
 * fails  RC_BAD_INPUT: an entry without its seals; RC_NO_MEMORY */
enum rc delta_write(struct delta *delta, const unsigned char signature[SIGNATURE_BYTES],
                    struct buf *out, struct err *err);

/* Read one; nothing is believed but its form.
 * in     *from: bytes before it; moved behind it
 * out    delta: fresh; freed by the caller with delta_fini in any case
 * fails  RC_BAD_INPUT with line; RC_NEWER: another format; RC_TOO_LONG, RC_NO_MEMORY */
enum rc delta_read(const char *text, size_t length, size_t *from, struct delta *delta,
                   struct err *err);

/* A whole record is a delta from the start. The record is taken. */
void delta_of_record(struct record *record, struct delta *delta);
