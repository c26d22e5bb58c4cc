/* SPDX-License-Identifier: MIT */
/* A canvas as PNG: libdeflate packs, and the few chunks around that are written here. Source: W3C,
 * Portable Network Graphics, second edition, sections 5 and 11. */
#include <libdeflate.h>

#include "draw/picture.h"

enum {
    DEPTH = 4, /* bits a pixel */
    WITH_PALETTE = 3,
    LEVEL = 5, /* of libdeflate: beyond it a twentieth less takes half as long again */
    WORD = 4,
    HEAD_BYTES = 13
};
static const char signature[] = "\x89PNG\r\n\x1a\n";

static void put_word(struct buf *out, uint32_t word)
{
    const uint8_t bytes[WORD] = {(uint8_t)(word >> 24), (uint8_t)(word >> 16), (uint8_t)(word >> 8),
                                 (uint8_t)word};

    buf_put_bytes(out, bytes, sizeof bytes);
}

/* Length, type, content, and the checksum of the latter two. */
static void put_chunk(struct buf *out, const char type[WORD + 1], const void *bytes, size_t count)
{
    uint32_t sum = libdeflate_crc32(0, type, WORD);

    sum = libdeflate_crc32(sum, bytes, count);

    put_word(out, (uint32_t)count);
    buf_put_bytes(out, type, WORD);
    buf_put_bytes(out, bytes, count);
    put_word(out, sum);
}

static void put_head(struct buf *out, unsigned width, unsigned height)
{
    const uint8_t head[HEAD_BYTES] = {(uint8_t)(width >> 24),
                                      (uint8_t)(width >> 16),
                                      (uint8_t)(width >> 8),
                                      (uint8_t)width,
                                      (uint8_t)(height >> 24),
                                      (uint8_t)(height >> 16),
                                      (uint8_t)(height >> 8),
                                      (uint8_t)height,
                                      DEPTH,
                                      WITH_PALETTE};

    put_chunk(out, "IHDR", head, sizeof head);
}

static enum rc put_pixels(struct buf *out, const uint8_t *rows, size_t count, struct err *err)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    size_t most = compressor ? libdeflate_zlib_compress_bound(compressor, count) : 0, packed;
    OWN_MEMORY void *to = most ? malloc(most) : NULL;
    enum rc rc = RC_OK;

    if (!to)
        rc = ERR(err, RC_NO_MEMORY, "out of memory");
    else if ((packed = libdeflate_zlib_compress(compressor, rows, count, to, most)) > 0)
        put_chunk(out, "IDAT", to, packed);
    else
        rc = ERR(err, RC_BUG, "a picture's pixels cannot be packed");
    libdeflate_free_compressor(compressor);
    return rc;
}

enum rc picture_write_canvas(const struct canvas *canvas, struct buf *out, struct err *err)
{
    uint8_t palette[SHADES_COUNT][3];

    for (unsigned i = 0; i < SHADES_COUNT; i++)
        for (unsigned c = 0; c < 3; c++)
            palette[i][c] = (uint8_t)(canvas->shades->rgb[i] >> (16 - 8 * c));
    buf_put_bytes(out, signature, sizeof signature - 1);
    put_head(out, canvas->width, canvas->height);
    put_chunk(out, "PLTE", palette, sizeof palette);
    TRY(put_pixels(out, canvas->rows, canvas->stride * canvas->height, err));
    put_chunk(out, "IEND", "", 0);
    return buf_rc(out, err);
}

enum rc picture_write(const struct bitmap *bitmap, const struct shades *shades, struct buf *out,
                      struct err *err)
{
    struct canvas canvas = {.shades = shades};
    FREED_AT_END(canvas.rows);

    TRY(canvas_open(&canvas, bitmap->width, bitmap->height, 0, err));
    for (unsigned y = 0; y < bitmap->height; y++) {
        const uint32_t *from = bitmap->pixels + y * bitmap->stride;
        uint8_t *row = canvas_row(&canvas, y);

        for (unsigned x = 0; x < bitmap->width; x++)
            row[x / 2] |= (uint8_t)(shades_nearest(shades, from[x]) << (x % 2 ? 0 : 4));
    }
    return picture_write_canvas(&canvas, out, err);
}
