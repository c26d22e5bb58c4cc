/* SPDX-License-Identifier: MIT */
/* The fixed colours of pictures, and which of them comes nearest to a given one. */
#include "draw/shades.h"

#include <pthread.h>
#include <string.h>

#include "draw/palette.h"

enum { CHANNEL_BINS = 1 << SHADES_BITS, BIN_WIDTH = 256 / CHANNEL_BINS };

enum shades_kind { SHADES_TWO_SEATS, SHADES_FOUR_SEATS, SHADES_KIND_COUNT };

/* In palette.h's order; the last ones lie between ink and paper, and between ink and amber. */
static const uint32_t colours[SHADES_KIND_COUNT][SHADES_COUNT] = {
    [SHADES_TWO_SEATS] = {0xf6f1e5, 0xfffdf7, 0x2b2118, 0x65563f, 0xc6b48c, 0xe8dcc0, 0x4d5863,
                          0x7a4300, 0xa31515, 0x0a4c8c, 0x05294d, 0xcfe2f5, 0xffcb2e, 0xffedb5,
                          0x969084, 0xc08b18},
    [SHADES_FOUR_SEATS] = {0xf6f1e5, 0xfffdf7, 0x2b2118, 0x65563f, 0xc6b48c, 0xe8dcc0, 0x4d5863,
                           0x7a4300, 0xa31515, 0x0a4c8c, 0xffcb2e, 0x3fae7c, 0x0b4a36, 0xffd9ec,
                           0x7d1f54, 0x969084},
};

static struct shades shades[SHADES_KIND_COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* As eyes weigh the channels. */
static int distance(uint32_t a, uint32_t b)
{
    int red = (int)(a >> 16 & 0xFF) - (int)(b >> 16 & 0xFF);
    int green = (int)(a >> 8 & 0xFF) - (int)(b >> 8 & 0xFF);
    int blue = (int)(a & 0xFF) - (int)(b & 0xFF);

    return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

static uint8_t nearest(const uint32_t rgb[SHADES_COUNT], uint32_t colour)
{
    uint8_t best = 0;

    for (uint8_t i = 1; i < SHADES_COUNT; i++)
        if (distance(rgb[i], colour) < distance(rgb[best], colour))
            best = i;
    return best;
}

/* The colour in the middle of a bin. */
static uint32_t bin_colour(unsigned bin)
{
    uint32_t red = bin / (CHANNEL_BINS * CHANNEL_BINS), green = bin / CHANNEL_BINS % CHANNEL_BINS;
    uint32_t blue = bin % CHANNEL_BINS, middle = BIN_WIDTH / 2;

    return (red * BIN_WIDTH + middle) << 16 | (green * BIN_WIDTH + middle) << 8 |
           (blue * BIN_WIDTH + middle);
}

/* `level` of one colour and the rest of another. */
static uint32_t mix(uint32_t above, uint32_t below, uint32_t level)
{
    enum { WHOLE = SHADES_LEVELS - 1 };
    uint32_t sum = 0;

    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t a = above >> shift & 0xFF, b = below >> shift & 0xFF;

        sum |= (a * level + b * (WHOLE - level) + WHOLE / 2) / WHOLE << shift;
    }
    return sum;
}

static void fill_over(struct shades *one)
{
    for (unsigned soft = 0; soft < SHADES_COUNT * SHADES_LEVELS; soft++)
        for (unsigned below = 0; below < SHADES_COUNT; below++)
            one->over[soft][below] = shades_nearest(
                one, mix(one->rgb[soft / SHADES_LEVELS], one->rgb[below], soft % SHADES_LEVELS));
}

unsigned shades_soft(const struct shades *one, uint32_t argb)
{
    uint32_t alpha = argb >> 24, rgb = 0;

    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t channel = ((argb >> shift & 0xFF) * 0xFF + alpha / 2) / alpha;

        rgb |= (channel > 0xFF ? 0xFF : channel) << shift;
    }
    return shades_nearest(one, rgb) * SHADES_LEVELS + shades_level(argb);
}

static void fill(void)
{
    for (unsigned kind = 0; kind < SHADES_KIND_COUNT; kind++) {
        struct shades *one = &shades[kind];

        for (unsigned i = 0; i < SHADES_COUNT; i++)
            one->rgb[i] = colours[kind][i];
        for (unsigned bin = 0; bin < SHADES_BINS; bin++)
            one->nearest[bin] = nearest(one->rgb, bin_colour(bin));
        fill_over(one);
    }
}

const struct shades *shades_for(const char *svg, size_t length)
{
    enum shades_kind kind = SHADES_TWO_SEATS;

    pthread_once(&once, fill);
    for (unsigned seat = 3; seat <= SEATS_MAX; seat++)
        if (memmem(svg, length, draw_seats[seat].face, strlen(draw_seats[seat].face)))
            kind = SHADES_FOUR_SEATS;
    return &shades[kind];
}
