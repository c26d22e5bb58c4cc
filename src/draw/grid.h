/* SPDX-License-Identifier: MIT */
/* A scene's board by square: what its lists say, found by place. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rules/scene.h"

enum {
    GRID_COLUMNS_MAX = 32,
    GRID_ROWS_MAX = 32,
    GRID_HERE_MAX = 6, /* pieces shown on one square */
    GRID_NONE = -1
};

struct grid {
    const struct scene *scene;
    int columns, rows;
    int16_t cell[GRID_ROWS_MAX][GRID_COLUMNS_MAX]; /* index into scene.cell */
    int8_t area[GRID_ROWS_MAX][GRID_COLUMNS_MAX];  /* index into scene.area */
    int8_t piece[GRID_ROWS_MAX][GRID_COLUMNS_MAX]; /* the first one there, carriers first */
    int8_t next[SCENE_PIECES_MAX];                 /* the next one on the same square */
    /* Joined halves, the harder one counts: the edge west of (x, y), and that south of it. */
    uint8_t west[GRID_ROWS_MAX][GRID_COLUMNS_MAX + 1];
    uint8_t south[GRID_ROWS_MAX + 1][GRID_COLUMNS_MAX];
};

/* Index a scene, borrowed for the grid's life. A board larger than the grid is cut to it;
 * entries that lie outside are left out. */
void grid_init(struct grid *grid, const struct scene *scene);

/* NULL outside, or where the scene lists no cell. */
const struct scene_cell *grid_cell(const struct grid *grid, int x, int y);
/* Index of the area at a square, or GRID_NONE. */
int grid_area(const struct grid *grid, int x, int y);
/* Index of the first piece on a square, or GRID_NONE; grid->next leads on. */
int grid_piece(const struct grid *grid, int x, int y);
/* The edge on a side of a square; the rim counts as open where no wall is listed. */
enum scene_edge_kind grid_edge(const struct grid *grid, int x, int y, enum scene_side side);
/* Is the edge the border between two areas, or of an area and something else? */
bool grid_is_border(const struct grid *grid, int x, int y, enum scene_side side);
/* Can one walk over an edge of this kind? */
bool grid_edge_passes(enum scene_edge_kind kind);
/* The square on that side. */
void grid_step(int *x, int *y, enum scene_side side);
