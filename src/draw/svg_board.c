/* The board itself: floors, grounds, hidden areas, coordinates, edges. */
#include "draw/svg_p.h"

enum {
    GAP = 4, /* between two areas, so that one sees what turns together */
    WALL_WIDTH = 6,
    HALF_WIDTH = 5, /* a wall on its own side of a border */
    HALF_INSET = 4,
    WALL_TRIM = 4 /* at the area's border */
};

static void put_home(struct svg *svg, unsigned seat)
{
    bool any = false;

    for (int i = 0; i < svg->scene->cell_count; i++) {
        const struct scene_cell *at = &svg->scene->cell[i];

        if (at->home != seat)
            continue;
        if (!any)
            svg_put(svg, "<path fill=\"%s\" d=\"", draw_seats[seat].pale);
        any = true;
        svg_put(svg, "M%d %dh%dv%dh-%dz", svg_x(svg, at->x), svg_y(svg, at->y), svg->cell,
                svg->cell, svg->cell);
    }
    if (any)
        svg_put(svg, "\"/>");
}

static void put_floor(struct svg *svg)
{
    const struct scene *scene = svg->scene;
    int cell = svg->cell;

    svg_put(svg, "<path fill=\"" PALETTE_FLOOR "\" d=\"");
    for (int i = 0; i < scene->area_count; i++) {
        const struct scene_area *area = &scene->area[i];

        if (!area->hidden)
            svg_put(svg, "M%d %dh%dv%dh-%dz", svg_x(svg, area->x),
                    svg_y(svg, area->y + area->height - 1), area->width * cell, area->height * cell,
                    area->width * cell);
    }
    for (int i = 0; i < scene->cell_count; i++) {
        const struct scene_cell *at = &scene->cell[i];

        if (!at->home && grid_area(&svg->grid, at->x, at->y) == GRID_NONE)
            svg_put(svg, "M%d %dh%dv%dh-%dz", svg_x(svg, at->x), svg_y(svg, at->y), cell, cell,
                    cell);
    }
    svg_put(svg, "\"/>");
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        put_home(svg, seat);
}

static void put_floor_lines(struct svg *svg)
{
    svg_put(svg, "<path stroke=\"" PALETTE_FLOOR_LINE "\" fill=\"none\" d=\"");
    for (int i = 1; i < svg->grid.columns; i++)
        svg_put(svg, "M%d %dv%d", svg_x(svg, i), svg->top, svg->grid.rows * svg->cell);
    for (int i = 1; i < svg->grid.rows; i++)
        svg_put(svg, "M%d %dh%d", svg->left, svg->top + i * svg->cell,
                svg->grid.columns * svg->cell);
    svg_put(svg, "\"/>");
    /* Paper shows between areas. */
    svg_put(svg, "<path stroke=\"" PALETTE_PAPER "\" stroke-width=\"%d\" fill=\"none\" d=\"", GAP);
    for (int i = 0; i < svg->scene->area_count; i++) {
        const struct scene_area *area = &svg->scene->area[i];

        svg_put(svg, "M%d %dh%dv%dh-%dz", svg_x(svg, area->x),
                svg_y(svg, area->y + area->height - 1), area->width * svg->cell,
                area->height * svg->cell, area->width * svg->cell);
    }
    svg_put(svg, "\"/>");
}

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
static void put_barred(struct svg *svg)
{
    int side = svg->cell - 18;

    svg_put(svg, "<path fill=\"" PALETTE_BARRED "\" d=\"");
    for (int i = 0; i < svg->scene->cell_count; i++) {
        const struct scene_cell *at = &svg->scene->cell[i];

        if (at->barred)
            svg_put(svg, "M%d %dh%dl5 5v%dl-5 5h-%dl-5-5v-%dz", svg_x(svg, at->x) + 9,
                    svg_y(svg, at->y) + 4, side, side, side, side);
    }
    svg_put(svg, "\"/>");
}

/* Pieces known to lie in a hidden area, in rows of six. */
static void put_hidden_pieces(struct svg *svg, int area, int cx, int cy)
{
    const struct scene *scene = svg->scene;
    int count = 0, k = 0;

    for (int i = 0; i < scene->piece_count; i++)
        count += scene->piece[i].area == area;
    for (int i = 0; i < scene->piece_count; i++) {
        const struct scene_piece *piece = &scene->piece[i];
        const struct draw_seat *seat = &draw_seats[piece->seat <= SEATS_MAX ? piece->seat : 0];
        int row = k / 6, in_row = count - row * 6 < 6 ? count - row * 6 : 6, x, y;
        bool thing = piece->symbol && piece->symbol < scene->symbol_count &&
                     scene->symbols[piece->symbol].kind == SCENE_SYMBOL_THING;

        if (piece->area != area)
            continue;
        x = cx + (2 * (k % 6) - in_row + 1) * 23;
        y = cy + row * 46;
        k++;
        svg_shape(svg, seat->shape, x, y, 20, thing ? seat->pale : seat->face, seat->rim, 2, false);
        svg_symbol(svg, piece->symbol, x - 13, y - 13, 26, 0, thing ? PALETTE_INK : seat->ink,
                   thing ? seat->pale : seat->face);
    }
}

static void put_hidden_area(struct svg *svg, int i)
{
    const struct scene_area *area = &svg->scene->area[i];
    int x = svg_x(svg, area->x), y = svg_y(svg, area->y + area->height - 1);
    int width = area->width * svg->cell, height = area->height * svg->cell;
    char name[SAY_NAME_BYTES];

    svg_put(svg, "<g id=\"%iarea-%s\"><title>%x: %x</title>", area->name,
            say_area(name, svg->scene, svg->look, i), say_phrase(svg->look, DRAW_FACE_DOWN));
    svg_put(svg,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"" PALETTE_HIDDEN
            "\"/>",
            x + 3, y + 3, width - 6, height - 6);
    svg_put(svg,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"none\" "
            "stroke=\"" PALETTE_ON_HIDDEN "\"/>",
            x + 12, y + 12, width - 24, height - 24);
    svg_text(svg, x + width / 2, y + height / 2 - 22, 40, "middle", true, PALETTE_ON_HIDDEN,
             area->name);
    svg_text(svg, x + width / 2, y + height / 2 + 4, 17, "middle", false, PALETTE_ON_HIDDEN,
             say_phrase(svg->look, DRAW_FACE_DOWN));
    put_hidden_pieces(svg, i, x + width / 2, y + height / 2 + 40);
    svg_put(svg, "</g>");
}

/* An area's name along the outer side of the board. */
static void put_area_name(struct svg *svg, int i)
{
    const struct scene_area *area = &svg->scene->area[i];
    bool west = area->x * 2 + area->width <= svg->grid.columns;
    int x = west ? svg->left - 23 : svg->left + svg->grid.columns * svg->cell + 23;
    int y = svg_y(svg, area->y + area->height - 1) + area->height * svg->cell / 2;
    char label[96];
    struct text text;

    text_init(&text, label, sizeof label);
    text_put(&text, area->name);
    if (!area->hidden && area->title[0]) {
        text_put(&text, "  \xC2\xB7  ");
        text_put(&text, area->title);
        text_put(&text, area->turn > 0 ? " \xE2\x86\xBB" : area->turn < 0 ? " \xE2\x86\xBA" : "");
    }
    if (area->home_made && !area->hidden) {
        text_put(&text, "  \xC2\xB7  ");
        text_put(&text, say_phrase(svg->look, DRAW_HOME_MADE));
    }
    svg_put(svg,
            "<text transform=\"translate(%d %d)rotate(%d)\" font-size=\"16\" "
            "font-weight=\"bold\" text-anchor=\"middle\" fill=\"" PALETTE_INK "\">%x</text>",
            x, y, west ? -90 : 90, label);
}

static void put_coordinates(struct svg *svg)
{
    int right = svg->left + svg->grid.columns * svg->cell;
    int bottom = svg->top + svg->grid.rows * svg->cell;
    char digits[TEXT_INT_BYTES];
    enum { SIZE = 14 };

    svg_pen_begin(svg, SIZE, PALETTE_SOFT_INK);
    for (int x = 0; x < svg->grid.columns; x++) {
        char letter[2] = {(char)('a' + x), '\0'};
        int at = svg_x(svg, x) + svg->cell / 2;

        svg_pen_add(svg, at, svg->top - 7, SIZE, letter);
        svg_pen_add(svg, at, bottom + 16, SIZE, letter);
    }
    for (int y = 0; y < svg->grid.rows; y++) {
        int at = svg_y(svg, y) + svg->cell / 2 + 5;

        text_of_int(digits, y);
        svg_pen_add(svg, svg->left - 11, at, SIZE, digits);
        svg_pen_add(svg, right + 11, at, SIZE, digits);
    }
    svg_pen_end(svg);
}

void svg_board(struct svg *svg)
{
    const struct scene *scene = svg->scene;

    svg_put(svg, "<g id=\"%iboard\">");
    put_floor(svg);
    put_floor_lines(svg);
    put_barred(svg);
    for (int i = 0; i < scene->cell_count; i++)
        if (scene->cell[i].symbol || scene->cell[i].cover || scene->cell[i].barred)
            put_ground(svg, &scene->cell[i]);
    for (int i = 0; i < scene->area_count; i++) {
        if (scene->area[i].hidden)
            put_hidden_area(svg, i);
        put_area_name(svg, i);
    }
    put_coordinates(svg);
    svg_put(svg, "</g>");
}

/* One edge as seen from its square, in a frame where it runs along the x axis from 0 to 56 and
 * the square's inside lies at positive y. */
struct edge_pen {
    const char *stroke;
    int width;
    const char *whole, *half; /* path in the middle of the edge, and on the square's own side */
};

static const struct edge_pen edge_pens[SCENE_EDGE_KIND_COUNT] = {
    [SCENE_EDGE_WALL] = {PALETTE_WALL, WALL_WIDTH, "M0 0H56", "M2 4.5H54"},
    [SCENE_EDGE_GATE] = {PALETTE_GATE, 3, "M2 0H54M8-8V8M18-8V8M28-8V8M38-8V8M48-8V8",
                         "M2 5H54M8 1V13M18 1V13M28 1V13M38 1V13M48 1V13"},
    [SCENE_EDGE_GATE_OPEN] = {PALETTE_GATE, 4, "M2 0H13M43 0H54M6-7V7M13-7V7M43-7V7M50-7V7",
                              "M2 6H13M43 6H54M6 1V13M13 1V13M43 1V13M50 1V13"},
    [SCENE_EDGE_GATE_BROKEN] = {PALETTE_GATE, 4, "M2 0H12M44 0H54M7-7V7M49-7V7M22-6L34 6M34-6L22 6",
                                "M2 7H12M44 7H54M7 1V13M49 1V13M22 2L34 13M34 2L22 13"},
    [SCENE_EDGE_WALL_BROKEN] = {PALETTE_WALL, 5, "M0 0H13M43 0H56M22-6L34 6M34-6L22 6",
                                "M2 5H13M43 5H54M22 2L34 13M34 2L22 13"},
};

/* Turns that frame to a side: translation in cells and degrees. */
static const struct {
    int x, y, degrees;
} edge_frames[] = {
    [SCENE_NORTH] = {0, 0, 0},
    [SCENE_EAST] = {1, 0, 90},
    [SCENE_SOUTH] = {1, 1, 180},
    [SCENE_WEST] = {0, 1, 270},
};

static void put_edges_of_kind(struct svg *svg, enum scene_edge_kind kind)
{
    const struct scene *scene = svg->scene;
    const struct edge_pen *pen = &edge_pens[kind];
    char name[SAY_NAME_BYTES];
    bool any = false;

    for (int i = 0; i < scene->edge_count; i++) {
        const struct scene_edge *edge = &scene->edge[i];
        bool half = grid_is_border(&svg->grid, edge->x, edge->y, edge->side);

        if (edge->kind != kind)
            continue;
        if (!any)
            svg_put(svg, "<g fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"><title>%x</title>",
                    pen->stroke, pen->width, say_edge(name, scene, svg->look, kind));
        any = true;
        svg_put(svg, "<path transform=\"translate(%d %d)",
                svg_x(svg, edge->x) + edge_frames[edge->side].x * svg->cell,
                svg_y(svg, edge->y) + edge_frames[edge->side].y * svg->cell);
        if (edge_frames[edge->side].degrees)
            svg_put(svg, "rotate(%d)", edge_frames[edge->side].degrees);
        if (svg->cell != SVG_CELL)
            svg_put(svg, "scale(%h)", svg->cell * 100 / SVG_CELL);
        svg_put(svg, "\" d=\"%s\"/>", half ? pen->half : pen->whole);
    }
    if (any)
        svg_put(svg, "</g>");
}

/* Does the edge reach the border of its square's area at this end, on the east or north (1), or
 * on the west or south (0)? */
static bool ends_at_border(const struct svg *svg, const struct scene_edge *edge, int end)
{
    bool level = edge->side == SCENE_NORTH || edge->side == SCENE_SOUTH;

    return grid_is_border(&svg->grid, edge->x, edge->y,
                          level ? (end ? SCENE_EAST : SCENE_WEST)
                                : (end ? SCENE_NORTH : SCENE_SOUTH));
}

/* Walls are many: straight into one path. Those on a border stand on their own side of it; none
 * sticks out of its area. */
static void put_wall(struct svg *svg, const struct scene_edge *edge, int inset, int trim)
{
    int cell = svg->cell, x = svg_x(svg, edge->x), y = svg_y(svg, edge->y);
    int low = ends_at_border(svg, edge, 0) ? trim : 0;
    int high = ends_at_border(svg, edge, 1) ? trim : 0;

    switch (edge->side) {
    case SCENE_NORTH:
        svg_put(svg, "M%d %dh%d", x + low, y + inset, cell - low - high);
        break;
    case SCENE_SOUTH:
        svg_put(svg, "M%d %dh%d", x + low, y + cell - inset, cell - low - high);
        break;
    case SCENE_WEST:
        svg_put(svg, "M%d %dv%d", x + inset, y + high, cell - low - high);
        break;
    default:
        svg_put(svg, "M%d %dv%d", x + cell - inset, y + high, cell - low - high);
    }
}

static void put_walls(struct svg *svg, bool half)
{
    svg_put(svg,
            "<path fill=\"none\" stroke=\"" PALETTE_WALL
            "\" stroke-width=\"%d\" stroke-linecap=\"square\" d=\"",
            half ? HALF_WIDTH : WALL_WIDTH);
    for (int i = 0; i < svg->scene->edge_count; i++) {
        const struct scene_edge *edge = &svg->scene->edge[i];

        if (edge->kind == SCENE_EDGE_WALL &&
            grid_is_border(&svg->grid, edge->x, edge->y, edge->side) == half)
            put_wall(svg, edge, half ? HALF_INSET : 0, half ? HALF_INSET : WALL_TRIM);
    }
    svg_put(svg, "\"/>");
}

void svg_edge_sign(struct svg *svg, enum scene_edge_kind kind, int x, int y, int length)
{
    const struct edge_pen *pen = &edge_pens[kind];

    svg_put(svg,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
            "transform=\"translate(%d %d)scale(%h)\" d=\"%s\"/>",
            pen->stroke, pen->width, x - length / 2, y, length * 100 / SVG_CELL, pen->whole);
}

void svg_edges(struct svg *svg)
{
    svg_put(svg, "<g id=\"%iedges\">");
    put_walls(svg, false);
    put_walls(svg, true);
    for (int kind = SCENE_EDGE_GATE; kind < SCENE_EDGE_KIND_COUNT; kind++)
        put_edges_of_kind(svg, (enum scene_edge_kind)kind);
    svg_put(svg, "</g>");
}
