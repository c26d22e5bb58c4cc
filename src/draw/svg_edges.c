/* SPDX-License-Identifier: MIT */
/* Walls and gates between squares. */
#include "draw/svg_p.h"

enum {
    WALL_WIDTH = 6,
    HALF_WIDTH = 5, /* a wall on its own side of a border */
    HALF_INSET = 4,
    WALL_TRIM = 4 /* at the area's border */
};

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

static void put_edges_of_kind(struct svg *svg, struct svg_list list, enum scene_edge_kind kind)
{
    const struct edge_pen *pen = &edge_pens[kind];
    char name[SAY_NAME_BYTES];
    bool any = false;

    for (; list.at < list.end; list.at++) {
        const struct scene_edge *edge = &svg->scene->edge[*list.at];
        bool half = grid_is_border(&svg->grid, edge->x, edge->y, edge->side);

        if (edge->kind != kind)
            continue;
        if (!any)
            svg_put(svg, "<g fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"><title>%x</title>",
                    pen->stroke, pen->width, say_edge(name, svg->scene, svg->look, kind));
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

static void put_walls(struct svg *svg, struct svg_list list, bool half)
{
    bool any = false;

    for (; list.at < list.end; list.at++) {
        const struct scene_edge *edge = &svg->scene->edge[*list.at];

        if (edge->kind != SCENE_EDGE_WALL ||
            grid_is_border(&svg->grid, edge->x, edge->y, edge->side) != half)
            continue;
        if (!any)
            svg_put(svg,
                    "<path fill=\"none\" stroke=\"" PALETTE_WALL
                    "\" stroke-width=\"%d\" stroke-linecap=\"square\" d=\"",
                    half ? HALF_WIDTH : WALL_WIDTH);
        any = true;
        put_wall(svg, edge, half ? HALF_INSET : 0, half ? HALF_INSET : WALL_TRIM);
    }
    if (any)
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

void svg_edges(struct svg *svg, int area)
{
    struct svg_list list = svg_edges_of(svg, area);

    put_walls(svg, list, false);
    put_walls(svg, list, true);
    for (int kind = SCENE_EDGE_GATE; kind < SCENE_EDGE_KIND_COUNT; kind++)
        put_edges_of_kind(svg, list, (enum scene_edge_kind)kind);
}
