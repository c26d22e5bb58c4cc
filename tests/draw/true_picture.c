/* SPDX-License-Identifier: MIT */
#include "true_picture.h"

#include <librsvg/rsvg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void copy_pixels(cairo_surface_t *surface, const struct picture *picture)
{
    const unsigned char *row = cairo_image_surface_get_data(surface);
    unsigned char *to = picture->rgb;

    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            uint32_t pixel;

            memcpy(&pixel, row + sizeof pixel * x, sizeof pixel);
            for (int shift = 16; shift >= 0; shift -= 8)
                *to++ = (unsigned char)(pixel >> shift);
        }
        row += cairo_image_surface_get_stride(surface);
    }
}

bool draw_true(const char *svg, size_t length, unsigned width, struct picture *picture)
{
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, length, NULL);
    double w = 0, h = 0;
    cairo_surface_t *surface;
    RsvgRectangle all;
    cairo_t *cairo;
    bool done;

    if (!handle || !rsvg_handle_get_intrinsic_size_in_pixels(handle, &w, &h))
        return false;
    all = (RsvgRectangle){0, 0, width, h / w * width};
    *picture = (struct picture){width, (unsigned)all.height, NULL};
    picture->rgb = malloc((size_t)3 * width * picture->height);
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)picture->height);
    cairo = cairo_create(surface);
    done = picture->rgb && rsvg_handle_render_document(handle, cairo, &all, NULL);
    cairo_surface_flush(surface);
    if (done)
        copy_pixels(surface, picture);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    g_object_unref(handle);
    return done;
}
