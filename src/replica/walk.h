/* SPDX-License-Identifier: MIT */
/* Walk through the bytes of a write-ahead file, checking each frame by the file's own running
 * checksum. Source: https://www.sqlite.org/fileformat2.html, section 4. */
#ifndef POSTERN_REPLICA_WALK_H
#define POSTERN_REPLICA_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum {
    WALK_HEADER_BYTES = 32,
    WALK_FRAME_BYTES = 24, /* before each page */
    WALK_PAGE_BYTES_MAX = 65536
};

/* A page that a frame holds. pages: length of the ledger after the commit that this frame ends;
 * 0 = the commit goes on */
typedef enum rc (*walk_page_fn)(void *user, uint32_t page, uint32_t pages, const void *bytes,
                                size_t count, struct err *err);

/* Zero-initialise; owned by the caller. */
struct walk {
    int64_t offset; /* bytes of whole frames */
    uint32_t frames, page_bytes;
    unsigned char salt[8];
    uint32_t checksum[2];
    bool big;       /* sums are of big-endian words */
    size_t waiting; /* bytes in `block`: part of a frame */
    unsigned char block[WALK_FRAME_BYTES + WALK_PAGE_BYTES_MAX];
};

/* Take in the next bytes. page: NULL = nobody wants pages.
 * fails  RC_BAD_INPUT: they do not continue what was walked so far; what page said */
enum rc walk_feed(struct walk *walk, const void *bytes, size_t count, walk_page_fn page, void *user,
                  struct err *err) MUST_CHECK;
/* No part of a frame waits. */
bool walk_is_even(const struct walk *walk);

#endif
