/* SPDX-License-Identifier: MIT */
/* A canvas as PNG: our quantiser takes a palette, ISA-L packs, and the few chunks around that
 * are written here. Source: W3C, Portable Network Graphics, second edition, sections 5 and 11. */
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#include "draw/picture.h"
#include "draw/quantise.h"

enum {
    DEPTH = 4, /* bits a pixel */
    WITH_PALETTE = 3,
    LEVEL = 1, /* of ISA-L: beyond it a picture takes longer and is no smaller */
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
    uint32_t sum = crc32_gzip_refl(0, (const unsigned char *)type, WORD);

    sum = crc32_gzip_refl(sum, bytes, count);

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

/* What packing needs beside its input. */
struct packing {
    struct isal_zstream stream;
    uint8_t level[ISAL_DEF_LVL1_SMALL];
    uint8_t packed[];
};

/* What cannot be packed is stored in pieces of 64 KiB, each behind a few bytes. */
static size_t packed_most(size_t count)
{
    return count + count / 1024 + 1024;
}

static bool pack(struct packing *packing, const uint8_t *rows, size_t count)
{
    struct isal_zstream *stream = &packing->stream;

    memset(stream, 0, sizeof *stream); /* the library leaves the size of its window as it was */
    isal_deflate_stateless_init(stream);
    stream->level = LEVEL;
    stream->level_buf = packing->level;
    stream->level_buf_size = sizeof packing->level;
    stream->gzip_flag = IGZIP_ZLIB;
    stream->end_of_stream = 1;
    stream->next_in = (uint8_t *)(uintptr_t)rows; /* only read */
    stream->avail_in = (uint32_t)count;
    stream->next_out = packing->packed;
    stream->avail_out = (uint32_t)packed_most(count);
    return isal_deflate_stateless(stream) == COMP_OK;
}

static enum rc put_pixels(struct buf *out, const uint8_t *rows, size_t count, struct err *err)
{
    struct packing *packing = malloc(sizeof *packing + packed_most(count));
    enum rc rc = RC_OK;

    if (!packing)
        return ERR(err, RC_NO_MEMORY, "out of memory");
    if (pack(packing, rows, count))
        put_chunk(out, "IDAT", packing->packed, packing->stream.total_out);
    else
        rc = ERR(err, RC_BUG, "a picture's pixels cannot be packed");
    free(packing);
    return rc;
}

static enum rc put_picture(struct buf *out, const struct canvas *canvas,
                           const struct palette *palette, struct err *err)
{
    enum rc rc;

    buf_put_bytes(out, signature, sizeof signature - 1);
    put_head(out, canvas->width, canvas->height);
    put_chunk(out, "PLTE", palette->rgb, palette->count * sizeof palette->rgb[0]);
    rc = put_pixels(out, canvas->rows, canvas->stride * canvas->height, err);
    put_chunk(out, "IEND", "", 0);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

enum rc picture_write(const struct bitmap *bitmap, struct buf *out, struct err *err)
{
    struct palette palette;
    struct canvas canvas = {0};
    enum rc rc = canvas_open(&canvas, bitmap->width, bitmap->height, 0, err);

    if (rc != RC_OK)
        return rc;
    rc = quantise(bitmap->pixels, bitmap->width, bitmap->height, bitmap->stride, &palette,
                  canvas_row(&canvas, 0), canvas.stride, err);
    if (rc == RC_OK)
        rc = put_picture(out, &canvas, &palette, err);
    free(canvas.rows);
    return rc;
}

enum rc picture_write_canvas(const struct canvas *canvas, struct buf *out, struct err *err)
{
    struct palette palette = {.count = SHADES_COUNT};

    for (unsigned i = 0; i < SHADES_COUNT; i++)
        for (unsigned c = 0; c < 3; c++)
            palette.rgb[i][c] = (uint8_t)(canvas->shades->rgb[i] >> (16 - 8 * c));
    return put_picture(out, canvas, &palette, err);
}
