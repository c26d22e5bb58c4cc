/* What a diagram is made of: the one model behind text boards, SVG, PNG and spoken description.
 * Knows squares, edges, areas, pieces, steps and panels, and no game's nouns: games name their
 * symbols, and bring the art for them as data. */
#ifndef POSTERN_RULES_SCENE_H
#define POSTERN_RULES_SCENE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SCENE_CELLS_MAX = 256,
    SCENE_EDGES_MAX = 640,
    SCENE_AREAS_MAX = 16,
    SCENE_PIECES_MAX = 64,
    SCENE_STEPS_MAX = 48,
    SCENE_STEP_POINTS_MAX = 10,
    SCENE_PANELS_MAX = 10,
    SCENE_ROWS_MAX = 16,
    SCENE_ITEMS_MAX = 20
};

/* One sign of a game's art. */
struct scene_symbol {
    const char *key;     /* the term it stands for, "character.thief" */
    const char *letters; /* one or two letters for text boards and beside the picture, "Th" */
    const char *art;     /* SVG path data in a box of 24 × 24, one colour, no quotes needed */
};

enum scene_edge_kind {
    SCENE_EDGE_WALL,
    SCENE_EDGE_GATE, /* closed */
    SCENE_EDGE_GATE_OPEN,
    SCENE_EDGE_GATE_BROKEN,
    SCENE_EDGE_WALL_BROKEN,
    SCENE_EDGE_KIND_COUNT
};

struct scene_cell {
    int8_t x, y;    /* column from 0 (west), row from 0 (south) */
    uint8_t symbol; /* of its ground; 0 = plain floor */
    uint8_t cover;  /* laid over the ground (mist); 0 = none */
    bool hidden;    /* part of an area not yet revealed */
    int8_t home;    /* seat whose starting line it is; 0 = none */
};

struct scene_edge {
    int8_t x, y;  /* cell */
    uint8_t side; /* 0 north, 1 east, 2 south, 3 west of that cell */
    uint8_t kind; /* enum scene_edge_kind */
};

struct scene_area {
    int8_t x, y, width, height; /* south-west cell and extent */
    char name[8];               /* "w2" */
    char title[12];             /* "1D", "" while hidden */
    int8_t turn;                /* direction of its arrow: 1 clockwise, -1 counter, 0 none */
    bool hidden;
    bool home_made;
};

struct scene_piece {
    int8_t x, y;
    int8_t area;      /* ≥ 0: lies hidden somewhere in that area, x and y mean nothing */
    uint8_t symbol;   /* 0 = face down */
    uint8_t seat;     /* owner's colour; 0 = nobody's */
    int8_t on;        /* index of the piece that carries it; -1 = none */
    bool down;        /* wounded */
    bool spent;       /* may not act now */
    int8_t number[2]; /* speed and strength; -1 = none */
};

enum scene_step_kind {
    SCENE_STEP_MOVE,
    SCENE_STEP_JUMP,
    SCENE_STEP_EXIT,
    SCENE_STEP_BLOW, /* attack: from point 0 to point 1 */
    SCENE_STEP_SHOT,
    SCENE_STEP_TURN,   /* an area was turned */
    SCENE_STEP_REVEAL, /* an area was revealed */
    SCENE_STEP_EDGE,   /* something was done to an edge beside point 0 */
    SCENE_STEP_OTHER,  /* something happened at point 0 */
    SCENE_STEP_KIND_COUNT
};

struct scene_step {
    uint8_t kind;
    uint8_t seat;
    uint8_t symbol; /* who did it; 0 = none */
    int8_t area;    /* for TURN and REVEAL; else -1 */
    int8_t turn;    /* 1 clockwise, -1 counter-clockwise */
    uint8_t point_count;
    struct {
        int8_t x, y;
    } point[SCENE_STEP_POINTS_MAX];
};

/* A box beside the board: a player's score and cards, a hand, a pile. */
struct scene_item {
    uint8_t symbol; /* 0 = none */
    int16_t number; /* ORDER_UNKNOWN = none */
    bool gone;      /* used up, shown struck through */
    bool hidden;    /* face down */
};

struct scene_row {
    uint16_t term; /* label, from the game's terms */
    uint8_t count;
    struct scene_item item[SCENE_ITEMS_MAX];
};

struct scene_panel {
    uint16_t term; /* heading */
    uint8_t seat;  /* whose; 0 = the table's */
    uint8_t row_count;
    bool to_act; /* this seat has an open question */
    struct scene_row row[SCENE_ROWS_MAX];
};

struct scene {
    const struct scene_symbol *symbols; /* the game's table; [0] is "nothing" */
    unsigned symbol_count;
    int8_t columns, rows; /* of the board; 0 = a card table, panels only */
    uint16_t cell_count, edge_count;
    uint8_t area_count, piece_count, step_count, panel_count;
    struct scene_cell cell[SCENE_CELLS_MAX];
    struct scene_edge edge[SCENE_EDGES_MAX];
    struct scene_area area[SCENE_AREAS_MAX];
    struct scene_piece piece[SCENE_PIECES_MAX];
    struct scene_step step[SCENE_STEPS_MAX];
    struct scene_panel panel[SCENE_PANELS_MAX];
};

#endif
