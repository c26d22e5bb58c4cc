/* A picture of many colours as one of few: palette and one index per pixel.
 *
 * Made for drawings: large flat areas with smooth edges. Deterministic, no dithering. */
#ifndef POSTERN_DRAW_QUANTISE_H
#define POSTERN_DRAW_QUANTISE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { QUANTISE_COLOURS_MAX = 64 };

struct palette {
    unsigned count;
    uint8_t rgb[QUANTISE_COLOURS_MAX][3];
};

/* Reduce an opaque picture to at most `most` ≤ QUANTISE_COLOURS_MAX colours.
 * in     pixels: rows of `width` words 0xXXRRGGBB, `stride` words apart
 * out    index[width * height], one byte per pixel
 * fails  RC_NO_MEMORY */
enum rc quantise(const uint32_t *pixels, unsigned width, unsigned height, size_t stride,
                 unsigned most, struct palette *palette, uint8_t *index,
                 struct err *err) MUST_CHECK;

#endif
