/* SPDX-License-Identifier: MIT */
/* Noting parts while an SVG is written, and putting a scene's board in order by area for them. */
#include "draw/svg_p.h"

void svg_part_begin(struct svg *svg, int x, int y)
{
    svg->part = (struct draw_part){.at = (uint32_t)svg->out->length, .x = x, .y = y};
    svg_put(svg, "<g transform=\"translate(%d %d)\">", x, y);
    svg->part.head = (uint32_t)svg->out->length - svg->part.at;
}

void svg_part_end(struct svg *svg, int x, int y, int width, int height)
{
    struct draw_part *part = &svg->part;

    svg_put(svg, "</g>");
    part->length = (uint32_t)svg->out->length - part->at;
    part->left = x;
    part->top = y;
    part->x += x;
    part->y += y;
    part->width = width;
    part->height = height;
    if (!svg->parts)
        return;
    if (svg->parts->count < DRAW_PARTS_MAX)
        svg->parts->part[svg->parts->count++] = *part;
    else
        svg->parts->overflow = true;
}

void svg_parts_lead(struct svg *svg, unsigned first)
{
    struct draw_parts *parts = svg->parts;
    struct draw_part last;

    if (!parts || parts->count <= first)
        return;
    last = parts->part[parts->count - 1];
    for (unsigned i = parts->count - 1; i > first; i--) {
        parts->part[i] = parts->part[i - 1];
        parts->part[i].at += (uint32_t)svg->out->length;
    }
    parts->part[first] = last;
}

/* Where the list of an area begins; what lies in none has the first. */
static unsigned list_of(const struct grid *grid, int x, int y)
{
    return (unsigned)(grid_area(grid, x, y) - GRID_NONE);
}

void svg_sort(struct svg *svg)
{
    const struct scene *scene = svg->scene;
    uint16_t edge[SCENE_AREAS_MAX + 3] = {0}, cell[SCENE_AREAS_MAX + 3] = {0};

    for (int i = 0; i < scene->edge_count; i++)
        edge[list_of(&svg->grid, scene->edge[i].x, scene->edge[i].y) + 1]++;
    for (int i = 0; i < scene->cell_count; i++)
        cell[list_of(&svg->grid, scene->cell[i].x, scene->cell[i].y) + 1]++;
    for (unsigned i = 1; i < SCENE_AREAS_MAX + 3; i++) {
        edge[i] = (uint16_t)(edge[i] + edge[i - 1]);
        cell[i] = (uint16_t)(cell[i] + cell[i - 1]);
    }
    memcpy(svg->first_edge, edge, sizeof svg->first_edge);
    memcpy(svg->first_cell, cell, sizeof svg->first_cell);
    for (int i = 0; i < scene->edge_count; i++)
        svg->edge[edge[list_of(&svg->grid, scene->edge[i].x, scene->edge[i].y)]++] = (uint16_t)i;
    for (int i = 0; i < scene->cell_count; i++)
        svg->at[cell[list_of(&svg->grid, scene->cell[i].x, scene->cell[i].y)]++] = (uint16_t)i;
}

struct svg_list svg_edges_of(const struct svg *svg, int area)
{
    unsigned list = (unsigned)(area - GRID_NONE);

    return (struct svg_list){&svg->edge[svg->first_edge[list]],
                             &svg->edge[svg->first_edge[list + 1]]};
}

struct svg_list svg_cells_of(const struct svg *svg, int area)
{
    unsigned list = (unsigned)(area - GRID_NONE);

    return (struct svg_list){&svg->at[svg->first_cell[list]], &svg->at[svg->first_cell[list + 1]]};
}
