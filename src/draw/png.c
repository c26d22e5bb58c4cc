/* A canvas as PNG: our quantiser takes a palette, ISA-L packs, and the few chunks around that
 * are written here. Source: W3C, Portable Network Graphics, second edition, sections 5 and 11. */
#include <endian.h>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#include "draw/picture.h"
#include "draw/quantise.h"

enum {
    DEPTH = 4, /* bits a pixel */
    WITH_PALETTE = 3,
    NO_FILTER = 0, /* stands before each row: flat areas pack best as they are */
    LEVEL = 1,     /* of ISA-L: beyond it a picture takes longer and is no smaller */
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

/* Rows of half bytes, each behind the byte that names its filter. */
struct rows {
    uint8_t *at;
    size_t stride;
    unsigned width, height;
};

static enum rc open_rows(struct rows *rows, unsigned width, unsigned height, struct err *err)
{
    *rows = (struct rows){.stride = 1 + (width + 1) / 2, .width = width, .height = height};
    rows->at = malloc(rows->stride * height);
    if (!rows->at)
        return ERR(err, RC_NO_MEMORY, "out of memory");
    for (unsigned y = 0; y < height; y++)
        rows->at[y * rows->stride] = NO_FILTER;
    return RC_OK;
}

static enum rc put_picture(struct buf *out, const struct rows *rows, const struct palette *palette,
                           struct err *err)
{
    enum rc rc;

    buf_put_bytes(out, signature, sizeof signature - 1);
    put_head(out, rows->width, rows->height);
    put_chunk(out, "PLTE", palette->rgb, palette->count * sizeof palette->rgb[0]);
    rc = put_pixels(out, rows->at, rows->stride * rows->height, err);
    put_chunk(out, "IEND", "", 0);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

enum rc picture_write(const struct bitmap *bitmap, struct buf *out, struct err *err)
{
    struct palette palette;
    struct rows rows;
    enum rc rc = open_rows(&rows, bitmap->width, bitmap->height, err);

    if (rc != RC_OK)
        return rc;
    rc = quantise(bitmap->pixels, bitmap->width, bitmap->height, bitmap->stride, &palette,
                  rows.at + 1, rows.stride, err);
    if (rc == RC_OK)
        rc = put_picture(out, &rows, &palette, err);
    free(rows.at);
    return rc;
}

/* Eight indices, the first in the lowest byte, as four bytes of two. */
static uint32_t pack_eight(uint64_t bytes)
{
    bytes = (bytes << 4 | bytes >> 8) & 0x00FF00FF00FF00FFu;
    bytes = (bytes | bytes >> 8) & 0x0000FFFF0000FFFFu;
    return (uint32_t)(bytes | bytes >> 16);
}

static void pack_row(const uint8_t *index, unsigned width, uint8_t *packed)
{
    unsigned x = 0;

    for (; x + 8 <= width; x += 8) {
        uint64_t bytes = 0;
        uint32_t four;

        memcpy(&bytes, index + x, sizeof bytes);
        four = htole32(pack_eight(le64toh(bytes)));
        memcpy(packed + x / 2, &four, sizeof four);
    }
    for (; x < width; x += 2)
        packed[x / 2] = (uint8_t)(index[x] << 4 | (x + 1 < width ? index[x + 1] : 0));
}

enum rc picture_write_canvas(const struct canvas *canvas, struct buf *out, struct err *err)
{
    struct palette palette = {.count = SHADES_COUNT};
    struct rows rows;
    enum rc rc = open_rows(&rows, canvas->width, canvas->height, err);

    if (rc != RC_OK)
        return rc;
    for (unsigned i = 0; i < SHADES_COUNT; i++)
        for (unsigned c = 0; c < 3; c++)
            palette.rgb[i][c] = (uint8_t)(canvas->shades->rgb[i] >> (16 - 8 * c));
    for (unsigned y = 0; y < canvas->height; y++)
        pack_row(canvas->index + y * canvas->stride, canvas->width, rows.at + y * rows.stride + 1);
    rc = put_picture(out, &rows, &palette, err);
    free(rows.at);
    return rc;
}
