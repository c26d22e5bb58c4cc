/* SPDX-License-Identifier: MIT */
/* Brings a picture of many colours down to sixteen. Writing it as a PNG is left to png.c. */
#include "draw/quantise.h"

/* Colours are gathered by their five high bits; a bin stands for the mean of what fell in. */
enum {
    BIN_BITS = 5,
    BINS = 1 << (3 * BIN_BITS),
    COUNT_EVERY = 4, /* rows of a high picture: what is not counted is like what is */
    COUNT_ALL = 300, /* rows of a picture that is not high */
    RUN_LONG = 32,   /* pixels for which it is worth to call memset */
    NEAREST_UNKNOWN = QUANTISE_COLOURS
};

struct bin {
    uint32_t count;
    uint32_t near; /* distance² to the nearest colour of the palette so far */
    uint64_t sum[3];
    uint8_t mean[3];
};

/* A picture has a thousand colours or so: what is counted stands close together. */
struct bins {
    unsigned used_count;
    uint16_t slot[BINS];   /* 1 + index into the arrays below; 0 = empty */
    uint8_t nearest[BINS]; /* index into the palette */
    uint16_t used[BINS];   /* number of a bin */
    struct bin bin[BINS];
};

static unsigned bin_of(uint32_t pixel)
{
    return (pixel >> 9 & 0x7C00) | (pixel >> 6 & 0x3E0) | (pixel >> 3 & 0x1F);
}

static void count_run(struct bins *bins, uint32_t pixel, uint32_t run)
{
    unsigned at = bin_of(pixel);
    struct bin *bin;

    if (!bins->slot[at]) {
        bins->used[bins->used_count++] = (uint16_t)at;
        bins->slot[at] = (uint16_t)bins->used_count;
    }
    bin = &bins->bin[bins->slot[at] - 1];
    bin->count += run;
    bin->sum[0] += (uint64_t)(pixel >> 16 & 0xFF) * run;
    bin->sum[1] += (uint64_t)(pixel >> 8 & 0xFF) * run;
    bin->sum[2] += (uint64_t)(pixel & 0xFF) * run;
}

/* How many pixels from `row` on are the same. Four at a time: most runs are long. */
static size_t run_length(const uint32_t *row, const uint32_t *end)
{
    const uint32_t *at = row + 1;
    uint64_t both = (uint64_t)*row << 32 | *row, four[2];

    while (end - at >= 4) {
        memcpy(four, at, sizeof four);
        if ((four[0] ^ both) | (four[1] ^ both))
            break;
        at += 4;
    }
    while (at < end && *at == *row)
        at++;
    return (size_t)(at - row);
}

static void count_colours(struct bins *bins, const uint32_t *pixels, unsigned width,
                          unsigned height, size_t stride)
{
    unsigned every = height < COUNT_ALL ? 1 : COUNT_EVERY;

    for (unsigned y = 0; y < height; y += every)
        for (const uint32_t *row = pixels + y * stride, *end = row + width; row < end;) {
            size_t run = run_length(row, end);

            count_run(bins, *row, (uint32_t)run);
            row += run;
        }
    for (unsigned i = 0; i < bins->used_count; i++) {
        struct bin *bin = &bins->bin[i];

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
        struct bin *bin = &bins->bin[i];
        uint64_t harm = taken ? (uint64_t)bin->near * bin->count : bin->count;

        if (harm > most) {
            most = harm;
            worst = bin;
        }
    }
    return worst;
}

/* Greedy: each colour is the mean of what is worst served by those before it, so small strong
 * colours get one, too. */
static void choose_palette(struct bins *bins, struct palette *palette)
{
    struct bin *worst;

    palette->count = 0;
    while (palette->count < QUANTISE_COLOURS && (worst = worst_bin(bins, palette->count)) != NULL) {
        uint8_t mean[3];

        memcpy(mean, worst->mean, sizeof mean);
        memcpy(palette->rgb[palette->count], mean, sizeof mean);
        for (unsigned i = 0; i < bins->used_count; i++) {
            struct bin *bin = &bins->bin[i];
            uint32_t d = distance(bin->mean, mean);

            if (d < bin->near) {
                bin->near = d;
                bins->nearest[bins->used[i]] = (uint8_t)palette->count;
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
    if (run < RUN_LONG)
        for (size_t i = 0; i < run / 2; i++)
            row[x / 2 + i] = (uint8_t)(index << 4 | index);
    else
        memset(row + x / 2, index << 4 | index, run / 2);
    if (run % 2)
        row[(x + run) / 2] = (uint8_t)(index << 4);
}

/* The colour for a pixel whose bin was empty when colours were counted. */
static uint8_t find_nearest(struct bins *bins, const struct palette *palette, uint32_t pixel)
{
    const uint8_t rgb[3] = {(uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel};
    uint32_t least = UINT32_MAX;
    uint8_t nearest = 0;

    for (unsigned i = 0; i < palette->count; i++) {
        uint32_t d = distance(rgb, palette->rgb[i]);

        if (d < least) {
            least = d;
            nearest = (uint8_t)i;
        }
    }
    bins->nearest[bin_of(pixel)] = nearest;
    return nearest;
}

static void map_row(struct bins *bins, const struct palette *palette, const uint32_t *row,
                    unsigned width, uint8_t *packed)
{
    const uint32_t *end = row + width;

    for (size_t x = 0, run; x < width; x += run) {
        uint8_t nearest = bins->nearest[bin_of(row[x])];

        run = run_length(row + x, end);
        if (nearest == NEAREST_UNKNOWN)
            nearest = find_nearest(bins, palette, row[x]);
        put_run(packed, x, run, nearest);
    }
}

/* Rows like the one above are many, and copied. */
static void map_pixels(struct bins *bins, const struct palette *palette, const uint32_t *pixels,
                       unsigned width, unsigned height, size_t stride, size_t packed_stride,
                       uint8_t *packed)
{
    size_t bytes = (width + 1) / 2;

    for (unsigned y = 0; y < height; y++, packed += packed_stride) {
        const uint32_t *row = pixels + y * stride;

        if (y && memcmp(row, row - stride, width * sizeof *row) == 0)
            memcpy(packed, packed - packed_stride, bytes);
        else
            map_row(bins, palette, row, width, packed);
    }
}

enum rc quantise(const uint32_t *pixels, unsigned width, unsigned height, size_t stride,
                 struct palette *palette, uint8_t *packed, size_t packed_stride, struct err *err)
{
    OWN_MEMORY struct bins *bins = calloc(1, sizeof *bins);

    FAIL_IF(!bins, err, RC_NO_MEMORY, "out of memory");
    memset(bins->nearest, NEAREST_UNKNOWN, sizeof bins->nearest);
    count_colours(bins, pixels, width, height, stride);
    choose_palette(bins, palette);
    map_pixels(bins, palette, pixels, width, height, stride, packed_stride, packed);
    return RC_OK;
}
