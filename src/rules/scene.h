/* SPDX-License-Identifier: MIT */
/* What a diagram is made of: the one model behind text boards, SVG, PNG and spoken description.
 * Knows squares, edges, areas, pieces, steps and panels, and no game's nouns: games name their
 * symbols by their own terms and bring letters and art for them as data.
 *
 * A square is spoken of by the letter of its column and the number of its row: x = 0, y = 4 is
 * "a4". Row 0 is drawn at the bottom. A scene without columns is a card table: panels only.
 *
 * Games build a scene with scene_init and the scene_add functions; what does not fit is counted
 * in `lost`, and a test demands that nothing ever is.
 *
 * Source: design, sections 2 and 6. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rules/order.h"

enum {
    SCENE_CELLS_MAX = 256,
    SCENE_EDGES_MAX = 640,
    SCENE_AREAS_MAX = 16,
    SCENE_PIECES_MAX = 64,
    SCENE_STEPS_MAX = 64,
    SCENE_STEP_POINTS_MAX = 10,
    SCENE_PANELS_MAX = 10,
    SCENE_ROWS_MAX = 16,
    SCENE_ITEMS_MAX = 20,
    SCENE_NAME_BYTES = 8,
    SCENE_NO_TERM = UINT16_MAX
};

/* What a symbol stands for; legends are sorted by it. */
enum scene_symbol_kind {
    SCENE_SYMBOL_FIGURE, /* a piece that acts */
    SCENE_SYMBOL_THING,  /* a piece that is carried */
    SCENE_SYMBOL_GROUND, /* of a square; also covers and markers */
    SCENE_SYMBOL_CARD,   /* stands in panels only */
    SCENE_SYMBOL_KIND_COUNT
};

/* One sign of a game's art. The four layers are SVG path data in a box of 24 × 24 (top left is
 * 0,0), each NULL when there is none, drawn in the order given here. A symbol without any layer
 * is shown by its letters. */
struct scene_symbol {
    uint16_t term;       /* index into the game's terms */
    uint8_t kind;        /* enum scene_symbol_kind */
    const char *letters; /* one or two ASCII letters, unique in the table: "th" */
    const char *fill;    /* filled with ink */
    const char *line;    /* drawn with ink, 1.8 wide, round ends */
    const char *cut;     /* filled with the colour of what lies below */
    const char *etch;    /* drawn with that colour, 1.4 wide */
};

enum scene_edge_kind {
    SCENE_EDGE_OPEN, /* need not be listed */
    SCENE_EDGE_WALL,
    SCENE_EDGE_GATE, /* closed */
    SCENE_EDGE_GATE_OPEN,
    SCENE_EDGE_GATE_BROKEN,
    SCENE_EDGE_WALL_BROKEN,
    SCENE_EDGE_KIND_COUNT
};

enum scene_side { SCENE_NORTH, SCENE_EAST, SCENE_SOUTH, SCENE_WEST };

struct scene_cell {
    int8_t x, y;    /* column from 0 (west), row from 0 (south) */
    uint8_t symbol; /* of its ground; 0 = plain floor */
    uint8_t cover;  /* laid over the ground (mist, a marker); 0 = none */
    uint8_t home;   /* seat whose starting line it is; 0 = none */
    int8_t turn;    /* a gear's arrow: 1 clockwise, -1 counter-clockwise, 0 none */
    bool barred;    /* no walking onto it without a special power (pit); shown dark */
};

/* An edge as seen from one square. Where two areas meet each owns its half: list both. */
struct scene_edge {
    int8_t x, y;
    uint8_t side; /* enum scene_side */
    uint8_t kind; /* enum scene_edge_kind */
};

struct scene_area {
    int8_t x, y, width, height;   /* south-west cell and extent */
    char name[SCENE_NAME_BYTES];  /* "w2" */
    char title[SCENE_NAME_BYTES]; /* "1D", "" while hidden */
    int8_t turn;                  /* way it turns: 1 clockwise, -1 counter-clockwise, 0 none */
    uint8_t heading;              /* quarter-turns clockwise from its drawing */
    bool hidden;                  /* face down; needs no cells */
    bool home_made;               /* to be labelled as such */
};

struct scene_piece {
    int8_t x, y;
    int8_t area;      /* ≥ 0: lies face down somewhere in that area, x and y mean nothing */
    int8_t on;        /* index of the piece that carries it, x and y the same; -1 = none */
    uint8_t symbol;   /* 0 = not known to the reader */
    uint8_t seat;     /* owner's colour; 0 = nobody's */
    bool down;        /* lies on its side, see scene.down_term */
    bool spent;       /* may not act now */
    int8_t number[2]; /* "speed" and "strength", see scene.number_term; -1 = none */
};

enum scene_step_kind {
    SCENE_STEP_MOVE,   /* along the points */
    SCENE_STEP_JUMP,   /* from the first point over the next to the last */
    SCENE_STEP_EXIT,   /* left the board; the last point may lie one row beyond it */
    SCENE_STEP_BLOW,   /* attack: from point 0 to point 1 */
    SCENE_STEP_SHOT,   /* from point 0 to point 1, any distance */
    SCENE_STEP_TURN,   /* an area was turned by `turn`; point 0 is where it was done from */
    SCENE_STEP_REVEAL, /* an area was turned up */
    SCENE_STEP_EDGE,   /* something was done to the edge between points 0 and 1 */
    SCENE_STEP_USE,    /* a power or thing was used at point 0, on point 1 if there is one */
    SCENE_STEP_PLACE,  /* `symbol` of `seat` was put at point 0, or into `area` */
    SCENE_STEP_DOWN,   /* was laid down at point 0 */
    SCENE_STEP_UP,     /* stood up again at point 0 */
    SCENE_STEP_LOST,   /* was eliminated at point 0 */
    SCENE_STEP_DRAWN,  /* nobody was hurt in the blow from point 0 to point 1 */
    SCENE_STEP_KIND_COUNT
};

/* What happened since the reader last saw a board. Points are where those squares are *now*: a
 * turn of an area carries the earlier points in it along, so two successive points of a move
 * need not be neighbours any more; the drawing leaves a gap there. */
struct scene_step {
    uint8_t kind;
    uint8_t number; /* shown beside it, from 1; steps of one order share it */
    uint8_t seat;   /* colour of `symbol` */
    uint8_t symbol; /* who did it or to whom it happened; 0 = none or unknown */
    uint8_t with;   /* symbol of the thing used or carried, or of whom it was done to; 0 = none */
    uint8_t with_seat;
    int8_t area;  /* -1 = none */
    int8_t turn;  /* 1 clockwise, -1 counter-clockwise */
    uint8_t edge; /* for EDGE: what it is now, enum scene_edge_kind */
    uint8_t point_count;
    /* Where it is drawn, a part of the board turned since having taken it along; and where it was,
     * as it is told. */
    struct {
        int8_t x, y;
    } point[SCENE_STEP_POINTS_MAX], was[SCENE_STEP_POINTS_MAX];
};

/* A card, a tile, a number or a lost piece in a panel. */
struct scene_item {
    uint8_t symbol; /* 0 = none */
    uint8_t seat;   /* colour, when it is not the panel's; 0 = the panel's */
    uint8_t count;  /* how many of it; 0 reads as 1 */
    bool gone;      /* used up, shown struck through */
    bool hidden;    /* face down */
    int16_t number; /* ORDER_UNKNOWN = none */
};

struct scene_row {
    uint16_t term; /* label */
    uint8_t count;
    bool score; /* its number is this panel's score, shown large; a second is the aim */
    bool hand;  /* what the reader decides about now: a page shows it where he acts */
    bool backs; /* its number counts cards that lie face down */
    struct scene_item item[SCENE_ITEMS_MAX + 1];
};

/* A box beside the board: a player's score and cards, a hand, a pile. */
struct scene_panel {
    uint16_t term; /* heading; SCENE_NO_TERM = the player's colour and name */
    uint8_t seat;  /* whose; 0 = the table's */
    bool to_act;   /* this seat has an open question */
    uint8_t row_count;
    struct scene_row row[SCENE_ROWS_MAX + 1];
};

struct scene {
    const struct scene_symbol *symbols; /* the game's table; [0] is "nothing" */
    unsigned symbol_count;
    uint16_t seat_term[SEATS_MAX + 1]; /* name of a seat's colour; SCENE_NO_TERM = "seat 3" */
    uint16_t number_term[2];           /* names of scene_piece.number */
    uint16_t area_term;                /* what an area is called: "room" */
    uint16_t gate_term;                /* what a gate is called: "portcullis" */
    uint16_t wall_term, floor_term;    /* a wall, plain floor */
    uint16_t home_term;                /* a square of a starting line */
    uint16_t down_term;                /* what a piece is that lies down: "wounded" */
    int8_t columns, rows;              /* of the board; 0 = a card table */
    uint8_t reader;                    /* seat that looks; SEAT_PUBLIC = a watcher */
    uint16_t lost;                     /* what did not fit */
    uint16_t cell_count, edge_count;
    uint8_t area_count, piece_count, step_count, panel_count;
    struct scene_cell cell[SCENE_CELLS_MAX + 1];
    struct scene_edge edge[SCENE_EDGES_MAX + 1];
    struct scene_area area[SCENE_AREAS_MAX + 1];
    struct scene_piece piece[SCENE_PIECES_MAX + 1];
    struct scene_step step[SCENE_STEPS_MAX + 1];
    struct scene_panel panel[SCENE_PANELS_MAX + 1];
};

/* Start an empty scene: all zero, but for "none" where none is not zero. */
void scene_init(struct scene *scene, const struct scene_symbol *symbols, unsigned symbol_count,
                unsigned reader);

/* Append one and return it, its "none" fields set, to be filled in. A full list counts in `lost`
 * and returns the spare entry behind its end, which is never drawn: the result is never NULL. */
struct scene_cell *scene_add_cell(struct scene *scene, int x, int y);
void scene_add_edge(struct scene *scene, int x, int y, enum scene_side side,
                    enum scene_edge_kind kind);
struct scene_area *scene_add_area(struct scene *scene, int x, int y, int width, int height);
struct scene_piece *scene_add_piece(struct scene *scene, unsigned symbol, unsigned seat);
struct scene_step *scene_add_step(struct scene *scene, enum scene_step_kind kind, unsigned number);
void scene_add_point(struct scene *scene, struct scene_step *step, int x, int y);
struct scene_panel *scene_add_panel(struct scene *scene, unsigned seat, unsigned term);
struct scene_row *scene_add_row(struct scene *scene, struct scene_panel *panel, unsigned term);
struct scene_item *scene_add_item(struct scene *scene, struct scene_row *row, unsigned symbol,
                                  int number);
