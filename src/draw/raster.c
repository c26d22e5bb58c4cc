/* SPDX-License-Identifier: MIT */
/* Turns a part's pixels into runs, and paints them on a canvas. It keeps nothing. */
#include "draw/raster.h"

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

enum {
    PAIR = 0x11,   /* times an index: two pixels of it */
    NO_FILTER = 0, /* flat areas pack best as they are */
    PAIRS_FEW = 8
};

enum rc canvas_open(struct canvas *canvas, unsigned width, unsigned height, uint8_t index,
                    struct err *err)
{
    canvas->stride = 1 + (width + 1) / 2;
    canvas->width = width;
    canvas->height = height;
    canvas->rows = malloc(canvas->stride * height);
    FAIL_IF(!canvas->rows, err, RC_NO_MEMORY, "out of memory");
    memset(canvas->rows, index * PAIR, canvas->stride * height);
    for (unsigned y = 0; y < height; y++)
        canvas->rows[y * canvas->stride] = NO_FILTER;
    return RC_OK;
}

/* Most runs are short: memset would take longer to begin than to end. */
static void fill_pairs(uint8_t *to, unsigned count, uint8_t pair)
{
    const uint64_t eight = pair * UINT64_C(0x0101010101010101);
    unsigned i = 0;

    if (count < PAIRS_FEW) {
        while (i < count)
            to[i++] = pair;
        return;
    }
    for (; i + PAIRS_FEW <= count; i += PAIRS_FEW)
        memcpy(to + i, &eight, PAIRS_FEW);
    memcpy(to + count - PAIRS_FEW, &eight, PAIRS_FEW);
}

static void put_high(uint8_t *pair, unsigned index)
{
    *pair = (uint8_t)((*pair & 0x0F) | index << 4);
}

static void put_low(uint8_t *pair, unsigned index)
{
    *pair = (uint8_t)((*pair & 0xF0) | index);
}

static void put_run(uint8_t *row, unsigned x, unsigned length, unsigned index)
{
    if (x % 2) {
        put_low(row + x / 2, index);
        x++;
        length--;
    }
    fill_pairs(row + x / 2, length / 2, (uint8_t)(index * PAIR));
    if (length % 2)
        put_high(row + (x + length) / 2, index);
}

static void put_soft(uint8_t *row, unsigned x, unsigned length, const struct shades *shades,
                     const uint16_t *soft)
{
    uint8_t *pair = row + x / 2;

    if (x % 2) {
        put_low(pair, shades->over[*soft++][*pair & 0x0F]);
        pair++;
        length--;
    }
    for (; length >= 2; length -= 2, soft += 2, pair++)
        *pair =
            (uint8_t)(shades->over[soft[0]][*pair >> 4] << 4 | shades->over[soft[1]][*pair & 0x0F]);
    if (length)
        put_high(pair, shades->over[*soft][*pair >> 4]);
}

/* Paint one row from x on; returns the words after it. *whole: nothing showed through. */
static const uint16_t *put_row(const uint16_t *at, const struct shades *shades, uint8_t *row,
                               unsigned x, unsigned width, bool *whole)
{
    *whole = true;
    for (unsigned end = x + width; x < end;) {
        unsigned kind = *at >> LENGTH_BITS, length = (*at & (LENGTH_MAX - 1)) + 1u;

        at++;
        if (kind < KIND_CLEAR)
            put_run(row, x, length, kind);
        else
            *whole = false;
        if (kind == KIND_SOFT) {
            put_soft(row, x, length, shades, at);
            at += length;
        }
        x += length;
    }
    return at;
}

/* The same pixels once more in another row. */
static void copy_pixels(uint8_t *to, const uint8_t *from, unsigned x, unsigned width)
{
    if (x % 2) {
        put_low(to + x / 2, from[x / 2] & 0x0F);
        x++;
        width--;
    }
    memcpy(to + x / 2, from + x / 2, width / 2);
    if (width % 2)
        put_high(to + (x + width) / 2, from[(x + width) / 2] >> 4);
}

void raster_put(const uint16_t *runs, const struct canvas *canvas, struct raster_area box)
{
    for (unsigned y = 0; y < box.height;) {
        const uint8_t *first = canvas_row(canvas, box.y + y);
        unsigned rows = *runs;
        const uint16_t *next = runs + 1;
        bool whole = false;

        for (unsigned i = 0; i < rows; i++) {
            uint8_t *row = canvas_row(canvas, box.y + y + i);

            if (whole)
                copy_pixels(row, first, box.x, box.width);
            else
                next = put_row(runs + 1, canvas->shades, row, box.x, box.width, &whole);
        }
        runs = next;
        y += rows;
    }
}
