/* SPDX-License-Identifier: MIT */
#include "replica/walk.h"

#include <string.h>

enum { MAGIC = 0x377f0682 }; /* + 1: sums of big-endian words */

static uint32_t big32(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t little32(const unsigned char *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* count: a multiple of 8 */
static void add(struct walk *walk, const unsigned char *at, size_t count)
{
    uint32_t a = walk->checksum[0], b = walk->checksum[1];

    for (const unsigned char *end = at + count; at < end; at += 8) {
        a += (walk->big ? big32(at) : little32(at)) + b;
        b += (walk->big ? big32(at + 4) : little32(at + 4)) + a;
    }
    walk->checksum[0] = a;
    walk->checksum[1] = b;
}

static bool sums_fit(const struct walk *walk, const unsigned char *at)
{
    return big32(at) == walk->checksum[0] && big32(at + 4) == walk->checksum[1];
}

static bool take_header(struct walk *walk)
{
    const unsigned char *at = walk->block;
    uint32_t magic = big32(at);

    walk->page_bytes = big32(at + 8);
    walk->big = magic & 1;
    if ((magic & ~1U) != MAGIC || walk->page_bytes < 512 ||
        walk->page_bytes > WALK_PAGE_BYTES_MAX || (walk->page_bytes & (walk->page_bytes - 1)))
        return false;
    memcpy(walk->salt, at + 16, sizeof walk->salt);
    add(walk, at, 24);
    return sums_fit(walk, at + 24);
}

static bool take_frame(struct walk *walk)
{
    const unsigned char *at = walk->block;

    if (memcmp(at + 8, walk->salt, sizeof walk->salt) != 0)
        return false;
    add(walk, at, 8);
    add(walk, at + WALK_FRAME_BYTES, walk->page_bytes);
    walk->frames++;
    return sums_fit(walk, at + 16);
}

enum rc walk_feed(struct walk *walk, const void *bytes, size_t count, walk_page_fn page, void *user,
                  struct err *err)
{
    const unsigned char *at = bytes;
    enum rc rc = RC_OK;

    while (count && rc == RC_OK) {
        size_t whole = walk->offset ? WALK_FRAME_BYTES + walk->page_bytes : WALK_HEADER_BYTES;
        size_t some = whole - walk->waiting < count ? whole - walk->waiting : count;

        memcpy(walk->block + walk->waiting, at, some);
        at += some;
        count -= some;
        walk->waiting += some;
        if (walk->waiting < whole)
            break;
        walk->waiting = 0;
        if (!(walk->offset ? take_frame(walk) : take_header(walk)))
            return ERR(err, RC_BAD_INPUT, "a part of the replica does not fit what is before it");
        if (walk->offset && page)
            rc = page(user, big32(walk->block), big32(walk->block + 4),
                      walk->block + WALK_FRAME_BYTES, walk->page_bytes, err);
        walk->offset += (int64_t)whole;
    }
    return rc;
}

bool walk_is_even(const struct walk *walk)
{
    return walk->waiting == 0;
}
