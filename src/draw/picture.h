/* SPDX-License-Identifier: MIT */
/* From pixels to a PNG (png.c), for what draws them (picture.c, composed.c). */
#pragma once

#include <librsvg/rsvg.h>

#include "draw/draw.h"
#include "draw/raster.h"

enum { PICTURE_PIXELS_MAX = 24 * 1000 * 1000, PICTURE_HEIGHT_MAX = 12000 };

/* Pixels as cairo's RGB24 has them; the fourth byte means nothing. */
struct bitmap {
    uint32_t *pixels;
    size_t stride; /* words from row to row */
    unsigned width, height;
};

/* RC_BAD_INPUT with what to do. */
enum rc picture_bad(struct err *err);
/* Parse an SVG. *handle is to be freed by g_object_unref.
 * fails  RC_BAD_INPUT: it is none; RC_CONFIG: librsvg is not there; then *handle is NULL */
enum rc picture_open(const char *svg, size_t length, RsvgHandle **handle, struct err *err);

/* Only one thread may draw text at a time. */
void picture_lock(void);
void picture_unlock(void);

/* Append a bitmap as PNG, in the nearest of these shades. */
enum rc picture_write(const struct bitmap *bitmap, const struct shades *shades, struct buf *out,
                      struct err *err);
/* Append a canvas as PNG; its palette are its shades. */
enum rc picture_write_canvas(const struct canvas *canvas, struct buf *out, struct err *err);
