/* SPDX-License-Identifier: MIT */
/* What lies below everything on the board: squares of no area, coordinates, names of areas. */
#include "draw/svg_p.h"

enum {
    NAME_SIZE = 14, /* of an area's name, */
    NAME_GAP = 25,  /* which runs so far from the board */
    NAME_ASCENT = 13,
    NAME_DESCENT = 4,
    NAME_NEAR = 6,   /* to a board drawn alone */
    NUMBER_GAP = 10, /* from the board to the middle of a row's number */
    LETTER_GAP = 7,
    LINE_SIZE = 13 /* of letters and numbers of lines */
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
    struct svg_list list = svg_cells_of(svg, GRID_NONE);
    int cell = svg->cell;

    svg_put(svg, "<path fill=\"" PALETTE_FLOOR "\" d=\"");
    for (; list.at < list.end; list.at++) {
        const struct scene_cell *at = &svg->scene->cell[*list.at];

        if (!at->home)
            svg_put(svg, "M%d %dh%dv%dh-%dz", svg_x(svg, at->x), svg_y(svg, at->y), cell, cell,
                    cell);
    }
    svg_put(svg, "\"/>");
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        put_home(svg, seat);
}

static void put_floor_lines(struct svg *svg)
{
    svg_put(svg, "<path stroke=\"" PALETTE_FLOOR_LINE "\" transform=\"" SVG_CRISP "\" d=\"");
    for (int i = 1; i < svg->grid.columns; i++)
        svg_put(svg, "M%d %dv%d", svg_x(svg, i), svg->top, svg->grid.rows * svg->cell);
    for (int i = 1; i < svg->grid.rows; i++)
        svg_put(svg, "M%d %dh%d", svg->left, svg->top + i * svg->cell,
                svg->grid.columns * svg->cell);
    svg_put(svg, "\"/>");
}

/* Paper below areas and around them, so that one sees what turns together. */
static void put_gaps(struct svg *svg)
{
    svg_put(svg,
            "<path stroke=\"" PALETTE_PAPER "\" stroke-width=\"%d\" fill=\"" PALETTE_PAPER
            "\" d=\"",
            SVG_AREA_GAP);
    for (int i = 0; i < svg->scene->area_count; i++) {
        const struct scene_area *area = &svg->scene->area[i];

        svg_put(svg, "M%d %dh%dv%dh-%dz", svg_x(svg, area->x),
                svg_y(svg, area->y + area->height - 1), area->width * svg->cell,
                area->height * svg->cell, area->width * svg->cell);
    }
    svg_put(svg, "\"/>");
}

/* An area's name along the outer side of the board. */
static void put_name_beside(struct svg *svg, const struct scene_area *area, const char *label)
{
    bool west = area->x * 2 + area->width <= svg->grid.columns;
    int size = svg_size(svg, NAME_SIZE), width = svg_text_width(label, size, true);
    int west_gap = svg->least ? svg->left - size : NAME_GAP,
        gap = svg->least ? NAME_NEAR : NAME_GAP;
    int x = west ? svg->left - west_gap : svg->left + svg->grid.columns * svg->cell + gap;
    int y = svg_y(svg, area->y + area->height - 1) + area->height * svg->cell / 2;

    svg_part_begin(svg, x, y);
    svg_put(svg,
            "<text transform=\"rotate(%d)\" font-size=\"%d\" font-weight=\"bold\" "
            "text-anchor=\"middle\" fill=\"" PALETTE_INK "\">%x</text>",
            west ? -90 : 90, size, label);
    svg_part_end(svg, west ? -NAME_ASCENT : -NAME_DESCENT, -width / 2, NAME_ASCENT + NAME_DESCENT,
                 width);
}

/* The same above or below a board that lies. */
static void put_name_along(struct svg *svg, const struct scene_area *area, const char *label)
{
    bool above = area->y * 2 + area->height > svg->grid.rows;
    int bottom = svg->top + svg->grid.rows * svg->cell + 2 * svg_size(svg, NAME_SIZE) + NAME_NEAR;

    svg_text(svg, svg_x(svg, area->x) + area->width * svg->cell / 2,
             above ? svg->top - NAME_NEAR : bottom, svg_size(svg, NAME_SIZE), "middle", true,
             PALETTE_INK, label);
}

static void put_area_name(struct svg *svg, int i)
{
    const struct scene_area *area = &svg->scene->area[i];
    TEXT_IN(text, label, 96);

    text_put(&text, area->name);
    if (!area->hidden && area->title[0])
        TEXT_PUT(&text, "  \xC2\xB7  ", area->title,
                 area->turn > 0   ? " \xE2\x86\xBB"
                 : area->turn < 0 ? " \xE2\x86\xBA"
                                  : "");
    if (area->home_made && !area->hidden)
        TEXT_PUT(&text, "  \xC2\xB7  ", say_phrase(svg->look, DRAW_HOME_MADE));
    if (svg->look->shown == DRAW_WIDE_BOARD || svg->look->shown == DRAW_LYING)
        put_name_along(svg, area, label);
    else
        put_name_beside(svg, area, label);
}

/* The same once more, on the other side of the board. */
static void repeat(struct svg *svg, const char *id, int x, int y)
{
    if (!svg->least)
        svg_put(svg, "<use href=\"#%i%s\" transform=\"translate(%d %d)\"/>", id, x, y);
}

/* What a column or a row as drawn is called, however the board was turned. */
static const char *name_line(const struct svg *svg, bool column, int at, char out[TEXT_INT_BYTES])
{
    int count = column ? svg->grid.columns : svg->grid.rows;
    bool back = column ? svg->quarters >= 2 : svg->quarters == 1 || svg->quarters == 2;
    int line = back ? count - 1 - at : at;

    if (column == (svg->quarters % 2 != 0))
        return text_of_int(out, line);
    out[0] = (char)('a' + line);
    out[1] = '\0';
    return out;
}

static void put_coordinates(struct svg *svg)
{
    int width = svg->grid.columns * svg->cell, height = svg->grid.rows * svg->cell;
    int size = svg_size(svg, LINE_SIZE), capital = size * 7 / 10;
    int letters = svg->least ? svg->top + height + LETTER_GAP + capital : svg->top - LETTER_GAP;
    int numbers = svg->left - (svg->least ? size * 2 / 3 : NUMBER_GAP);
    char name[TEXT_INT_BYTES];

    svg_put(svg, "<g id=\"%icolumns\">");
    svg_pen_begin(svg, size, PALETTE_SOFT_INK);
    for (int x = 0; x < svg->grid.columns; x++)
        svg_pen_add(svg, svg_x(svg, x) + svg->cell / 2, letters, size,
                    name_line(svg, true, x, name));
    svg_pen_end(svg);
    svg_put(svg, "</g>");
    repeat(svg, "columns", 0, height + 2 * LETTER_GAP + capital);
    svg_put(svg, "<g id=\"%irows\">");
    svg_pen_begin(svg, size, PALETTE_SOFT_INK);
    for (int y = 0; y < svg->grid.rows; y++)
        svg_pen_add(svg, numbers, svg_y(svg, y) + svg->cell / 2 + size * 2 / 5, size,
                    name_line(svg, false, y, name));
    svg_pen_end(svg);
    svg_put(svg, "</g>");
    repeat(svg, "rows", width + 2 * NUMBER_GAP, 0);
}

/* Squares of no area and the letters and numbers around the board. */
static void put_below(struct svg *svg)
{
    int y = svg->top - SVG_EDGE_GAP, top = svg->top;

    svg_part_begin(svg, 0, y);
    svg->top = SVG_EDGE_GAP;
    put_floor(svg);
    put_floor_lines(svg);
    svg_grounds(svg, GRID_NONE);
    svg_edges(svg, GRID_NONE);
    if (svg->scene->area_count)
        put_gaps(svg);
    if (svg->look->shown != DRAW_THUMBNAIL)
        put_coordinates(svg);
    svg->top = top;
    svg_part_end(svg, 0, 0, SVG_WIDTH, svg->grid.rows * svg->cell + 2 * SVG_EDGE_GAP - 3);
}

void svg_board(struct svg *svg)
{
    svg_put(svg, "<g id=\"%iboard\">");
    put_below(svg);
    for (int i = 0; i < svg->scene->area_count; i++) {
        svg_area(svg, i);
        if (svg->look->shown != DRAW_THUMBNAIL)
            put_area_name(svg, i);
    }
    svg_put(svg, "</g>");
}
