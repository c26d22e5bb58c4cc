/* SPDX-License-Identifier: MIT */
/* The heaviest perfect matching of a graph, where a weight is a row of numbers of which the first
 * that differs decides (Jack Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965;
 * the search with labels follows Zvi Galil, "Efficient algorithms for finding maximum matching in
 * graphs", 1986). Time: the cube of the nodes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* 200 entrants, one who stands for the bye, and node 0, which is nobody. */
enum { HEAVY_NODES = 202, HEAVY_ALL = HEAVY_NODES + HEAVY_NODES / 2, HEAVY_LANES = 96 };

struct heavy_edge {
    uint16_t from, to; /* 0, 0: none */
};

/* Caller owns. Nodes are 1 to count; blossoms (odd circles drawn together) have higher numbers. */
struct heavy {
    unsigned count, lanes; /* to be set, as the next three */
    /* Is there such an edge? Both ways the same. */
    bool (*is_edge)(const void *graph, unsigned a, unsigned b);
    /* A number of its weight, at most 2^32 either way; never asked where there is no edge. */
    int64_t (*weight)(const void *graph, unsigned a, unsigned b, unsigned lane);
    const void *graph;

    uint16_t mate[HEAVY_ALL]; /* the result: [1…count] */

    /* of the search */
    unsigned top;
    struct heavy_edge edge[HEAVY_ALL][HEAVY_ALL]; /* the lightest in slack between two nodes */
    int64_t label[HEAVY_ALL][HEAVY_LANES];
    uint16_t outer[HEAVY_ALL]; /* the largest blossom that a node is in; 0 = not in use */
    uint16_t parent[HEAVY_ALL], best[HEAVY_ALL];
    uint32_t stamp[HEAVY_ALL], stamps;
    int8_t side[HEAVY_ALL];
    uint16_t member[HEAVY_ALL][HEAVY_NODES]; /* [blossom]: its circle, from its base */
    uint16_t members[HEAVY_ALL];
    uint16_t part[HEAVY_ALL][HEAVY_NODES]; /* [blossom][vertex]: the member that holds it */
    uint16_t queue[HEAVY_NODES];
    unsigned head, tail;
};

/* False: there is no perfect matching. */
bool heavy_solve(struct heavy *heavy);
