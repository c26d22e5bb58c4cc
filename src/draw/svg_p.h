/* SPDX-License-Identifier: MIT */
/* Parts of the SVG writer; svg.c puts them together. Lengths are whole units of the viewBox. */
#pragma once

#include "draw/draw.h"
#include "draw/grid.h"
#include "draw/palette.h"
#include "draw/parts.h"
#include "draw/say.h"

enum {
    SVG_WIDTH = 640,
    SVG_CELL = 56,
    SVG_MARGIN = 40,      /* beside the board: numbers of rows, names of areas */
    SVG_EDGE_GAP = 24,    /* above and below it: letters of columns */
    SVG_PANEL_SIDE = 12,  /* from the picture's edge to a panel */
    SVG_AREA_GAP = 4,     /* between two areas */
    SVG_PIECE_LARGE = 25, /* radius where the board is small */
    SVG_EVEN = 8,         /* so many are whole pixels in a letter's picture; */
    SVG_HALF = 4          /* or whole and a half */
};

/* The next multiple of SVG_EVEN or SVG_HALF: what is drawn again elsewhere falls onto pixels in few
 * ways there, so that it is found among those that were drawn before (draw/parts.h). */
static inline int svg_align(int at, int step)
{
    return (at + step - 1) / step * step;
}

/* Lines one unit wide fill whole pixels of a picture as wide as the SVG. */
#define SVG_CRISP "translate(.5 .5)"

/* One picture being written. */
struct svg {
    struct buf *out;
    const struct scene *scene;
    const struct scene *said; /* the same as it is spoken of, by the game's own names of squares */
    const struct draw_look *look;
    struct grid grid;
    const char *id;      /* prefix of ids */
    int left, top, cell; /* where the board lies and how large its squares are */
    int width;           /* of the picture */
    int least;           /* no words on the board are smaller */
    unsigned quarters;   /* that the board is turned */
    bool used[256];      /* symbols that the picture shows */
    /* Edges and cells of the scene by area, those of no area first: see svg_edges_of. */
    uint16_t edge[SCENE_EDGES_MAX], at[SCENE_CELLS_MAX];
    uint16_t first_edge[SCENE_AREAS_MAX + 2], first_cell[SCENE_AREAS_MAX + 2];
    struct draw_parts *parts; /* noted here; NULL = not noted */
    struct draw_part part;    /* being written */
};

/* The size of words on the board. */
static inline int svg_size(const struct svg *svg, int size)
{
    return size > svg->least ? size : svg->least;
}

/* Indices into a scene's list, from `at` to before `end`. */
struct svg_list {
    const uint16_t *at, *end;
};

/* Write a format: %d int, %h int / 100 with two decimals, %s bytes as they are, %x text with
 * XML's characters escaped, %i the prefix of ids, %% a percent sign. */
void svg_put(struct svg *svg, const char *format, ...);

/* Place of a square's corner, top left. */
int svg_x(const struct svg *svg, int x);
int svg_y(const struct svg *svg, int y);

/* Text; anchor "start", "middle" or "end". */
void svg_text(struct svg *svg, int x, int y, int size, const char *anchor, bool bold,
              const char *colour, const char *text);
/* Width of a text in DejaVu Sans, a little too wide rather than too narrow. */
int svg_text_width(const char *text, int size, bool bold);

/* Digits, '-', '/', '?' and the letters of columns drawn as strokes, the middle at x, the foot at
 * y; much cheaper to render than text. */
void svg_pen_text(struct svg *svg, int x, int y, int size, bool bold, const char *colour,
                  const char *text);
/* The same for many at once: begin, add each, end. */
void svg_pen_begin(struct svg *svg, int size, const char *colour);
void svg_pen_add(struct svg *svg, int x, int y, int size, const char *text);
void svg_pen_end(struct svg *svg);
int svg_pen_width(const char *text, int size);
/* Are there strokes for all of the text? */
bool svg_is_pen_text(const char *text);

/* A symbol in a box of `size` at its top left corner, in two colours; turned by `degrees` about
 * its middle. A symbol without art is shown by its letters. */
void svg_symbol(struct svg *svg, unsigned symbol, int x, int y, int size, int degrees,
                const char *ink, const char *face);
/* A seat's shape of radius r about a point, with a rim. */
void svg_shape(struct svg *svg, enum draw_shape shape, int x, int y, int r, const char *face,
               const char *rim, int rim_width, bool dashed);
/* A numbered badge in the seat's shape. */
void svg_badge(struct svg *svg, unsigned number, unsigned seat, int x, int y);

/* The sign of an edge, level, `length` long with its middle at (x, y). */
void svg_edge_sign(struct svg *svg, enum scene_edge_kind kind, int x, int y, int length);

/* Sort edges and cells by area; then ask for those of an area, or of none (GRID_NONE). */
void svg_sort(struct svg *svg);
struct svg_list svg_edges_of(const struct svg *svg, int area);
struct svg_list svg_cells_of(const struct svg *svg, int area);

/* Begin a part whose coordinates count from (x, y); one at a time. End it with the box that it
 * does not leave, counted from there. */
void svg_part_begin(struct svg *svg, int x, int y);
void svg_part_end(struct svg *svg, int x, int y, int width, int height);
/* The last part noted goes before those from `first` on, which were written elsewhere and will be
 * appended now. */
void svg_parts_lead(struct svg *svg, unsigned first);

/* What lies on the squares of an area or of none, and the edges between them. */
void svg_grounds(struct svg *svg, int area);
void svg_edges(struct svg *svg, int area);

/* The parts from below to above. Each panel part returns the height it took when written at y. */
void svg_board(struct svg *svg);
void svg_area(struct svg *svg, int area);
void svg_steps_below(struct svg *svg); /* arrows, under the pieces */
void svg_pieces(struct svg *svg);
void svg_steps_above(struct svg *svg); /* numbers and marks, over them */
int svg_panel(struct svg *svg, const struct scene_panel *panel, int y);
int svg_legend(struct svg *svg, int y);

/* ---- svg_turned.c: a board laid as the window is, the reader's side below or at the left ---- */

/* Quarters clockwise that lay the board wide or upright with the reader's starting line at the left
 * or below. */
unsigned scene_quarters(const struct scene *scene, bool wide);
/* The scene so turned; all lists keep their order. */
void scene_turn(const struct scene *from, unsigned quarters, struct scene *to);
