/* SPDX-License-Identifier: MIT */
/* Write a picture of a screen anew with the 256 colours that it has most of, for doc/pictures.
 *
 * usage: reduce IN.png OUT.png */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

enum { COLOURS = 256 };

static void die(const char *what)
{
    fprintf(stderr, "reduce: %s\n", what);
    exit(1);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *one = a, *two = b;

    return (*one > *two) - (*one < *two);
}

/* The colours, each behind how many pixels have it, rarest first; returns how many there are. */
static size_t count_colours(const uint32_t *pixel, size_t pixels, uint64_t *colour)
{
    size_t count = 0;

    for (size_t i = 0; i < pixels; i++)
        colour[i] = pixel[i];
    qsort(colour, pixels, sizeof *colour, by_size);
    for (size_t i = 0, next; i < pixels; i = next) {
        for (next = i; next < pixels && colour[next] == colour[i];)
            next++;
        colour[count++] = (uint64_t)(next - i) << 32 | colour[i];
    }
    qsort(colour, count, sizeof *colour, by_size);
    return count;
}

static uint8_t nearest(const uint32_t map[COLOURS], size_t count, uint32_t pixel)
{
    unsigned long least = ~0UL;
    size_t found = 0;

    for (size_t i = 0; i < count && least; i++) {
        unsigned long far = 0;

        for (unsigned shift = 0; shift < 24; shift += 8) {
            long apart = (long)(map[i] >> shift & 0xFF) - (long)(pixel >> shift & 0xFF);

            far += (unsigned long)(apart * apart);
        }
        found = far < least ? i : found;
        least = far < least ? far : least;
    }
    return (uint8_t)found;
}

int main(int argc, char **argv)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    OWN_MEMORY uint32_t *pixel = NULL;
    OWN_MEMORY uint64_t *colour = NULL;
    uint32_t map[COLOURS];
    size_t pixels, all, count;

    if (argc != 3 || !png_image_begin_read_from_file(&image, argv[1]))
        die(argc != 3 ? "usage: reduce IN.png OUT.png" : image.message);
    image.format = PNG_FORMAT_BGRA; /* a word each */
    pixels = (size_t)image.width * image.height;
    pixel = malloc(pixels * sizeof *pixel);
    colour = malloc(pixels * sizeof *colour);
    if (!pixel || !colour || !png_image_finish_read(&image, NULL, pixel, 0, NULL))
        die(image.message);
    all = count_colours(pixel, pixels, colour);
    count = all < COLOURS ? all : COLOURS;
    for (size_t i = 0; i < count; i++)
        map[i] = (uint32_t)colour[all - 1 - i];
    for (size_t i = 0; i < pixels; i++) /* the places of bytes are read by then */
        ((uint8_t *)pixel)[i] = nearest(map, count, pixel[i]);
    image.format = PNG_FORMAT_BGRA_COLORMAP;
    image.colormap_entries = (png_uint_32)count;
    if (!png_image_write_to_file(&image, argv[2], 0, pixel, 0, map))
        die(image.message);
    return 0;
}
