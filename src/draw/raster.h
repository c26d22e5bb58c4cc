/* What a cache keeps of a part: its pixels as runs, under the bytes that they were drawn from. */
#ifndef POSTERN_DRAW_RASTER_H
#define POSTERN_DRAW_RASTER_H

#include <stdbool.h>

#include "draw/cache.h"

/* Pixels as cairo's RGB24 has them; the fourth byte means nothing. */
struct canvas {
    uint32_t *pixels;
    size_t stride; /* words from row to row */
    unsigned width, height;
};

/* A box of whole pixels. */
struct raster_box {
    unsigned x, y, width, height;
};

struct raster_key {
    const void *bytes;
    size_t length;
};

/* Paint what is kept under a key; false when there is nothing. */
bool raster_paint(struct draw_cache *cache, struct raster_key key, const struct canvas *canvas,
                  struct raster_box box);
/* Keep a box of the canvas under a key. Silently keeps nothing when there is no memory. */
void raster_keep(struct draw_cache *cache, struct raster_key key, const struct canvas *canvas,
                 struct raster_box box);

#endif
