/* From an SVG to a canvas (picture.c), and from a canvas to a PNG (png.c). */
#ifndef POSTERN_DRAW_PICTURE_H
#define POSTERN_DRAW_PICTURE_H

#include "draw/draw.h"
#include "draw/raster.h"

/* Append a canvas as PNG with a palette of 16 colours. */
enum rc picture_write(const struct canvas *canvas, struct buf *out, struct err *err) MUST_CHECK;

#endif
