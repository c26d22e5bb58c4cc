/* SPDX-License-Identifier: MIT */
/* A picture put together from its parts: librsvg draws each that is new, alone, on nothing; those
 * that were drawn before come from the cache. */
#include <stdio.h>

#include "draw/palette.h"
#include "draw/picture.h"
#include "draw/svg_p.h"

enum { LAYER_NAME_BYTES = 16 };

struct composing {
    struct draw_cache *cache;
    const char *svg;
    size_t length;
    const struct draw_parts *parts;
    struct canvas canvas;
    double height; /* pixels */
    struct buf key, document;
    RsvgHandle *handle; /* of the parts that are new; NULL = none are */
    struct {
        uint32_t *pixels;
        size_t most; /* it has room for */
    } layer;         /* one of them at a time */
};

/* Whole pixels before so many units; or as many as touch them. */
static unsigned pixels_before(const struct canvas *canvas, int units)
{
    return units < 0 ? 0 : (unsigned)units * canvas->width / SVG_WIDTH;
}

static unsigned pixels_up_to(const struct canvas *canvas, int units)
{
    return units < 0 ? 0 : ((unsigned)units * canvas->width + SVG_WIDTH - 1) / SVG_WIDTH;
}

/* All pixels of the picture that the part touches. */
static struct raster_area box_of(const struct canvas *canvas, const struct draw_part *part)
{
    unsigned x = pixels_before(canvas, part->x), y = pixels_before(canvas, part->y);
    unsigned right = pixels_up_to(canvas, part->x + part->width);
    unsigned bottom = pixels_up_to(canvas, part->y + part->height);

    right = right < canvas->width ? right : canvas->width;
    bottom = bottom < canvas->height ? bottom : canvas->height;
    if (x >= right || y >= bottom)
        return (struct raster_area){0};
    return (struct raster_area){x, y, right - x, bottom - y};
}

/* Where in its first pixel a part begins; of one that is cut off at the picture's edge, where. */
static int within_pixel(int at)
{
    return at < 0 ? at : at % SVG_WIDTH;
}

/* What the part's pixels depend on: its elements without titles, which nobody sees; its box and
 * scale; where within a pixel it begins; whose symbols it uses, and the shades. */
static struct raster_key key_of(struct composing *composing, const struct draw_part *part)
{
    static const char open[] = "<title>", close[] = "</title>";
    const char *at = composing->svg + part->at + part->head, *title;
    const char *end = composing->svg + part->at + part->length;
    int width = (int)composing->canvas.width;
    struct raster_area box = box_of(&composing->canvas, part);
    struct {
        const void *signs, *shades;
        int width, height, x, y, left, top;
        unsigned box_width, box_height;
    } where;

    memset(&where, 0, sizeof where); /* the bytes between its members count, too */
    where.signs = composing->parts->signs;
    where.shades = composing->canvas.shades;
    where.width = width;
    /* 640 is 5 times a power of 2: of other widths the scale is rounded, with the height. */
    where.height = width % 5 ? composing->parts->height : 0;
    where.x = within_pixel(part->x * width);
    where.y = within_pixel(part->y * width);
    where.left = part->left;
    where.top = part->top;
    where.box_width = box.width;
    where.box_height = box.height;
    buf_clear(&composing->key);
    buf_put_bytes(&composing->key, &where, sizeof where);
    while ((title = memmem(at, (size_t)(end - at), open, sizeof open - 1)) != NULL) {
        buf_put_bytes(&composing->key, at, (size_t)(title - at));
        at = memmem(title, (size_t)(end - title), close, sizeof close - 1);
        if (!at)
            at = end;
    }
    buf_put_bytes(&composing->key, at, (size_t)(end - at));
    return (struct raster_key){buf_text(&composing->key), composing->key.length};
}

static void add_bytes(struct composing *composing, size_t at, size_t end)
{
    buf_put_bytes(&composing->document, composing->svg + at, end - at);
}

static void name_layer(char name[LAYER_NAME_BYTES], unsigned part)
{
    snprintf(name, LAYER_NAME_BYTES, "#part%u", part);
}

/* The part alone, with its box at the corner: wherever it stands its pixels are reckoned from the
 * same numbers, so that what another picture left in the cache is what this one would have drawn.
 */
static void add_part(struct composing *composing, const struct draw_part *part, const char *name)
{
    buf_printf(&composing->document, "<g id=\"%s\"><g transform=\"translate(%d %d)\">", name,
               -part->left, -part->top);
    add_bytes(composing, part->at + part->head, part->at + part->length);
    buf_put(&composing->document, "</g>");
}

/* One document of all parts that are new, each with a name of its own. */
static enum rc open_layers(struct composing *composing, struct raster *const *known,
                           struct err *err)
{
    const struct draw_parts *parts = composing->parts;

    add_bytes(composing, 0, parts->head);
    add_bytes(composing, parts->defs, parts->defs_end);
    for (unsigned i = 0; i < parts->count; i++) {
        char name[LAYER_NAME_BYTES];

        if (known[i])
            continue;
        name_layer(name, i);
        add_part(composing, &parts->part[i], name + 1);
    }
    buf_put(&composing->document, "</svg>");
    TRY(buf_rc(&composing->document, err));
    return picture_open(buf_text(&composing->document), composing->document.length,
                        &composing->handle, err);
}

static enum rc open_layer(struct composing *composing, struct raster_area box, struct err *err)
{
    size_t count = (size_t)box.width * box.height;

    if (count > composing->layer.most) {
        free(composing->layer.pixels);
        composing->layer.pixels = malloc(count * sizeof *composing->layer.pixels);
        composing->layer.most = composing->layer.pixels ? count : 0;
    }
    FAIL_IF(!composing->layer.pixels, err, RC_NO_MEMORY, "out of memory");
    memset(composing->layer.pixels, 0, count * sizeof *composing->layer.pixels);
    return RC_OK;
}

/* Draw one part alone and keep it. */
static enum rc draw_layer(struct composing *composing, unsigned i, struct raster_area box,
                          struct raster **raster, struct err *err)
{
    RsvgRectangle all = {0, 0, composing->canvas.width, composing->height};
    const struct draw_part *part = &composing->parts->part[i];
    int width = (int)composing->canvas.width;
    enum rc rc = open_layer(composing, box, err);
    struct raster_pixels pixels = {composing->layer.pixels, box.width, box.width, box.height};
    char name[LAYER_NAME_BYTES];
    cairo_surface_t *surface;
    cairo_t *cairo;
    bool done;

    TRY(rc);
    name_layer(name, i);
    surface = cairo_image_surface_create_for_data(
        (unsigned char *)composing->layer.pixels, CAIRO_FORMAT_ARGB32, (int)box.width,
        (int)box.height, (int)(box.width * sizeof(uint32_t)));
    cairo = cairo_create(surface);
    cairo_translate(cairo, within_pixel(part->x * width) / (double)SVG_WIDTH,
                    within_pixel(part->y * width) / (double)SVG_WIDTH);
    done = rsvg_handle_render_layer(composing->handle, cairo, name, &all, NULL) &&
           cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    if (!done)
        return picture_bad(err);
    *raster =
        raster_keep(composing->cache, key_of(composing, part), pixels, composing->canvas.shades);
    return *raster ? RC_OK : ERR(err, RC_NO_MEMORY, "out of memory");
}

/* Draw what is missing, unless an equal part was just drawn, perhaps by another thread. */
static enum rc draw_missing(struct composing *composing, struct raster **raster, struct err *err)
{
    const struct draw_parts *parts = composing->parts;
    enum rc rc = open_layers(composing, raster, err);

    for (unsigned i = 0; i < parts->count && rc == RC_OK; i++) {
        struct raster_area box = box_of(&composing->canvas, &parts->part[i]);

        if (raster[i] || !box.width)
            continue;
        picture_lock();
        raster[i] = raster_take(composing->cache, key_of(composing, &parts->part[i]));
        if (!raster[i])
            rc = draw_layer(composing, i, box, &raster[i], err);
        picture_unlock();
    }
    if (composing->handle)
        g_object_unref(composing->handle);
    return rc;
}

static enum rc put_parts(struct composing *composing, struct err *err)
{
    const struct draw_parts *parts = composing->parts;
    struct raster *raster[DRAW_PARTS_MAX] = {NULL};
    bool missing = false;
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < parts->count; i++) {
        raster[i] = raster_take(composing->cache, key_of(composing, &parts->part[i]));
        missing = missing || !raster[i];
    }
    if (missing)
        rc = draw_missing(composing, raster, err);
    for (unsigned i = 0; i < parts->count; i++) {
        if (rc == RC_OK && raster[i])
            raster_paint(raster[i], &composing->canvas,
                         box_of(&composing->canvas, &parts->part[i]));
        if (raster[i])
            raster_give_back(composing->cache, raster[i]);
    }
    return rc;
}

/* Paper, as many whole rows as the drawing fills. */
static enum rc open_canvas(struct composing *composing, unsigned width, struct err *err)
{
    struct canvas *canvas = &composing->canvas;
    uint32_t paper = (uint32_t)strtoul(&PALETTE_PAPER[1], NULL, 16);

    composing->height = (double)composing->parts->height * width / (double)SVG_WIDTH;
    if (!(composing->height >= 1 && composing->height <= (double)PICTURE_HEIGHT_MAX))
        return picture_bad(err);
    canvas->shades = shades_for(composing->svg, composing->length);
    return canvas_open(canvas, width, (unsigned)composing->height,
                       shades_nearest(canvas->shades, paper), err);
}

enum rc draw_png_parts(struct draw_cache *cache, const char *svg, size_t length,
                       const struct draw_parts *parts, unsigned width, struct buf *out,
                       struct err *err)
{
    struct composing composing = {.cache = cache, .svg = svg, .length = length, .parts = parts};
    enum rc rc;

    if (parts->overflow)
        return draw_png(svg, length, width, out, err);
    if (width < DRAW_PNG_WIDTH_MIN || width > DRAW_PNG_WIDTH_MAX)
        return ERR(err, RC_BAD_INPUT, "a picture is 160 to 2160 pixels wide");
    rc = open_canvas(&composing, width, err);
    THEN(rc, put_parts(&composing, err));
    THEN(rc, picture_write_canvas(&composing.canvas, out, err));
    free(composing.canvas.rows);
    free(composing.layer.pixels);
    buf_fini(&composing.key);
    buf_fini(&composing.document);
    return rc;
}
