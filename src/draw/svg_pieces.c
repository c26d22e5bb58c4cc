/* SPDX-License-Identifier: MIT */
/* Pieces on the board: who stands there, how, and what he carries. */
#include "draw/svg_p.h"

static const struct draw_seat *seat_of(const struct scene_piece *piece)
{
    return &draw_seats[piece->seat <= SEATS_MAX ? piece->seat : 0];
}

static bool is_thing(const struct svg *svg, const struct scene_piece *piece)
{
    return piece->symbol && piece->symbol < svg->scene->symbol_count &&
           svg->scene->symbols[piece->symbol].kind == SCENE_SYMBOL_THING;
}

/* A shape with its sign; pale for things and for pieces that lie down. */
static void put_token(struct svg *svg, const struct scene_piece *piece, int r)
{
    const struct draw_seat *seat = seat_of(piece);
    bool pale = piece->down || is_thing(svg, piece);
    const char *face = pale ? seat->pale : seat->face;
    int size = r * 30 / 22;

    if (seat->shape == DRAW_DIAMOND)
        size = r * 26 / 22;
    svg_shape(svg, seat->shape, 0, 0, r, face, seat->rim, r > 15 ? 3 : 2,
              piece->down || piece->spent);
    svg_symbol(svg, piece->symbol, -size / 2, -size / 2, size, piece->down ? -90 : 0,
               pale ? PALETTE_INK : seat->ink, face);
}

/* A bandage beside a piece that lies down. */
static void put_bandage(struct svg *svg, int x, int y)
{
    svg_put(svg,
            "<circle cx=\"%d\" cy=\"%d\" r=\"9\" fill=\"" PALETTE_ON_BLOW
            "\" stroke=\"" PALETTE_BLOW "\" stroke-width=\"2\"/>"
            "<path d=\"M%d %dh10M%d %dv10\" stroke=\"" PALETTE_BLOW "\" stroke-width=\"4\"/>",
            x, y, x - 5, y, x, y - 5);
}

/* The ground that a piece hides, small in a corner. */
static void put_ground_hint(struct svg *svg, const struct scene_cell *at, int x, int y)
{
    unsigned symbol = at->cover ? at->cover : at->symbol;

    svg_part_begin(svg, x + 10, y + 46);
    svg_put(svg, "<circle r=\"10\" fill=\"%s\" stroke=\"" PALETTE_FLOOR_LINE "\"/>",
            at->barred ? PALETTE_BARRED : PALETTE_CARD);
    svg_symbol(svg, symbol, -7, -7, 14, 0, at->barred ? PALETTE_ON_BARRED : PALETTE_GROUND,
               at->barred ? PALETTE_BARRED : PALETTE_CARD);
    svg_part_end(svg, -11, -11, 22, 22);
}

static void put_title(struct svg *svg, const struct scene_piece *piece)
{
    char name[SAY_NAME_BYTES], place[SAY_PLACE_BYTES];
    TEXT_IN(text, title, 2 * SAY_NAME_BYTES);

    say_put(&text, svg->look, DRAW_SAY_AT,
            SAY_VALUES({"piece", say_owned(name, svg->said, svg->look, piece->symbol, piece->seat)},
                       {"place", say_place(place, piece->x, piece->y)}));
    if (piece->down)
        TEXT_PUT(&text, ", ", say_down(svg->scene, svg->look));
    svg_put(svg, "<title>%x</title>", title);
}

/* One piece with its middle at (px, py), of radius r. */
static void put_piece(struct svg *svg, const struct scene_piece *piece, int px, int py, int r)
{
    int box = r + 8, corner = r * 17 / 22;

    svg_part_begin(svg, px, py);
    put_title(svg, &svg->said->piece[piece - svg->scene->piece]);
    put_token(svg, piece, r);
    if (piece->down)
        put_bandage(svg, corner, -corner);
    svg_part_end(svg, -box, -box, 2 * box, 2 * box);
}

/* Where the board is small all are as large as their square lets them be. */
static int radius_of(const struct svg *svg, const struct scene_piece *piece)
{
    enum draw_shape shape = seat_of(piece)->shape;

    if (svg->least)
        return SVG_PIECE_LARGE + (shape == DRAW_SQUARE || shape == DRAW_PLAIN ? 2 : 0);
    return is_thing(svg, piece) ? 18 : 22;
}

/* All that is on one square: the first piece large, the others as tags in its lower corners. */
static void put_square(struct svg *svg, int x, int y, int first)
{
    const struct scene_piece *piece = &svg->scene->piece[first];
    const struct scene_cell *at = grid_cell(&svg->grid, x, y);
    int px = svg_x(svg, x), py = svg_y(svg, y), tags = 0;
    int next = svg->grid.next[first], middle = svg->cell / 2 - (next >= 0 ? 3 : 0);

    put_piece(svg, piece, px + middle, py + middle, radius_of(svg, piece));
    for (; next >= 0 && tags < 3; next = svg->grid.next[next], tags++)
        put_piece(svg, &svg->scene->piece[next], tags == 1 ? px + 13 : px + 42,
                  tags == 2 ? py + 14 : py + 42, 13);
    if (at && (at->symbol || at->cover) && tags < 2)
        put_ground_hint(svg, at, px, py);
}

void svg_pieces(struct svg *svg)
{
    svg_put(svg, "<g id=\"%ipieces\">");
    for (int y = svg->grid.rows - 1; y >= 0; y--)
        for (int x = 0; x < svg->grid.columns; x++)
            if (grid_piece(&svg->grid, x, y) >= 0)
                put_square(svg, x, y, grid_piece(&svg->grid, x, y));
    svg_put(svg, "</g>");
}
