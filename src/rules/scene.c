/* SPDX-License-Identifier: MIT */
/* Adds parts to a scene. It draws nothing. */
#include "rules/scene.h"

#include <string.h>

/* The next free entry of a list, or the spare one behind its end. */
#define SCENE_NEXT(scene, list, count, max)                                                        \
    ((count) < (max) ? &(list)[(count)++] : ((scene)->lost++, &(list)[(max)]))

void scene_init(struct scene *scene, const struct scene_symbol *symbols, unsigned symbol_count,
                unsigned reader)
{
    memset(scene, 0, sizeof *scene);
    scene->symbols = symbols;
    scene->symbol_count = symbol_count;
    scene->reader = (uint8_t)reader;
    for (unsigned seat = 0; seat <= SEATS_MAX; seat++)
        scene->seat_term[seat] = SCENE_NO_TERM;
    scene->number_term[0] = scene->number_term[1] = SCENE_NO_TERM;
    scene->area_term = scene->gate_term = SCENE_NO_TERM;
    scene->wall_term = scene->floor_term = scene->home_term = SCENE_NO_TERM;
    scene->down_term = SCENE_NO_TERM;
}

struct scene_cell *scene_add_cell(struct scene *scene, int x, int y)
{
    struct scene_cell *cell = SCENE_NEXT(scene, scene->cell, scene->cell_count, SCENE_CELLS_MAX);

    memset(cell, 0, sizeof *cell);
    cell->x = (int8_t)x;
    cell->y = (int8_t)y;
    return cell;
}

void scene_add_edge(struct scene *scene, int x, int y, enum scene_side side,
                    enum scene_edge_kind kind)
{
    struct scene_edge *edge = SCENE_NEXT(scene, scene->edge, scene->edge_count, SCENE_EDGES_MAX);

    edge->x = (int8_t)x;
    edge->y = (int8_t)y;
    edge->side = (uint8_t)side;
    edge->kind = (uint8_t)kind;
}

struct scene_area *scene_add_area(struct scene *scene, int x, int y, int width, int height)
{
    struct scene_area *area = SCENE_NEXT(scene, scene->area, scene->area_count, SCENE_AREAS_MAX);

    memset(area, 0, sizeof *area);
    area->x = (int8_t)x;
    area->y = (int8_t)y;
    area->width = (int8_t)width;
    area->height = (int8_t)height;
    return area;
}

struct scene_piece *scene_add_piece(struct scene *scene, unsigned symbol, unsigned seat)
{
    struct scene_piece *piece =
        SCENE_NEXT(scene, scene->piece, scene->piece_count, SCENE_PIECES_MAX);

    memset(piece, 0, sizeof *piece);
    piece->area = -1;
    piece->on = -1;
    piece->number[0] = piece->number[1] = -1;
    piece->symbol = (uint8_t)symbol;
    piece->seat = (uint8_t)seat;
    return piece;
}

struct scene_step *scene_add_step(struct scene *scene, enum scene_step_kind kind, unsigned number)
{
    struct scene_step *step = SCENE_NEXT(scene, scene->step, scene->step_count, SCENE_STEPS_MAX);

    memset(step, 0, sizeof *step);
    step->kind = (uint8_t)kind;
    step->number = (uint8_t)number;
    step->area = -1;
    return step;
}

void scene_add_point(struct scene *scene, struct scene_step *step, int x, int y)
{
    if (step->point_count >= SCENE_STEP_POINTS_MAX) {
        scene->lost++;
        return;
    }
    step->point[step->point_count].x = (int8_t)x;
    step->point[step->point_count].y = (int8_t)y;
    step->was[step->point_count] = step->point[step->point_count];
    step->point_count++;
}

struct scene_panel *scene_add_panel(struct scene *scene, unsigned seat, unsigned term)
{
    struct scene_panel *panel =
        SCENE_NEXT(scene, scene->panel, scene->panel_count, SCENE_PANELS_MAX);

    memset(panel, 0, sizeof *panel);
    panel->seat = (uint8_t)seat;
    panel->term = (uint16_t)term;
    return panel;
}

struct scene_row *scene_add_row(struct scene *scene, struct scene_panel *panel, unsigned term)
{
    struct scene_row *row = SCENE_NEXT(scene, panel->row, panel->row_count, SCENE_ROWS_MAX);

    memset(row, 0, sizeof *row);
    row->term = (uint16_t)term;
    return row;
}

struct scene_item *scene_add_item(struct scene *scene, struct scene_row *row, unsigned symbol,
                                  int number)
{
    struct scene_item *item = SCENE_NEXT(scene, row->item, row->count, SCENE_ITEMS_MAX);

    memset(item, 0, sizeof *item);
    item->symbol = (uint8_t)symbol;
    item->number = (int16_t)number;
    return item;
}
