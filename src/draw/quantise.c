#include "draw/quantise.h"

#include <stdlib.h>
#include <string.h>

/* Colours are gathered by their five high bits; a bin stands for the mean of what fell in. */
enum { BIN_BITS = 5, BINS = 1 << (3 * BIN_BITS) };

struct bin {
    uint32_t count;
    uint32_t near; /* distance² to the nearest colour of the palette so far */
    uint64_t sum[3];
    uint8_t mean[3];
    uint8_t nearest;
};

struct bins {
    struct bin bin[BINS];
    uint16_t used[BINS]; /* those that are not empty */
    unsigned used_count;
};

static unsigned bin_of(uint32_t pixel)
{
    return (pixel >> 9 & 0x7C00) | (pixel >> 6 & 0x3E0) | (pixel >> 3 & 0x1F);
}

static void count_run(struct bins *bins, uint32_t pixel, uint32_t run)
{
    unsigned at = bin_of(pixel);
    struct bin *bin = &bins->bin[at];

    if (bin->count == 0)
        bins->used[bins->used_count++] = (uint16_t)at;
    bin->count += run;
    bin->sum[0] += (uint64_t)(pixel >> 16 & 0xFF) * run;
    bin->sum[1] += (uint64_t)(pixel >> 8 & 0xFF) * run;
    bin->sum[2] += (uint64_t)(pixel & 0xFF) * run;
}

/* How many pixels from `row` on are the same. Two at a time: most runs are long. */
static size_t run_length(const uint32_t *row, const uint32_t *end)
{
    const uint32_t *at = row + 1;
    uint64_t both = (uint64_t)*row << 32 | *row, two;

    while (end - at >= 2) {
        memcpy(&two, at, sizeof two);
        if (two != both)
            break;
        at += 2;
    }
    while (at < end && *at == *row)
        at++;
    return (size_t)(at - row);
}

/* How many rows from y on are the same: drawings have many. */
static unsigned equal_rows(const uint32_t *pixels, unsigned width, unsigned height, size_t stride,
                           unsigned y)
{
    unsigned next = y + 1;

    while (next < height &&
           memcmp(pixels + y * stride, pixels + next * stride, width * sizeof *pixels) == 0)
        next++;
    return next - y;
}

static void count_colours(struct bins *bins, const uint32_t *pixels, unsigned width,
                          unsigned height, size_t stride)
{
    for (unsigned y = 0, rows; y < height; y += rows) {
        const uint32_t *row = pixels + y * stride, *end = row + width;

        rows = equal_rows(pixels, width, height, stride, y);
        while (row < end) {
            size_t run = run_length(row, end);

            count_run(bins, *row, (uint32_t)run * rows);
            row += run;
        }
    }
    for (unsigned i = 0; i < bins->used_count; i++) {
        struct bin *bin = &bins->bin[bins->used[i]];

        for (int c = 0; c < 3; c++)
            bin->mean[c] = (uint8_t)((bin->sum[c] + bin->count / 2) / bin->count);
        bin->near = UINT32_MAX;
    }
}

static uint32_t distance(const uint8_t a[3], const uint8_t b[3])
{
    int red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2];

    return (uint32_t)(2 * red * red + 4 * green * green + 3 * blue * blue);
}

/* The bin whose pixels are worst served: many, and far from every colour. */
static struct bin *worst_bin(struct bins *bins, unsigned taken)
{
    struct bin *worst = NULL;
    uint64_t most = 0;

    for (unsigned i = 0; i < bins->used_count; i++) {
        struct bin *bin = &bins->bin[bins->used[i]];
        uint64_t harm = taken ? (uint64_t)bin->near * bin->count : bin->count;

        if (harm > most) {
            most = harm;
            worst = bin;
        }
    }
    return worst;
}

static void choose_palette(struct bins *bins, struct palette *palette)
{
    struct bin *worst;

    palette->count = 0;
    while (palette->count < QUANTISE_COLOURS && (worst = worst_bin(bins, palette->count)) != NULL) {
        uint8_t mean[3];

        memcpy(mean, worst->mean, sizeof mean);
        memcpy(palette->rgb[palette->count], mean, sizeof mean);
        for (unsigned i = 0; i < bins->used_count; i++) {
            struct bin *bin = &bins->bin[bins->used[i]];
            uint32_t d = distance(bin->mean, mean);

            if (d < bin->near) {
                bin->near = d;
                bin->nearest = (uint8_t)palette->count;
            }
        }
        palette->count++;
    }
}

/* Write `run` times the same index into a row of half bytes, from pixel x on. */
static void put_run(uint8_t *row, size_t x, size_t run, uint8_t index)
{
    if (x % 2 && run) {
        row[x / 2] = (uint8_t)(row[x / 2] | index);
        x++;
        run--;
    }
    memset(row + x / 2, index << 4 | index, run / 2);
    if (run % 2)
        row[(x + run) / 2] = (uint8_t)(index << 4);
}

static void map_pixels(const struct bins *bins, const uint32_t *pixels, unsigned width,
                       unsigned height, size_t stride, uint8_t *packed)
{
    size_t bytes = (width + 1) / 2;

    for (unsigned y = 0, rows; y < height; y += rows, packed += rows * bytes) {
        const uint32_t *row = pixels + y * stride, *end = row + width;

        rows = equal_rows(pixels, width, height, stride, y);
        for (size_t x = 0; x < width;) {
            size_t run = run_length(row + x, end);

            put_run(packed, x, run, bins->bin[bin_of(row[x])].nearest);
            x += run;
        }
        for (unsigned copy = 1; copy < rows; copy++)
            memcpy(packed + copy * bytes, packed, bytes);
    }
}

enum rc quantise(const uint32_t *pixels, unsigned width, unsigned height, size_t stride,
                 struct palette *palette, uint8_t *packed, struct err *err)
{
    struct bins *bins = calloc(1, sizeof *bins);

    if (!bins)
        return ERR(err, RC_NO_MEMORY, "out of memory");
    count_colours(bins, pixels, width, height, stride);
    choose_palette(bins, palette);
    map_pixels(bins, pixels, width, height, stride, packed);
    free(bins);
    return RC_OK;
}
