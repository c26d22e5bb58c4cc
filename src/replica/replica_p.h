/* SPDX-License-Identifier: MIT */
/* Inside of src/replica: names in the store. */
#ifndef POSTERN_REPLICA_REPLICA_P_H
#define POSTERN_REPLICA_REPLICA_P_H

#include "base/buf.h"
#include "replica/replica.h"
#include "replica/walk.h"

/* The end of one write-ahead file that was read, or how far it was. */
struct readback_file {
    unsigned char salt[8];
    uint32_t frames, checksum[2];
};

enum { READBACK_PAST = 64 };

struct readback {
    struct store *store;
    char generation[READBACK_GENERATION_BYTES];
    bool begun;       /* the snapshot was looked at; index and walk are set */
    uint32_t index;   /* of the write-ahead file that is read */
    struct walk walk; /* through it */
    struct readback_file past[READBACK_PAST]; /* the files before it, a ring; frames 0 = none */
    unsigned passed;                          /* how many there were */
    char last[STORE_NAME_BYTES];              /* segment that was read last; "" = none */
};

/* Segments and snapshots of a generation, sorted. */
struct readback_part {
    uint32_t index, offset;
};
struct readback_parts {
    struct readback_part *at; /* owned */
    size_t count;
};
/* RC_OK with none where the folder is not there. */
enum rc readback_list(struct store *store, const char *generation, bool segments,
                      struct readback_parts *out, struct err *err) MUST_CHECK;
void readback_name_segment(const char *generation, uint32_t index, uint32_t offset,
                           char out[STORE_NAME_BYTES]);
void readback_name_snapshot(const char *generation, uint32_t index, char out[STORE_NAME_BYTES]);

#endif
