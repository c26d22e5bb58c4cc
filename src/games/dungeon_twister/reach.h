/* SPDX-License-Identifier: MIT */
/* How far it is from every square to a side's way out, for the practice opponent: an estimate that
 * knows walls, pits and face-down rooms, not who stands where. Kept from one position to the next,
 * since it changes only with the rooms. */
#pragma once

#include "games/dungeon_twister/state.h"

/* What others must go round. */
enum dt_gait {
    DT_GAIT_WALK,
    DT_GAIT_OVER,    /* pits cost nothing more */
    DT_GAIT_THROUGH, /* walls cost an Action */
    DT_GAITS
};

enum { DT_REACH_FAR = 250, DT_REACHES_KEPT = 128 };

struct dt_reach {
    uint64_t key;
    const struct dt_state *state; /* of the value being worked out */
    bool measured[DT_SIDES][DT_GAITS];
    uint8_t steps[DT_SIDES][DT_GAITS][DT_SQUARES];
};

struct dt_reach_memory {
    struct dt_reach kept[DT_REACHES_KEPT];
};

/* The distances of a position; borrowed until the next call. */
struct dt_reach *dt_reach_of(struct dt_reach_memory *memory, const struct dt_state *state);
/* Steps from a square to the exit row of a side; at most DT_REACH_FAR. */
unsigned dt_reach_measure(struct dt_reach *reach, unsigned side, enum dt_gait gait,
                          unsigned square);
static inline unsigned dt_reach_steps(struct dt_reach *reach, unsigned side, enum dt_gait gait,
                                      unsigned square)
{
    return reach->measured[side][gait] ? reach->steps[side][gait][square]
                                       : dt_reach_measure(reach, side, gait, square);
}
