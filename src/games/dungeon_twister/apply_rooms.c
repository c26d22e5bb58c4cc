/* SPDX-License-Identifier: MIT */
/* Carrying out: what changes a room. Rotations, portcullises, broken walls, illusions.
 * Source: topics DT-ROTATE, DT-CHAR-THIEF, DT-CHAR-WARRIOR, PD-GOLEM, PD-ILLUSION. */
#include "games/dungeon_twister/apply_p.h"

#include "games/dungeon_twister/flow.h"

/* Where a square of a slot is after a quarter-turn. */
static unsigned turned_square(unsigned slot, unsigned x, unsigned y, bool ccw)
{
    return ccw ? dt_slot_square(slot, 4 - y, x) : dt_slot_square(slot, y, 4 - x);
}

static void turn_illusions(struct dt_state *state, unsigned slot, bool ccw)
{
    unsigned corner = dt_slot_square(slot, 0, 0);

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned which = 0; which < DT_ILLUSIONS; which++) {
            unsigned square = state->illusion[side][which];

            if (square < DT_SQUARES && dt_slot_of(state, square) == slot)
                state->illusion[side][which] =
                    (uint8_t)turned_square(slot, square % DT_COLUMNS - corner % DT_COLUMNS,
                                           square / DT_COLUMNS - corner / DT_COLUMNS, ccw);
        }
}

/* DT-ROTATE-05: tokens keep their squares of the room. */
void dt_apply_rotate(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned slot = (unsigned)run->order->arg[2], ccw = (unsigned)run->order->arg[3];
    uint64_t before[DT_ROOM_CELLS];
    struct event *event = dt_say_token(run, DT_EVENT_ROTATED, run->token);

    dt_say_place(event, DT_PLACE_SLOT + slot);
    event_arg(event, ARG_NUMBER, (int)ccw);
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        unsigned square = dt_slot_square(slot, place % DT_ROOM_SIDE, place / DT_ROOM_SIDE);

        before[place] = state->at[square];
        state->at[square] = 0;
    }
    for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
        unsigned x = place % DT_ROOM_SIDE, y = place / DT_ROOM_SIDE;
        unsigned square = turned_square(slot, x, y, ccw);

        state->at[square] = before[place];
        for (uint64_t set = before[place]; set; set &= set - 1)
            state->where[dt_first(set)] = (uint8_t)square;
    }
    turn_illusions(state, slot, ccw);
    state->turned[slot] = (uint8_t)((state->turned[slot] + (ccw ? 3 : 1)) % DT_TURNS);
    dt_refresh_slot(run->book, state, slot);
}

void dt_apply_gate(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned square = (unsigned)run->order->arg[2], direction = (unsigned)run->order->arg[3];
    unsigned slot = dt_slot_of(state, square);
    uint64_t edge = UINT64_C(1) << dt_edge(run->book, state, square, direction);
    enum dt_event kind = DT_EVENT_BROKE;
    struct event *event;

    if (run->order->kind == DT_ORDER_BREAK) {
        state->broken[slot] |= edge;
    } else if (run->order->kind == DT_ORDER_LIFT) {
        state->open[slot] |= edge;
        kind = DT_EVENT_LIFTED;
    } else {
        state->open[slot] &= ~edge;
        kind = DT_EVENT_LOWERED;
    }
    dt_refresh_slot(run->book, state, slot);
    event = dt_say_token(run, kind, run->token);
    dt_say_place(event, square);
    dt_say_place(event, (unsigned)((int)square + dt_step[direction]));
}

void dt_apply_breach(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned square, side, slot, from = state->where[run->token];
    int next;
    bool rim;
    struct event *event;

    dt_find_breach(run->book, state, from, (unsigned)run->order->arg[2], &square, &side);
    slot = dt_slot_of(state, square);
    state->broken[slot] |= UINT64_C(1) << dt_edge(run->book, state, square, side);
    state->breaches[dt_side_of(run->token)]++;
    dt_refresh_slot(run->book, state, slot);
    next = (int)square + dt_step[side];
    rim = next < 0 || next >= state->agreed.rows * DT_COLUMNS ||
          dt_direction(square, (unsigned)next) == DT_NONE;
    event = dt_say_token(run, rim ? DT_EVENT_BREACHED_RIM : DT_EVENT_BREACHED, run->token);
    dt_say_place(event, square);
    if (!rim)
        dt_say_place(event, (unsigned)next);
}

void dt_apply_dispel(struct dt_run *run)
{
    dt_dispel(run->book, run->state, dt_side_of(run->token), (unsigned)run->order->arg[2],
              run->events);
}

void dt_apply_conjure(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned which = (unsigned)run->order->arg[2], square = (unsigned)run->order->arg[3];

    dt_apply_dispel(run);
    state->illusion[dt_side_of(run->token)][which] = (uint8_t)square;
    dt_refresh_slot(run->book, state, dt_slot_of(state, square));
    dt_say_place(
        dt_say_token(run, which == DT_FALSE_PIT ? DT_EVENT_CONJURED_PIT : DT_EVENT_CONJURED_RUBBLE,
                     run->token),
        square);
}
