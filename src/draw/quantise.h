/* SPDX-License-Identifier: MIT */
/* A picture of many colours as one of sixteen: palette and half a byte per pixel.
 *
 * Made for drawings: large flat areas with smooth edges. Deterministic, no dithering. */
#pragma once

#include "base/base.h"

enum { QUANTISE_COLOURS = 16 };

struct palette {
    unsigned count;
    uint8_t rgb[QUANTISE_COLOURS][3];
};

/* Reduce an opaque picture.
 * in     pixels: rows of `width` words 0xXXRRGGBB, `stride` words apart; what XX holds must be
 *        the same for all
 * out    packed: rows of (width + 1) / 2 bytes, `packed_stride` apart, the left pixel in the high
 *        half; a half byte left over at the end of a row is 0
 * fails  RC_NO_MEMORY */
enum rc quantise(const uint32_t *pixels, unsigned width, unsigned height, size_t stride,
                 struct palette *palette, uint8_t *packed, size_t packed_stride, struct err *err);
