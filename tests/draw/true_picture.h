/* SPDX-License-Identifier: MIT */
/* A drawing as librsvg draws it, whole and in all its colours. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A decoded picture, three bytes a pixel; the caller frees them. */
struct picture {
    unsigned width, height;
    unsigned char *rgb;
};

/* False when there is no memory, or the SVG is none. */
bool draw_true(const char *svg, size_t length, unsigned width, struct picture *picture);
