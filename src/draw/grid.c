/* SPDX-License-Identifier: MIT */
/* Puts a scene's lists in order by square, so that text, speech and pictures find what stands
 * where. */
#include "draw/grid.h"

#include <string.h>

/* How hard an edge is to pass: of two halves the harder one counts. */
static const uint8_t hardness[SCENE_EDGE_KIND_COUNT] = {
    [SCENE_EDGE_OPEN] = 0,      [SCENE_EDGE_GATE_BROKEN] = 1, [SCENE_EDGE_WALL_BROKEN] = 2,
    [SCENE_EDGE_GATE_OPEN] = 3, [SCENE_EDGE_GATE] = 4,        [SCENE_EDGE_WALL] = 5,
};

static const int8_t side_x[] = {0, 1, 0, -1}, side_y[] = {1, 0, -1, 0};

void grid_step(int *x, int *y, enum scene_side side)
{
    *x += side_x[side];
    *y += side_y[side];
}

static bool within(const struct grid *grid, int x, int y)
{
    return x >= 0 && x < grid->columns && y >= 0 && y < grid->rows;
}

static uint8_t *edge_slot(struct grid *grid, int x, int y, unsigned side)
{
    switch (side) {
    case SCENE_NORTH:
        return &grid->south[y + 1][x];
    case SCENE_SOUTH:
        return &grid->south[y][x];
    case SCENE_EAST:
        return &grid->west[y][x + 1];
    default:
        return &grid->west[y][x];
    }
}

static void index_areas(struct grid *grid)
{
    for (int i = 0; i < grid->scene->area_count; i++) {
        const struct scene_area *area = &grid->scene->area[i];

        for (int y = area->y; y < area->y + area->height; y++)
            for (int x = area->x; x < area->x + area->width; x++)
                if (within(grid, x, y))
                    grid->area[y][x] = (int8_t)i;
    }
}

static void index_edges(struct grid *grid)
{
    for (int i = 0; i < grid->scene->edge_count; i++) {
        const struct scene_edge *edge = &grid->scene->edge[i];
        uint8_t *slot;

        if (!within(grid, edge->x, edge->y) || edge->kind >= SCENE_EDGE_KIND_COUNT)
            continue;
        slot = edge_slot(grid, edge->x, edge->y, edge->side);
        if (hardness[edge->kind] > hardness[*slot])
            *slot = edge->kind;
    }
}

/* Pieces of each square in a chain: who acts before what he carries. */
static void index_pieces(struct grid *grid)
{
    const struct scene *scene = grid->scene;

    for (int pass = 0; pass < 2; pass++)
        for (int i = scene->piece_count - 1; i >= 0; i--) {
            const struct scene_piece *piece = &scene->piece[i];
            bool last =
                piece->on >= 0 || (piece->symbol < scene->symbol_count &&
                                   scene->symbols[piece->symbol].kind == SCENE_SYMBOL_THING);

            if (piece->area >= 0 || !within(grid, piece->x, piece->y) || last == (pass == 1))
                continue;
            grid->next[i] = grid->piece[piece->y][piece->x];
            grid->piece[piece->y][piece->x] = (int8_t)i;
        }
}

void grid_init(struct grid *grid, const struct scene *scene)
{
    memset(grid, 0, sizeof *grid);
    grid->scene = scene;
    grid->columns = scene->columns < GRID_COLUMNS_MAX ? scene->columns : GRID_COLUMNS_MAX;
    grid->rows = scene->rows < GRID_ROWS_MAX ? scene->rows : GRID_ROWS_MAX;
    memset(grid->cell, 0xFF, sizeof grid->cell);
    memset(grid->area, 0xFF, sizeof grid->area);
    memset(grid->piece, 0xFF, sizeof grid->piece);
    memset(grid->next, 0xFF, sizeof grid->next);
    for (int i = 0; i < scene->cell_count; i++)
        if (within(grid, scene->cell[i].x, scene->cell[i].y))
            grid->cell[scene->cell[i].y][scene->cell[i].x] = (int16_t)i;
    index_areas(grid);
    index_edges(grid);
    index_pieces(grid);
}

const struct scene_cell *grid_cell(const struct grid *grid, int x, int y)
{
    if (!within(grid, x, y) || grid->cell[y][x] < 0)
        return NULL;
    return &grid->scene->cell[grid->cell[y][x]];
}

int grid_area(const struct grid *grid, int x, int y)
{
    return within(grid, x, y) ? grid->area[y][x] : GRID_NONE;
}

int grid_piece(const struct grid *grid, int x, int y)
{
    return within(grid, x, y) ? grid->piece[y][x] : GRID_NONE;
}

enum scene_edge_kind grid_edge(const struct grid *grid, int x, int y, enum scene_side side)
{
    if (!within(grid, x, y))
        return SCENE_EDGE_OPEN;
    switch (side) {
    case SCENE_NORTH:
        return grid->south[y + 1][x];
    case SCENE_SOUTH:
        return grid->south[y][x];
    case SCENE_EAST:
        return grid->west[y][x + 1];
    default:
        return grid->west[y][x];
    }
}

bool grid_is_border(const struct grid *grid, int x, int y, enum scene_side side)
{
    int area = grid_area(grid, x, y);

    grid_step(&x, &y, side);
    return area != grid_area(grid, x, y);
}

bool grid_edge_passes(enum scene_edge_kind kind)
{
    return kind != SCENE_EDGE_WALL && kind != SCENE_EDGE_GATE;
}
