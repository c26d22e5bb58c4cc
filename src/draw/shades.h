/* SPDX-License-Identifier: MIT */
/* The sixteen colours of a picture, fixed, so that parts of it can be kept as indices.
 *
 * They are those of palette.h, and a few between them for soft edges. One table is for boards of
 * two seats, one for tables of up to four. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    SHADES_COUNT = 16,
    SHADES_BITS = 5, /* of each channel, by which the nearest colour is found */
    SHADES_BINS = 1 << (3 * SHADES_BITS),
    SHADES_LEVELS = 32 /* from clear to opaque, at a part's soft edges */
};

struct shades {
    uint32_t rgb[SHADES_COUNT]; /* 0x00RRGGBB */
    uint8_t nearest[SHADES_BINS];
    uint8_t over[SHADES_COUNT * SHADES_LEVELS][SHADES_COUNT]; /* of a soft colour over another */
};

/* Those of four seats where a colour of the third or fourth is in the SVG. Static; made when first
 * asked for, by any thread. */
const struct shades *shades_for(const char *svg, size_t length);

/* The index nearest to a colour; the highest byte means nothing. */
static inline uint8_t shades_nearest(const struct shades *shades, uint32_t rgb)
{
    return shades->nearest[(rgb >> 9 & 0x7C00) | (rgb >> 6 & 0x3E0) | (rgb >> 3 & 0x1F)];
}

/* How opaque a colour is: 0 (clear) to SHADES_LEVELS − 1. */
static inline unsigned shades_level(uint32_t argb)
{
    return ((argb >> 24) * (SHADES_LEVELS - 1) + 0x7F) / 0xFF;
}

/* A premultiplied colour that is not clear, as index into `over`. */
unsigned shades_soft(const struct shades *shades, uint32_t argb);
