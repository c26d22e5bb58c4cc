#include "draw/raster.h"

#include <string.h>

/* A run is its kind, then its length − 1. A row is how often it stands, then its runs. */
enum {
    LENGTH_BITS = 11,
    LENGTH_MAX = 1 << LENGTH_BITS,
    KIND_CLEAR = SHADES_COUNT, /* below it: an index */
    KIND_SOFT,                 /* as many soft colours follow, a word each */
    ROWS_MAX = UINT16_MAX
};

static unsigned kind_of(uint32_t pixel, const struct shades *shades)
{
    unsigned level = shades_level(pixel);

    if (level == SHADES_LEVELS - 1)
        return shades_nearest(shades, pixel);
    return level ? (unsigned)KIND_SOFT : (unsigned)KIND_CLEAR;
}

/* ---- writing ---- */

static size_t write_row(const uint32_t *row, unsigned width, const struct shades *shades,
                        uint16_t *to)
{
    size_t count = 0;

    for (unsigned x = 0, length; x < width; x += length) {
        unsigned kind = kind_of(row[x], shades);

        for (length = 1; length < LENGTH_MAX && x + length < width; length++)
            if (row[x + length] != row[x + length - 1] && kind_of(row[x + length], shades) != kind)
                break;
        if (to)
            to[count] = (uint16_t)(kind << LENGTH_BITS | (length - 1));
        count++;
        if (kind != KIND_SOFT)
            continue;
        for (unsigned i = 0; i < length && to; i++)
            to[count + i] = (uint16_t)shades_soft(shades, row[x + i]);
        count += length;
    }
    return count;
}

size_t raster_write(struct raster_pixels pixels, const struct shades *shades, uint16_t *to)
{
    size_t count = 0;

    for (unsigned y = 0, rows; y < pixels.height; y += rows) {
        const uint32_t *row = pixels.at + y * pixels.stride;
        size_t words = write_row(row, pixels.width, shades, to ? to + count + 1 : NULL);

        rows = 1;
        while (y + rows < pixels.height && rows < ROWS_MAX &&
               memcmp(row, row + rows * pixels.stride, pixels.width * sizeof *row) == 0)
            rows++;
        if (to)
            to[count] = (uint16_t)rows;
        count += 1 + words;
    }
    return count;
}

/* ---- painting ---- */

/* Paint one row; returns the words after it. *whole: nothing showed through. */
static const uint16_t *put_row(const uint16_t *at, const struct shades *shades, unsigned width,
                               uint8_t *to, bool *whole)
{
    *whole = true;
    for (const uint8_t *end = to + width; to < end;) {
        unsigned kind = *at >> LENGTH_BITS, length = (*at & (LENGTH_MAX - 1)) + 1u;

        at++;
        if (kind < KIND_CLEAR) {
            memset(to, (int)kind, length);
            to += length;
            continue;
        }
        *whole = false;
        if (kind == KIND_CLEAR)
            to += length;
        else
            for (; length; length--, at++, to++)
                *to = shades->over[*at][*to];
    }
    return at;
}

void raster_put(const uint16_t *runs, const struct canvas *canvas, struct raster_box box)
{
    for (unsigned y = 0; y < box.height;) {
        uint8_t *first = canvas->index + (box.y + y) * canvas->stride + box.x, *to = first;
        unsigned rows = *runs;
        const uint16_t *next = runs + 1;
        bool whole = false;

        for (unsigned i = 0; i < rows; i++, to += canvas->stride)
            if (whole)
                memcpy(to, first, box.width);
            else
                next = put_row(runs + 1, canvas->shades, box.width, to, &whole);
        runs = next;
        y += rows;
    }
}
