/* SPDX-License-Identifier: MIT */
/* The document: its head, its parts from top to bottom, and the small pens they share. */
#include "draw/svg_p.h"

#include <stdarg.h>

#include "draw/safe.h"

enum {
    SVG_FIRST_BYTES = 48 * 1024,
    SVG_HEAD_BYTES = 512,
    SYMBOL_SIZE = 24, /* as signs are drawn */
    TITLE_SIZE = 20,
    TITLE_COLUMNS = 52, /* at most */
    TOP_REST = 5        /* of the board's place after whole pixels: so its lines blur least */
};

static void put_hundredths(struct buf *out, int number)
{
    int rest = (number < 0 ? -number : number) % 100;

    if (number < 0 && number > -100)
        buf_put_char(out, '-');
    buf_put_int(out, number / 100);
    if (!rest)
        return;
    buf_put_char(out, '.');
    buf_put_char(out, (char)('0' + rest / 10));
    if (rest % 10)
        buf_put_char(out, (char)('0' + rest % 10));
}

void svg_put(struct svg *svg, const char *format, ...)
{
    struct buf *out = svg->out;
    va_list args;

    va_start(args, format);
    for (const char *at = format; *at; at++) {
        size_t plain = strcspn(at, "%");

        buf_put_bytes(out, at, plain);
        at += plain;
        if (!*at)
            break;
        switch (*++at) {
        case 'd':
            buf_put_int(out, va_arg(args, int));
            break;
        case 'h':
            put_hundredths(out, va_arg(args, int));
            break;
        case 'x':
            safe_put_xml(out, va_arg(args, const char *));
            break;
        case 's':
            buf_put(out, va_arg(args, const char *));
            break;
        case 'i':
            buf_put(out, svg->id);
            break;
        default:
            buf_put_char(out, '%');
        }
    }
    va_end(args);
}

int svg_x(const struct svg *svg, int x)
{
    return svg->left + x * svg->cell;
}

int svg_y(const struct svg *svg, int y)
{
    return svg->top + (svg->grid.rows - 1 - y) * svg->cell;
}

void svg_text(struct svg *svg, int x, int y, int size, const char *anchor, bool bold,
              const char *colour, const char *text)
{
    svg_put(svg, "<text");
    if (x)
        svg_put(svg, " x=\"%d\"", x);
    svg_put(svg, " y=\"%d\" font-size=\"%d\"", y, size);
    if (anchor[0] != 's')
        svg_put(svg, " text-anchor=\"%s\"", anchor);
    if (bold)
        svg_put(svg, " font-weight=\"bold\"");
    svg_put(svg, " fill=\"%s\">%x</text>", colour, text);
}

/* Advance of an ASCII character in DejaVu Sans, in hundredths of the size, rounded up. */
static int advance_of(unsigned char c)
{
    if (strchr(" ijl'|", c))
        return 34;
    if (strchr("I.,:;()[]/-fJrt!", c))
        return 43;
    if (strchr("mwMW@%", c))
        return 99;
    if (c >= 'A' && c <= 'Z')
        return 73;
    return 64;
}

int svg_text_width(const char *text, int size, bool bold)
{
    int width = 0;

    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == 0xC2)
            width += 50; /* signs such as a middle dot */
        else if ((c & 0xC0) != 0x80)
            width += c < 0x80 ? advance_of(c) : c < 0xE0 ? 72 : 100;
    }
    return (width * (bold ? 112 : 100) / 100 * size + 99) / 100;
}

void svg_shape(struct svg *svg, enum draw_shape shape, int x, int y, int r, const char *face,
               const char *rim, int rim_width, bool dashed)
{
    const char *dash = dashed ? " stroke-dasharray=\"5 4\"" : "";
    int h = 100 * r, a = 87 * r; /* hundredths; sin 60° is 0.87 */

    switch (shape) {
    case DRAW_DISC:
        if (x || y)
            svg_put(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"", x, y, r);
        else
            svg_put(svg, "<circle r=\"%d\"", r);
        break;
    case DRAW_HEXAGON:
        svg_put(svg, "<path d=\"M%h %hL%h %hL%h %hL%h %hL%h %hL%h %hZ\"", 100 * x, 100 * y - h,
                100 * x + a, 100 * y - h / 2, 100 * x + a, 100 * y + h / 2, 100 * x, 100 * y + h,
                100 * x - a, 100 * y + h / 2, 100 * x - a, 100 * y - h / 2);
        break;
    case DRAW_DIAMOND:
        svg_put(svg, "<path d=\"M%d %dL%d %dL%d %dL%d %dZ\"", x, y - r - 2, x + r + 2, y, x,
                y + r + 2, x - r - 2, y);
        break;
    default: /* a square of about the disc's size, rounder when it is nobody's */
        svg_put(svg, "<rect x=\"%h\" y=\"%h\" width=\"%h\" height=\"%h\" rx=\"%d\"",
                100 * x - 92 * r, 100 * y - 92 * r, 184 * r, 184 * r,
                shape == DRAW_PLAIN ? r / 2 : r / 5 + 1);
    }
    svg_put(svg, " fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"%s/>", face, rim, rim_width, dash);
}

void svg_symbol(struct svg *svg, unsigned symbol, int x, int y, int size, int degrees,
                const char *ink, const char *face)
{
    const struct scene_symbol *s;

    if (symbol == 0 || symbol >= svg->scene->symbol_count) {
        svg_pen_text(svg, x + size / 2, y + size * 82 / 100, size * 9 / 10, true, ink, "?");
        return;
    }
    s = &svg->scene->symbols[symbol];
    if (!s->fill && !s->line && !s->cut && !s->etch) {
        svg_text(svg, x + size / 2, y + size * 3 / 4, size * 2 / 3, "middle", true, ink,
                 s->letters);
        return;
    }
    svg_put(svg, "<use href=\"#%is%d\" transform=\"translate(%d %d)", (int)symbol, x, y);
    if (size != SYMBOL_SIZE)
        svg_put(svg, "scale(%h)", size * 100 / SYMBOL_SIZE);
    if (degrees)
        svg_put(svg, "rotate(%d 12 12)", degrees);
    svg_put(svg, "\" color=\"%s\" fill=\"%s\" stroke=\"%s\"/>", ink, face, face);
}

void svg_badge(struct svg *svg, unsigned number, unsigned seat, int x, int y)
{
    const struct draw_seat *look = &draw_seats[seat <= SEATS_MAX ? seat : 0];

    int size = svg_size(svg, number > 9 ? 12 : 14), r = size > 14 ? size * 3 / 4 : 11;

    svg_shape(svg, look->shape, x, y, r, look->face, PALETTE_CARD, 2, false);
    svg_pen_text(svg, x, y + (size > 14 ? size * 2 / 5 : 5), size, true, look->ink,
                 TEXT_INT((int64_t)number));
}

/* Which symbols the picture shows, so that only their art is written. */
static void mark_used(struct svg *svg)
{
    const struct scene *scene = svg->scene;

    for (int i = 0; i < scene->cell_count; i++)
        svg->used[scene->cell[i].symbol] = svg->used[scene->cell[i].cover] = true;
    for (int i = 0; i < scene->piece_count; i++)
        svg->used[scene->piece[i].symbol] = true;
    for (int i = 0; i < scene->step_count; i++)
        svg->used[scene->step[i].symbol] = svg->used[scene->step[i].with] = true;
    for (int i = 0; i < scene->panel_count; i++)
        for (int row = 0; row < scene->panel[i].row_count; row++)
            for (int k = 0; k < scene->panel[i].row[row].count; k++)
                svg->used[scene->panel[i].row[row].item[k].symbol] = true;
}

static void put_symbols(struct svg *svg)
{
    svg_put(svg, "<defs>");
    for (unsigned i = 1; i < svg->scene->symbol_count && i < sizeof svg->used; i++) {
        const struct scene_symbol *s = &svg->scene->symbols[i];

        if (!svg->used[i])
            continue;
        svg_put(svg, "<g id=\"%is%d\">", (int)i);
        if (s->fill)
            svg_put(svg, "<path fill=\"currentColor\" stroke=\"none\" d=\"%s\"/>", s->fill);
        if (s->line)
            svg_put(svg,
                    "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\" "
                    "stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"%s\"/>",
                    s->line);
        if (s->cut)
            svg_put(svg, "<path stroke=\"none\" d=\"%s\"/>", s->cut);
        if (s->etch)
            svg_put(svg,
                    "<path fill=\"none\" stroke-width=\"1.4\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\" d=\"%s\"/>",
                    s->etch);
        svg_put(svg, "</g>");
    }
    svg_put(svg, "</defs>");
}

/* Does this panel stand above the board? Its owner's home line says so. */
static bool panel_is_above(const struct svg *svg, const struct scene_panel *panel)
{
    const struct scene *scene = svg->scene;

    for (int i = 0; i < scene->cell_count; i++)
        if (scene->cell[i].home && scene->cell[i].home == panel->seat)
            return scene->cell[i].y * 2 >= scene->rows;
    return scene->columns == 0;
}

static int put_panels(struct svg *svg, bool above, int y)
{
    for (int i = 0; i < svg->scene->panel_count; i++)
        if (panel_is_above(svg, &svg->scene->panel[i]) == above)
            y += svg_panel(svg, &svg->scene->panel[i], y);
    return y;
}

static void put_squares(struct svg *svg)
{
    svg_sort(svg);
    svg_board(svg);
    svg_steps_below(svg);
    svg_pieces(svg);
    svg_steps_above(svg);
}

static int put_board(struct svg *svg, int y)
{
    if (svg->grid.columns == 0)
        return y;
    svg->cell = (SVG_WIDTH - 2 * SVG_MARGIN) / svg->grid.columns;
    if (svg->cell > SVG_CELL)
        svg->cell = SVG_CELL;
    svg->left = (SVG_WIDTH - svg->cell * svg->grid.columns) / 2;
    svg->top = svg_align(y + SVG_EDGE_GAP - TOP_REST, SVG_EVEN) + TOP_REST;
    put_squares(svg);
    return svg->top + svg->cell * svg->grid.rows + SVG_EDGE_GAP;
}

/* As much of the title as there is room for. */
static void fit_title(const struct svg *svg, struct safe *title)
{
    unsigned columns = TITLE_COLUMNS;

    do
        safe_clean(title, svg->look->title, columns, false);
    while (svg_text_width(title->at, TITLE_SIZE, true) > SVG_WIDTH - 2 * (SVG_PANEL_SIDE + 4) &&
           (columns -= 2) > 2);
}

/* Around a board drawn alone, and its smallest words: what the page makes of it on a phone of 390
 * points, and on a desk of 1280. */
static const struct {
    int left, top, right, bottom, least;
} alone[] = {[DRAW_TALL_BOARD] = {54, 6, 26, 28, 21},
             [DRAW_WIDE_BOARD] = {24, 22, 6, 44, 15},
             [DRAW_THUMBNAIL] = {6, 6, 6, 6, 15},
             [DRAW_LYING] = {24, 22, 6, 44, 15}};

/* A card table's thumbnail: the signs of what lies on it, as cards. */
static int put_cards(struct svg *svg)
{
    enum { WIDTH = 130, HEIGHT = 150, GAP = 20, ACROSS = 6, MOST = 2 * ACROSS, SIGN = 96 };
    const struct scene *scene = svg->scene;
    int shown = 0;

    svg->width = GAP + ACROSS * (WIDTH + GAP);
    for (int i = 0; i < scene->panel_count; i++)
        for (int row = 0; row < scene->panel[i].row_count; row++)
            for (int k = 0; k < scene->panel[i].row[row].count && shown < MOST; k++) {
                const struct scene_item *item = &scene->panel[i].row[row].item[k];
                int x = GAP + shown % ACROSS * (WIDTH + GAP);
                int y = GAP + shown / ACROSS * (HEIGHT + GAP);

                if (!item->symbol)
                    continue;
                svg_put(svg,
                        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"14\" fill=\"%s\" "
                        "stroke=\"" PALETTE_SOFT_INK "\" stroke-width=\"3\"/>",
                        x, y, WIDTH, HEIGHT, item->hidden ? PALETTE_HIDDEN : PALETTE_CARD);
                svg_symbol(svg, item->symbol, x + (WIDTH - SIGN) / 2, y + (HEIGHT - SIGN) / 2, SIGN,
                           0, item->hidden ? PALETTE_ON_HIDDEN : PALETTE_INK,
                           item->hidden ? PALETTE_HIDDEN : PALETTE_CARD);
                shown++;
            }
    return 3 * GAP + 2 * HEIGHT;
}

static int put_board_alone(struct svg *svg)
{
    unsigned shown = svg->look->shown;

    if (svg->grid.columns == 0)
        return shown == DRAW_THUMBNAIL ? put_cards(svg) : 1;
    svg->cell = SVG_CELL;
    svg->left = alone[shown].left;
    svg->top = alone[shown].top;
    svg->least = alone[shown].least;
    svg->width = svg->left + svg->cell * svg->grid.columns + alone[shown].right;
    put_squares(svg);
    return svg->top + svg->cell * svg->grid.rows + alone[shown].bottom;
}

/* All between head and foot; returns the height it took. */
static int put_body(struct svg *svg, const char *title)
{
    int y = 10;

    if (svg->look->shown)
        return put_board_alone(svg);
    if (*title) {
        svg_part_begin(svg, SVG_PANEL_SIDE + 4, 10);
        svg_text(svg, 0, 22, TITLE_SIZE, "start", true, PALETTE_INK, title);
        svg_part_end(svg, -4, 0, SVG_WIDTH - SVG_PANEL_SIDE, 29);
        y = 42;
    }
    y = put_panels(svg, true, y);
    y = put_board(svg, y);
    y = put_panels(svg, false, y + (svg->grid.columns ? 2 : 0));
    if (!svg->look->no_legend)
        y += svg_legend(svg, y);
    return y + 6;
}

static void note_frame(const struct svg *svg, int height)
{
    if (svg->look->frame)
        *svg->look->frame = (struct draw_frame){svg->width,     height,       svg->left,
                                                svg->top,       svg->cell,    svg->grid.columns,
                                                svg->grid.rows, svg->quarters};
}

static void put_head(struct svg *svg, int height, const char *title)
{
    svg_put(svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%it %ie\" "
            "font-family=\"DejaVu Sans,Verdana,sans-serif\">",
            svg->width, height, svg->width, height);
    if (svg->parts)
        svg->parts->head = (uint32_t)svg->out->length;
    svg_put(svg, "<title id=\"%it\">%x</title><desc id=\"%ie\">", title);
}

/* Parts were noted as the body counts; this is where it begins. */
static void note_parts(const struct svg *svg, uint32_t defs_length, int height)
{
    struct draw_parts *parts = svg->parts;
    uint32_t body = (uint32_t)svg->out->length;

    if (!parts)
        return;
    parts->signs = svg->scene->symbols;
    parts->height = height;
    parts->defs = body;
    parts->defs_end = body + defs_length;
    for (unsigned i = 0; i < parts->count; i++)
        parts->part[i].at += body;
}

static enum rc write(struct svg *svg, struct buf *out, struct err *err)
{
    OWN(buf) body = {0}, alt = {0};
    uint32_t defs;
    struct safe title;
    int height;

    fit_title(svg, &title);
    grid_init(&svg->grid, svg->scene);
    svg->out = &body;
    buf_reserve(&body, SVG_FIRST_BYTES);
    if (svg->look->shown != DRAW_TALL_BOARD && svg->look->shown != DRAW_WIDE_BOARD) {
        mark_used(svg);
        put_symbols(svg);
    }
    defs = (uint32_t)body.length;
    height = put_body(svg, title.at);
    note_frame(svg, height);
    TRY(draw_alt(svg->scene, svg->look, &alt, err));
    svg->out = out;
    buf_reserve(out, body.length + alt.length + SVG_HEAD_BYTES);
    put_head(svg, height, *title.at ? title.at : say_phrase(svg->look, DRAW_BOARD));
    svg_put(svg, "%x</desc>", buf_text(&alt));
    svg_put(svg, "<rect width=\"%d\" height=\"%d\" fill=\"" PALETTE_PAPER "\"/>", svg->width,
            height);
    note_parts(svg, defs, height);
    buf_put_bytes(out, buf_text(&body), body.length);
    svg_put(svg, "</svg>\n");
    return buf_rc(&body, err) == RC_OK ? buf_rc(out, err) : RC_NO_MEMORY;
}

static enum rc write_once(const struct scene *scene, const struct draw_look *look, struct buf *out,
                          struct draw_parts *parts, struct err *err)
{
    struct svg svg = {.scene = scene,
                      .said = scene,
                      .look = look,
                      .id = look->id ? look->id : "",
                      .parts = parts,
                      .width = SVG_WIDTH};

    if (parts)
        *parts = (struct draw_parts){0};
    return write(&svg, out, err);
}

static enum rc write_alone(const struct scene *scene, const struct draw_look *look, struct buf *out,
                           struct err *err)
{
    struct svg svg = {.said = scene, .look = look, .id = look->id ? look->id : ""};
    struct scene turned;

    svg.quarters = scene_quarters(scene, look->shown != DRAW_TALL_BOARD);
    scene_turn(scene, svg.quarters, &turned);
    svg.scene = &turned;
    return write(&svg, out, err);
}

enum rc draw_signs(const struct scene *scene, struct buf *out, struct err *err)
{
    struct svg svg = {.scene = scene, .id = "", .out = out};

    memset(svg.used, true, sizeof svg.used);
    svg_put(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\">");
    put_symbols(&svg);
    svg_put(&svg, "</svg>\n");
    return buf_rc(out, err);
}

/* A picture that has grown too large does without its legend. */
enum rc draw_svg_parts(const struct scene *scene, const struct draw_look *look, struct buf *out,
                       struct draw_parts *parts, struct err *err)
{
    struct draw_look bare = *look;
    size_t start = out->length;

    TRY(write_once(scene, look, out, parts, err));
    if (out->length - start > DRAW_SVG_BYTES_MAX && !look->no_legend) {
        bare.no_legend = true;
        out->length = start;
        TRY(write_once(scene, &bare, out, parts, err));
    }
    if (out->length - start > DRAW_SVG_BYTES_MAX)
        return ERR(err, RC_TOO_LONG, "a drawing is larger than an SVG may be");
    return RC_OK;
}

enum rc draw_svg(const struct scene *scene, const struct draw_look *look, struct buf *out,
                 struct err *err)
{
    size_t start = out->length;

    if (look->shown == DRAW_WHOLE)
        return draw_svg_parts(scene, look, out, NULL, err);
    TRY(write_alone(scene, look, out, err));
    return out->length - start > DRAW_SVG_BYTES_MAX
               ? ERR(err, RC_TOO_LONG, "a drawing is larger than an SVG may be")
               : RC_OK;
}
