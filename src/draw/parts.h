/* SPDX-License-Identifier: MIT */
/* The parts of an SVG that look the same wherever and whenever they stand: rooms, cards, labels.
 * draw_svg_parts notes them while it writes, so that draw_png_parts may keep their pixels and draw
 * only what is new (draw/cache.h). All that can be seen but the paper under it is in parts; each
 * lies on those before it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    DRAW_PARTS_MAX = 512 /* a board with two full panels and its legend has about 200 */
};

/* A group with a translation, and all that is in it. */
struct draw_part {
    uint32_t at, length; /* its bytes in the SVG */
    uint32_t head;       /* so many of them say where it stands */
    int x, y;            /* the box that it does not leave, in units of the SVG */
    int width, height;
    int left, top; /* the box, as it lies from where the part stands */
};

struct draw_parts {
    const void *signs;       /* what its symbols look like: a game's own table */
    int height;              /* of the picture, in units of the SVG */
    bool overflow;           /* there were too many: the picture is drawn whole */
    uint32_t head;           /* bytes of the document's first tag */
    uint32_t defs, defs_end; /* the symbols */
    unsigned count;
    struct draw_part part[DRAW_PARTS_MAX]; /* in the order of the SVG */
};
