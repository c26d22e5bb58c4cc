/* SPDX-License-Identifier: MIT */
/* A board laid on its side or seen from its other end: the same lists with other squares. What is
 * said of them keeps the game's own names, from the scene as it was (svg_p.h: `said`). */
#include "draw/svg_p.h"

struct turning {
    unsigned quarters;
    int columns, rows; /* as they were */
};

static void turn_point(const struct turning *turning, int8_t *px, int8_t *py)
{
    int x = *px, y = *py, east = turning->columns - 1 - x, north = turning->rows - 1 - y;
    const int to[][2] = {{x, y}, {y, east}, {east, north}, {north, x}};

    *px = (int8_t)to[turning->quarters][0];
    *py = (int8_t)to[turning->quarters][1];
}

static void turn_area(const struct turning *turning, struct scene_area *area)
{
    int8_t x = (int8_t)(area->x + area->width - 1), y = (int8_t)(area->y + area->height - 1);
    int8_t width = area->width;

    turn_point(turning, &area->x, &area->y);
    turn_point(turning, &x, &y);
    area->x = x < area->x ? x : area->x;
    area->y = y < area->y ? y : area->y;
    if (turning->quarters % 2) {
        area->width = area->height;
        area->height = width;
    }
}

void scene_turn(const struct scene *from, unsigned quarters, struct scene *to)
{
    const struct turning turning = {quarters % 4, from->columns, from->rows};

    *to = *from;
    if (turning.quarters % 2) {
        to->columns = from->rows;
        to->rows = from->columns;
    }
    for (int i = 0; i < to->cell_count; i++)
        turn_point(&turning, &to->cell[i].x, &to->cell[i].y);
    for (int i = 0; i < to->edge_count; i++) {
        turn_point(&turning, &to->edge[i].x, &to->edge[i].y);
        to->edge[i].side = (uint8_t)((to->edge[i].side + turning.quarters) % 4);
    }
    for (int i = 0; i < to->area_count; i++)
        turn_area(&turning, &to->area[i]);
    for (int i = 0; i < to->piece_count; i++)
        turn_point(&turning, &to->piece[i].x, &to->piece[i].y);
    for (int i = 0; i < to->step_count; i++)
        for (unsigned k = 0; k < to->step[i].point_count; k++)
            turn_point(&turning, &to->step[i].point[k].x, &to->step[i].point[k].y);
}

/* Does the reader's starting line lie in the upper half of the board, or in its right one where it
 * is wider than high? */
static bool is_far(const struct scene *scene)
{
    bool wide = scene->columns > scene->rows;

    for (int i = 0; i < scene->cell_count; i++) {
        const struct scene_cell *cell = &scene->cell[i];

        if (cell->home && cell->home == scene->reader)
            return wide ? cell->x * 2 >= scene->columns : cell->y * 2 >= scene->rows;
    }
    return false;
}

unsigned scene_quarters(const struct scene *scene, bool wide)
{
    bool lies = scene->columns != scene->rows && (scene->columns > scene->rows) != wide;
    /* What was below lies left after a quarter clockwise, what was left above. */
    bool turned = is_far(scene) != (lies && scene->columns > scene->rows);

    return (lies ? 1u : 0u) + (turned ? 2u : 0u);
}
