/* SVG to pixels: librsvg draws the document whole; or, where parts of it are known, those that are
 * new, and what lies above them. */
#include "draw/picture.h"

#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

#include "draw/palette.h"
#include "draw/svg_p.h"

enum { PIXELS_MAX = 24 * 1000 * 1000, HEIGHT_MAX = 12000 };
#define OPAQUE 0xFF000000u
#define WHITE  0xFFFFFFFFu

static enum rc bad_svg(struct err *err)
{
    return ERR(err, RC_BAD_INPUT, "this SVG cannot be drawn; it must come from a drawing of ours");
}

/* ---- a canvas ---- */

static void fill_rows(const struct canvas *canvas, unsigned y, unsigned end, uint32_t colour)
{
    uint32_t *last = canvas->pixels + canvas->stride * end;

    for (uint32_t *at = canvas->pixels + canvas->stride * y; at < last; at++)
        *at = colour;
}

/* As many whole rows as what is drawn fills. */
static enum rc open_canvas(struct canvas *canvas, unsigned width, double height, struct err *err)
{

    if (!(height >= 1 && height <= HEIGHT_MAX) || height * width > PIXELS_MAX)
        return bad_svg(err);
    canvas->width = width;
    canvas->height = (unsigned)height;
    canvas->stride = width;
    canvas->pixels = malloc(canvas->stride * canvas->height * sizeof *canvas->pixels);
    if (!canvas->pixels)
        return ERR(err, RC_NO_MEMORY, "out of memory");
    return RC_OK;
}

/* The height is that of the drawing, not of whole pixels: one scale for all pictures. */
static enum rc render(RsvgHandle *handle, const struct canvas *canvas, double height,
                      struct err *err)
{
    RsvgRectangle all = {0, 0, canvas->width, height};
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)canvas->pixels, CAIRO_FORMAT_RGB24, (int)canvas->width,
        (int)canvas->height, (int)(canvas->stride * sizeof *canvas->pixels));
    cairo_t *cairo = cairo_create(surface);
    bool done = rsvg_handle_render_document(handle, cairo, &all, NULL) &&
                cairo_status(cairo) == CAIRO_STATUS_SUCCESS;

    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return done ? RC_OK : bad_svg(err);
}

static RsvgHandle *open_svg(const char *svg, size_t length)
{
    return rsvg_handle_new_from_data((const guint8 *)svg, length, NULL);
}

/* ---- the whole ---- */

enum rc draw_png(const char *svg, size_t length, unsigned width, struct buf *out, struct err *err)
{
    struct canvas canvas = {0};
    RsvgHandle *handle = NULL;
    double w = 0, h = 0;
    enum rc rc;

    if (width < DRAW_PNG_WIDTH_MIN || width > DRAW_PNG_WIDTH_MAX)
        return ERR(err, RC_BAD_INPUT, "a picture is 160 to 2160 pixels wide");
    handle = open_svg(svg, length);
    if (!handle || !rsvg_handle_get_intrinsic_size_in_pixels(handle, &w, &h) || !(w > 0) ||
        !(h > 0))
        rc = bad_svg(err);
    else
        rc = open_canvas(&canvas, width, h / w * width, err);
    if (rc == RC_OK)
        fill_rows(&canvas, 0, canvas.height, WHITE); /* should it lack ground of its own */
    if (rc == RC_OK)
        rc = render(handle, &canvas, h / w * width, err);
    if (rc == RC_OK)
        rc = picture_write(&canvas, out, err);
    free(canvas.pixels);
    if (handle)
        g_object_unref(handle);
    return rc;
}

/* ---- by parts ---- */

struct composing {
    struct draw_cache *cache;
    const char *svg;
    size_t length;
    const struct draw_parts *parts;
    struct canvas canvas;
    double height;                /* pixels */
    bool painted[DRAW_PARTS_MAX]; /* parts that stand on the canvas */
    struct buf key, document;
};

/* Whole pixels before so many units; or as many as touch them. */
static unsigned pixels_before(const struct canvas *canvas, int units)
{
    return (unsigned)units * canvas->width / SVG_WIDTH;
}

static unsigned pixels_up_to(const struct canvas *canvas, int units)
{
    return ((unsigned)units * canvas->width + SVG_WIDTH - 1) / SVG_WIDTH;
}

/* All pixels that the part touches. */
static struct raster_box box_of(const struct canvas *canvas, const struct draw_part *part)
{
    unsigned x = pixels_before(canvas, part->x), y = pixels_before(canvas, part->y);
    unsigned right = pixels_up_to(canvas, part->x + part->width);
    unsigned bottom = pixels_up_to(canvas, part->y + part->height);

    right = right < canvas->width ? right : canvas->width;
    bottom = bottom < canvas->height ? bottom : canvas->height;
    return (struct raster_box){x, y, right - x, bottom - y};
}

/* What the part's pixels depend on: its elements without titles, which nobody sees; its box and
 * scale; where within a pixel it begins; whose symbols it uses. */
static struct raster_key key_of(struct composing *composing, const struct draw_part *part)
{
    static const char open[] = "<title>", close[] = "</title>";
    const char *at = composing->svg + part->at + part->head, *title;
    const char *end = composing->svg + part->at + part->length;
    int width = (int)composing->canvas.width;
    struct {
        const void *signs;
        int width, x, y, part_width, part_height, level;
    } where;

    memset(&where, 0, sizeof where); /* the bytes between its members count, too */
    where.signs = composing->parts->signs;
    where.width = width;
    where.x = part->x * width % SVG_WIDTH;
    where.y = part->y * width % SVG_WIDTH;
    where.part_width = part->width;
    where.part_height = part->height;
    where.level = (int)part->level;
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

static enum rc render_document(struct composing *composing, struct err *err)
{
    RsvgHandle *handle;
    enum rc rc = buf_rc(&composing->document, err);

    if (rc != RC_OK)
        return rc;
    handle = open_svg(buf_text(&composing->document), composing->document.length);
    if (!handle)
        return bad_svg(err);
    rc = render(handle, &composing->canvas, composing->height, err);
    g_object_unref(handle);
    return rc;
}

static void add_bytes(struct composing *composing, size_t at, size_t end)
{
    buf_put_bytes(&composing->document, composing->svg + at, end - at);
}

/* Paint the parts of a level that are known; draw the others, all at once, and keep them. */
static enum rc compose_level(struct composing *composing, unsigned level, struct err *err)
{
    const struct draw_parts *parts = composing->parts;
    bool missing[DRAW_PARTS_MAX] = {false}, any = false;
    enum rc rc = RC_OK;

    buf_clear(&composing->document);
    add_bytes(composing, 0, parts->head);
    add_bytes(composing, parts->defs, parts->defs_end);
    for (unsigned i = 0; i < parts->count; i++) {
        const struct draw_part *part = &parts->part[i];

        if (part->level != level || composing->painted[i] ||
            raster_paint(composing->cache, key_of(composing, part), &composing->canvas,
                         box_of(&composing->canvas, part)))
            continue;
        missing[i] = any = true;
        add_bytes(composing, part->at, part->at + part->length);
    }
    buf_put(&composing->document, "</svg>");
    if (any)
        rc = render_document(composing, err);
    for (unsigned i = 0; i < parts->count && any && rc == RC_OK; i++)
        if (missing[i])
            raster_keep(composing->cache, key_of(composing, &parts->part[i]), &composing->canvas,
                        box_of(&composing->canvas, &parts->part[i]));
    return rc;
}

/* All that is no part, over them. */
static enum rc compose_rest(struct composing *composing, struct err *err)
{
    const struct draw_parts *parts = composing->parts;
    size_t at = parts->paper_end;

    buf_clear(&composing->document);
    add_bytes(composing, 0, parts->paper);
    for (unsigned i = 0; i < parts->count; i++) {
        add_bytes(composing, at, parts->part[i].at);
        at = parts->part[i].at + parts->part[i].length;
    }
    add_bytes(composing, at, composing->length);
    return render_document(composing, err);
}

/* The ground under everything, but for rows that a part known by heart will cover whole. */
static void put_paper(struct composing *composing)
{
    uint32_t paper = OPAQUE | (uint32_t)strtoul(&PALETTE_PAPER[1], NULL, 16);
    const struct draw_parts *parts = composing->parts;
    const struct canvas *canvas = &composing->canvas;
    unsigned y = 0;

    for (unsigned i = 0; i < parts->count; i++) {
        const struct draw_part *part = &parts->part[i];
        struct raster_box box = box_of(canvas, part);

        if (part->level || part->x || part->width != SVG_WIDTH || box.y < y)
            continue;
        composing->painted[i] =
            raster_paint(composing->cache, key_of(composing, part), canvas, box);
        if (!composing->painted[i])
            continue;
        fill_rows(canvas, y, box.y, paper);
        y = box.y + box.height;
    }
    fill_rows(canvas, y, canvas->height, paper);
}

enum rc draw_png_parts(struct draw_cache *cache, const char *svg, size_t length,
                       const struct draw_parts *parts, unsigned width, struct buf *out,
                       struct err *err)
{
    struct composing composing = {.cache = cache, .svg = svg, .length = length, .parts = parts};
    enum rc rc;

    /* Smaller than this, neighbours would share pixels. */
    if (width < DRAW_PNG_WIDTH_SMALL)
        return draw_png(svg, length, width, out, err);
    if (width > DRAW_PNG_WIDTH_MAX)
        return ERR(err, RC_BAD_INPUT, "a picture is 160 to 2160 pixels wide");
    composing.height = (double)parts->height / SVG_WIDTH * width;
    rc = open_canvas(&composing.canvas, width, composing.height, err);
    if (rc == RC_OK)
        put_paper(&composing);
    for (unsigned level = 0; level < DRAW_PART_LEVELS && rc == RC_OK; level++)
        rc = compose_level(&composing, level, err);
    if (rc == RC_OK)
        rc = compose_rest(&composing, err);
    if (rc == RC_OK)
        rc = picture_write(&composing.canvas, out, err);
    free(composing.canvas.pixels);
    buf_fini(&composing.key);
    buf_fini(&composing.document);
    return rc;
}
