/* SPDX-License-Identifier: MIT */
/* The rooms: read from data, checked, and laid out for every orientation.
 *
 * Cells are numbered 0 to 24 in the reference drawing, row by row from the top left. Edges are
 * numbered 0 to 29 horizontal (line 0 to 5 from the top, times 5, plus column) and 30 to 59
 * vertical (row times 6, plus line 0 to 5 from the left).
 * Source: data/dungeon_twister.rooms, data/paladins_dragons.rooms, DT-GEN-04, DT-TERRAIN, PD-ROOM.
 */
#pragma once

#include "games/dungeon_twister/tables.h"

enum {
    DT_ROOM_SIDE = 5,
    DT_ROOM_CELLS = 25,
    DT_ROOM_EDGES = 60,
    DT_ROOMS_MAX = 16,
    DT_TURNS = 4,
    DT_PAIRS_MAX = 8
};

struct dt_room {
    char id[3];                    /* "1D" */
    uint8_t pair;                  /* 1 to DT_PAIRS_MAX */
    uint8_t ccw;                   /* direction of its arrow: 0 clockwise, 1 counter-clockwise */
    uint8_t home_made;             /* to be labelled so, PD-ROOM-01 */
    uint8_t ground[DT_ROOM_CELLS]; /* by cell */
    uint64_t walls;                /* by edge */
    uint64_t gates;
};

/* What `load` makes; const after it. */
struct dt_rulebook {
    uint64_t with[DT_FLAGS]; /* tokens of either side with a flag */
    uint8_t version;         /* index into dt_versions */
    uint8_t room_count;
    struct dt_room room[DT_ROOMS_MAX];
    /* by orientation and place in the slot (y * 5 + x from the south-west corner): */
    uint8_t cell_at[DT_TURNS][DT_ROOM_CELLS];
    uint8_t edge_at[DT_TURNS][DT_ROOM_CELLS][DT_DIRECTIONS];
    /* by room too: bit d a wall on that side, bit d + 4 a portcullis, as if all were closed */
    uint8_t bars[DT_ROOMS_MAX][DT_TURNS][DT_ROOM_CELLS];
};

/* The game's `load` slot; see rules/game.h. */
enum rc dt_load(const struct game_file *file, unsigned count, const char *version, void *rulebook,
                struct err *err);
/* The room with this id of two letters, or DT_NONE. */
unsigned dt_room_find(const struct dt_rulebook *book, const char *id);
