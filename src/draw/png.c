/* PNG from SVG: librsvg draws, our quantiser takes a palette, libpng writes. */
#include <librsvg/rsvg.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/quantise.h"

enum {
    PNG_PIXELS_MAX = 24 * 1000 * 1000,
    PNG_HEIGHT_MAX = 12000,
    PNG_DEPTH = 4, /* bits a pixel: 16 colours */
    PNG_LEVEL = 3  /* of zlib: beyond it time grows faster than the file shrinks */
};

/* The drawn picture; pixels belong to the surface. */
struct canvas {
    cairo_surface_t *surface;
    unsigned width, height;
};

static enum rc bad_svg(struct err *err)
{
    return ERR(err, RC_BAD_INPUT, "this SVG cannot be drawn; it must come from a drawing of ours");
}

static enum rc open_canvas(RsvgHandle *handle, unsigned width, struct canvas *canvas,
                           struct err *err)
{
    double w = 0, h = 0, height;

    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &w, &h) || !(w > 0) || !(h > 0))
        return bad_svg(err);
    height = h * width / w + 0.5;
    if (!(height >= 1 && height <= PNG_HEIGHT_MAX) || height * width > PNG_PIXELS_MAX)
        return bad_svg(err);
    canvas->width = width;
    canvas->height = (unsigned)height;
    canvas->surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)canvas->width, (int)canvas->height);
    return cairo_surface_status(canvas->surface) == CAIRO_STATUS_SUCCESS
               ? RC_OK
               : ERR(err, RC_NO_MEMORY, "out of memory");
}

static enum rc render(RsvgHandle *handle, struct canvas *canvas, struct err *err)
{
    RsvgRectangle all = {0, 0, canvas->width, canvas->height};
    cairo_t *cairo = cairo_create(canvas->surface);
    bool done;

    cairo_set_source_rgb(cairo, 1, 1, 1); /* an SVG without ground of its own */
    cairo_paint(cairo);
    done = rsvg_handle_render_document(handle, cairo, &all, NULL) &&
           cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_flush(canvas->surface);
    return done ? RC_OK : bad_svg(err);
}

static void write_bytes(png_structp png, png_bytep bytes, png_size_t count)
{
    buf_put_bytes(png_get_io_ptr(png), bytes, count);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

/* Silent: what went wrong is told by the return code. */
static void png_failed(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void png_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void write_head(png_structp png, png_infop info, const struct palette *palette,
                       unsigned width, unsigned height)
{
    png_color colours[QUANTISE_COLOURS];

    for (unsigned i = 0; i < palette->count; i++)
        colours[i] = (png_color){palette->rgb[i][0], palette->rgb[i][1], palette->rgb[i][2]};
    png_set_IHDR(png, info, width, height, PNG_DEPTH, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, colours, (int)palette->count);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, PNG_LEVEL);
    png_write_info(png, info);
}

static enum rc write_png(const struct palette *palette, uint8_t *packed, unsigned width,
                         unsigned height, struct buf *out, struct err *err)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_failed, png_warned);
    png_infop info = png ? png_create_info_struct(png) : NULL;

    if (!info) {
        png_destroy_write_struct(&png, NULL);
        return ERR(err, RC_NO_MEMORY, "out of memory");
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return ERR(err, RC_NO_MEMORY, "out of memory");
    }
    png_set_write_fn(png, out, write_bytes, flush_nothing);
    write_head(png, info, palette, width, height);
    for (unsigned y = 0; y < height; y++)
        png_write_row(png, packed + (size_t)y * ((width + 1) / 2));
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return buf_rc(out, err);
}

static enum rc reduce_and_write(const struct canvas *canvas, struct buf *out, struct err *err)
{
    const uint32_t *pixels =
        (const uint32_t *)(const void *)cairo_image_surface_get_data(canvas->surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(canvas->surface) / sizeof *pixels;
    uint8_t *packed = malloc((size_t)(canvas->width + 1) / 2 * canvas->height);
    struct palette palette;
    enum rc rc;

    if (!packed)
        return ERR(err, RC_NO_MEMORY, "out of memory");
    rc = quantise(pixels, canvas->width, canvas->height, stride, &palette, packed, err);
    if (rc == RC_OK)
        rc = write_png(&palette, packed, canvas->width, canvas->height, out, err);
    free(packed);
    return rc;
}

enum rc draw_png(const char *svg, size_t length, unsigned width, struct buf *out, struct err *err)
{
    struct canvas canvas = {NULL, 0, 0};
    RsvgHandle *handle = NULL;
    enum rc rc;

    if (width < DRAW_PNG_WIDTH_MIN || width > DRAW_PNG_WIDTH_MAX)
        return ERR(err, RC_BAD_INPUT, "a picture is 160 to 2160 pixels wide");
    handle = rsvg_handle_new_from_data((const guint8 *)svg, length, NULL);
    rc = handle ? open_canvas(handle, width, &canvas, err) : bad_svg(err);
    if (rc == RC_OK)
        rc = render(handle, &canvas, err);
    if (rc == RC_OK)
        rc = reduce_and_write(&canvas, out, err);
    if (canvas.surface)
        cairo_surface_destroy(canvas.surface);
    if (handle)
        g_object_unref(handle);
    return rc;
}
