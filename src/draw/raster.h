/* SPDX-License-Identifier: MIT */
/* A part's pixels as runs: what lies below shows through where the part has none.
 *
 * Where the part is opaque, pixels are indices into the shades of the picture; at its soft edges
 * they are shades, each as opaque as it is, over what lies below. Pure; kept by a cache under the
 * bytes that they were drawn from. */
#pragma once

#include "base/base.h"
#include "draw/cache.h"
#include "draw/shades.h"

/* A picture of indices as a PNG has it: rows of half bytes, the left pixel in the high half, each
 * row behind a byte that names its filter: none. */
struct canvas {
    const struct shades *shades;
    uint8_t *rows;
    size_t stride; /* bytes from row to row */
    unsigned width, height;
};

/* Give a canvas memory, all of one index; free canvas->rows after use.
 * fails  RC_NO_MEMORY */
enum rc canvas_open(struct canvas *canvas, unsigned width, unsigned height, uint8_t index,
                    struct err *err);
/* Where a row's first pixel is. */
static inline uint8_t *canvas_row(const struct canvas *canvas, unsigned y)
{
    return canvas->rows + y * canvas->stride + 1;
}

/* A box of whole pixels. */
struct raster_area {
    unsigned x, y, width, height;
};

struct raster_key {
    const void *bytes;
    size_t length;
};

/* What cairo drew of a part: ARGB, premultiplied, as large as the part's box. */
struct raster_pixels {
    const uint32_t *at;
    size_t stride; /* words from row to row */
    unsigned width, height;
};

/* Write pixels as runs, returns how many words; with `to` NULL they are only counted. */
size_t raster_write(struct raster_pixels pixels, const struct shades *shades, uint16_t *to);
/* Paint runs; the box lies on the canvas. */
void raster_put(const uint16_t *runs, const struct canvas *canvas, struct raster_area box);

/* One part's runs in a cache, taken by whoever paints them until given back. */
struct raster;
/* What a cache keeps under a key; NULL when there is nothing. The key says its box, too. */
struct raster *raster_take(struct draw_cache *cache, struct raster_key key);
/* Keep a part's pixels under a key, and take it. NULL when there is no memory for it. */
struct raster *raster_keep(struct draw_cache *cache, struct raster_key key,
                           struct raster_pixels pixels, const struct shades *shades);
void raster_give_back(struct draw_cache *cache, struct raster *raster);
/* Paint it; the box is as large as the pixels were, and lies on the canvas. */
void raster_paint(const struct raster *raster, const struct canvas *canvas, struct raster_area box);
