/* SPDX-License-Identifier: MIT */
/* Areas, each a part of its own: floor, grounds and edges, or its face-down side. */
#include "draw/svg_p.h"

enum { BORDER = SVG_AREA_GAP / 2 }; /* an area's half of the gap to the next */

/* Two small arrows around a gear. */
static void put_turn_arrows(struct svg *svg, int cx, int cy, int turn)
{
    svg_put(svg,
            "<path fill=\"none\" stroke=\"" PALETTE_GROUND "\" stroke-width=\"2.5\" "
            "stroke-linecap=\"round\" transform=\"translate(%d %d)%s\" "
            "d=\"M-22-6A22.8 22.8 0 0 1-6-22l-6.5-2.3m6.5 2.3l-4.5 5.3"
            "M22 6A22.8 22.8 0 0 1 6 22l6.5 2.3m-6.5-2.3l4.5-5.3\"/>",
            cx, cy, turn < 0 ? "scale(-1 1)" : "");
}

static void put_ground(struct svg *svg, const struct scene_cell *at)
{
    int x = svg_x(svg, at->x), y = svg_y(svg, at->y), cell = svg->cell;
    const char *ink = at->barred ? PALETTE_ON_BARRED : PALETTE_GROUND;
    const char *face = at->barred ? PALETTE_BARRED : PALETTE_FLOOR;
    int size = at->turn ? cell * 34 / 56 : cell * 40 / 56;

    if (at->cover) {
        svg_put(svg,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"14\" fill=\"" PALETTE_COVER
                "\"/>",
                x + 3, y + 3, cell - 6, cell - 6);
        svg_symbol(svg, at->cover, x + 6, y + 4, cell - 12, 0, PALETTE_GROUND, PALETTE_COVER);
        if (at->symbol)
            svg_symbol(svg, at->symbol, x + cell - 22, y + cell - 22, 18, 0, PALETTE_GROUND,
                       PALETTE_COVER);
        return;
    }
    if (at->symbol)
        svg_symbol(svg, at->symbol, x + (cell - size) / 2, y + (cell - size) / 2, size, 0, ink,
                   face);
    if (at->turn)
        put_turn_arrows(svg, x + cell / 2, y + cell / 2, at->turn);
}

/* All barred squares at once, dark, with cut corners. */
static void put_barred(struct svg *svg, struct svg_list list)
{
    int side = svg->cell - 18;
    bool any = false;

    for (; list.at < list.end; list.at++) {
        const struct scene_cell *at = &svg->scene->cell[*list.at];

        if (!at->barred)
            continue;
        if (!any)
            svg_put(svg, "<path fill=\"" PALETTE_BARRED "\" d=\"");
        any = true;
        svg_put(svg, "M%d %dh%dl5 5v%dl-5 5h-%dl-5-5v-%dz", svg_x(svg, at->x) + 9,
                svg_y(svg, at->y) + 4, side, side, side, side);
    }
    if (any)
        svg_put(svg, "\"/>");
}

void svg_grounds(struct svg *svg, int area)
{
    struct svg_list list = svg_cells_of(svg, area);

    put_barred(svg, list);
    for (; list.at < list.end; list.at++) {
        const struct scene_cell *at = &svg->scene->cell[*list.at];

        if (at->symbol || at->cover || at->barred)
            put_ground(svg, at);
    }
}

static void put_floor(struct svg *svg, const struct scene_area *area)
{
    int width = area->width * svg->cell, height = area->height * svg->cell;

    svg_put(svg, "<path fill=\"" PALETTE_FLOOR "\" d=\"M%d %dh%dv%dh-%dz\"/>", BORDER, BORDER,
            width - 2 * BORDER, height - 2 * BORDER, width - 2 * BORDER);
    svg_put(svg, "<path stroke=\"" PALETTE_FLOOR_LINE "\" transform=\"" SVG_CRISP "\" d=\"");
    for (int i = 1; i < area->width; i++)
        svg_put(svg, "M%d %dv%d", i * svg->cell, BORDER, height - 2 * BORDER);
    for (int i = 1; i < area->height; i++)
        svg_put(svg, "M%d %dh%d", BORDER, i * svg->cell, width - 2 * BORDER);
    svg_put(svg, "\"/>");
}

static void put_hidden_piece(struct svg *svg, const struct scene_piece *piece, int x, int y, int r)
{
    const struct draw_seat *seat = &draw_seats[piece->seat <= SEATS_MAX ? piece->seat : 0];
    bool thing = piece->symbol && piece->symbol < svg->scene->symbol_count &&
                 svg->scene->symbols[piece->symbol].kind == SCENE_SYMBOL_THING;

    svg_part_begin(svg, x, y);
    svg_shape(svg, seat->shape, 0, 0, r, thing ? seat->pale : seat->face, seat->rim, 2, false);
    svg_symbol(svg, piece->symbol, 7 - r, 7 - r, 2 * r - 14, 0, thing ? PALETTE_INK : seat->ink,
               thing ? seat->pale : seat->face);
    svg_part_end(svg, -r - 2, -r - 2, 2 * r + 4, 2 * r + 4);
}

/* Pieces known to lie in a hidden area, in rows of six, or of five large ones. */
static void put_hidden_pieces(struct svg *svg, int area, int cx, int cy)
{
    const struct scene *scene = svg->scene;
    int count = 0, k = 0, most, r;

    for (int i = 0; i < scene->piece_count; i++)
        count += scene->piece[i].area == area;
    most = svg->least && count <= 10 ? 5 : 6;
    r = most == 5 ? SVG_PIECE_LARGE : 20;
    for (int i = 0; i < scene->piece_count; i++) {
        int row = k / most, in_row = count - row * most < most ? count - row * most : most;

        if (scene->piece[i].area != area)
            continue;
        put_hidden_piece(svg, &scene->piece[i], cx + (2 * (k % most) - in_row + 1) * (r + 3),
                         cy + row * (2 * r + 6), r);
        k++;
    }
}

static void put_hidden(struct svg *svg, const struct scene_area *area)
{
    int width = area->width * svg->cell, height = area->height * svg->cell;
    bool small = svg->look->shown == DRAW_THUMBNAIL; /* a quarter of its size, or less */

    svg_put(svg,
            "<rect x=\"3\" y=\"3\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"" PALETTE_HIDDEN
            "\"/><rect x=\"12\" y=\"12\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"none\" "
            "stroke=\"" PALETTE_ON_HIDDEN "\"/>",
            width - 6, height - 6, width - 24, height - 24);
    svg_text(svg, width / 2, height / 2 - 22, small ? 64 : 40, "middle", true, PALETTE_ON_HIDDEN,
             area->name);
    if (!small)
        svg_text(svg, width / 2, height / 2 + 4, svg_size(svg, 17), "middle", false,
                 PALETTE_ON_HIDDEN, say_phrase(svg->look, DRAW_FACE_DOWN));
}

void svg_area(struct svg *svg, int i)
{
    const struct scene_area *area = &svg->scene->area[i];
    int left = svg->left, top = svg->top;
    int x = svg_x(svg, area->x), y = svg_y(svg, area->y + area->height - 1);
    int width = area->width * svg->cell, height = area->height * svg->cell;
    char name[SAY_NAME_BYTES];

    svg_put(svg, "<g id=\"%iarea-%s\"><title>%x%s%x</title>", area->name,
            say_area(name, svg->scene, svg->look, i), area->hidden ? ": " : "",
            area->hidden ? say_phrase(svg->look, DRAW_FACE_DOWN) : "");
    svg_part_begin(svg, x, y);
    svg->left -= x;
    svg->top -= y;
    if (area->hidden)
        put_hidden(svg, area);
    else {
        put_floor(svg, area);
        svg_grounds(svg, i);
        svg_edges(svg, i);
    }
    svg->left = left;
    svg->top = top;
    svg_part_end(svg, 0, 0, width, height);
    if (area->hidden)
        put_hidden_pieces(svg, i, x + width / 2, y + height / 2 + 40);
    svg_put(svg, "</g>");
}
