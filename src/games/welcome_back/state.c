/* SPDX-License-Identifier: MIT */
/* Small questions about a position: seats, who raids, how many are left. */
#include "games/welcome_back/state.h"

unsigned wb_next_seat(const struct wb_state *state, unsigned seat, unsigned without)
{
    for (unsigned step = 1; step <= state->seats; step++) {
        unsigned next = (seat - 1 + step) % state->seats + 1;

        if (!wb_has(without, next))
            return next;
    }
    return 0;
}

unsigned wb_seats_without(const struct wb_state *state, unsigned without)
{
    unsigned count = 0;

    for (unsigned seat = 1; seat <= state->seats; seat++)
        count += !wb_has(without, seat);
    return count;
}

unsigned wb_only_seat(const struct wb_state *state, unsigned without)
{
    return wb_seats_without(state, without) == 1 ? wb_next_seat(state, 1, without) : 0;
}

bool wb_raid_runs(const struct wb_state *state)
{
    return state->phase >= WB_PHASE_PICK && state->phase <= WB_PHASE_SHOW;
}

unsigned wb_count(unsigned mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}
