/* A canvas as PNG: our quantiser takes a palette, libdeflate packs, and the few chunks around that
 * are written here. Source: W3C, Portable Network Graphics, second edition, sections 5 and 11. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "draw/picture.h"
#include "draw/quantise.h"

enum {
    DEPTH = 4, /* bits a pixel */
    WITH_PALETTE = 3,
    NO_FILTER = 0, /* stands before each row: flat areas pack best as they are */
    LEVEL = 2,     /* of libdeflate: beyond it time grows faster than the file shrinks */
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
    uint32_t sum = libdeflate_crc32(libdeflate_crc32(0, type, WORD), bytes, count);

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
    size_t most = compressor ? libdeflate_zlib_compress_bound(compressor, count) : 0;
    void *packed = most ? malloc(most) : NULL;

    if (packed)
        put_chunk(out, "IDAT", packed,
                  libdeflate_zlib_compress(compressor, rows, count, packed, most));
    free(packed);
    libdeflate_free_compressor(compressor);
    return packed ? RC_OK : ERR(err, RC_NO_MEMORY, "out of memory");
}

enum rc picture_write(const struct canvas *canvas, struct buf *out, struct err *err)
{
    size_t stride = 1 + (canvas->width + 1) / 2;
    uint8_t *rows = malloc(stride * canvas->height);
    struct palette palette;
    enum rc rc;

    if (!rows)
        return ERR(err, RC_NO_MEMORY, "out of memory");
    rc = quantise(canvas->pixels, canvas->width, canvas->height, canvas->stride, &palette, rows + 1,
                  stride, err);
    if (rc == RC_OK) {
        for (unsigned y = 0; y < canvas->height; y++)
            rows[y * stride] = NO_FILTER;
        buf_put_bytes(out, signature, sizeof signature - 1);
        put_head(out, canvas->width, canvas->height);
        put_chunk(out, "PLTE", palette.rgb, palette.count * sizeof palette.rgb[0]);
        rc = put_pixels(out, rows, stride * canvas->height, err);
        put_chunk(out, "IEND", "", 0);
    }
    free(rows);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}
