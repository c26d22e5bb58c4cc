/* SPDX-License-Identifier: MIT */
/* Carrying out: revealing a room and placing what lies under it, topic DT-REVEAL. */
#include "games/dungeon_twister/apply_p.h"

#include "games/dungeon_twister/flow.h"

void dt_apply_reveal(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned slot = (unsigned)run->order->arg[2];

    dt_say_place(dt_say_token(run, DT_EVENT_REVEALS, run->token), DT_PLACE_SLOT + slot);
    state->slot = (uint8_t)slot;
    dt_enter(state, DT_PHASE_OPEN_ROOM, 1 + dt_hidden_in(state, slot));
}

void dt_open_room(struct dt_run *run)
{
    struct dt_state *state = run->state;
    int value = run->order->arg[3];
    const struct dt_room *room = &run->book->room[value / DT_TURNS];
    struct event *event = dt_say(run, DT_EVENT_ROOM_SHOWN);

    state->room[state->slot] = (uint8_t)(value / DT_TURNS);
    state->turned[state->slot] = (uint8_t)(value % DT_TURNS);
    dt_say_place(event, DT_PLACE_SLOT + state->slot);
    event_arg(event, ARG_NUMBER, room->pair);
    event_arg(event, ARG_NUMBER, room->ccw);
    event_arg(event, ARG_NUMBER, value % DT_TURNS);
    event_arg(event, ARG_NUMBER, room->home_made);
}

void dt_open_token(struct dt_run *run, unsigned side, unsigned k)
{
    unsigned kind = (unsigned)run->order->arg[3];

    run->state->placed[side][k - 1].token = (uint8_t)kind;
    run->state->where[dt_token(side, kind)] = DT_SHOWN;
    dt_say_place(dt_say_token(run, DT_EVENT_TOKEN_SHOWN, dt_token(side, kind)),
                 DT_PLACE_SLOT + run->state->slot);
}

/* The room and all its tokens are open: turn it up, then they are placed. */
void dt_show_room(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned slot = state->slot;

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned k = 0; k < state->placed_count[side]; k++)
            if (state->placed[side][k].slot == slot)
                state->placed[side][k].slot = state->placed[side][k].token = DT_NONE;
    state->revealed |= (uint8_t)(1u << slot);
    dt_refresh_slot(run->book, state, slot);
    state->phase = DT_PHASE_PUT_FIRST;
    dt_next_put(state, true);
}

void dt_apply_put(struct dt_run *run)
{
    unsigned token = (unsigned)run->order->arg[0], square = (unsigned)run->order->arg[1];
    struct event *event = dt_say(run, DT_EVENT_PUT);

    event_arg(event, ARG_SEAT, run->order->seat);
    dt_say_place(dt_event_token(event, token), square);
    dt_put(run->state, token, square);
    dt_next_put(run->state, false);
}

void dt_apply_leave(struct dt_run *run)
{
    struct dt_state *state = run->state;

    state->placer = (uint8_t)(1 - state->placer);
    dt_say_seat(run, DT_EVENT_LEFT_TO_OTHER, state->placer + 1u);
    dt_enter(state, (enum dt_phase)state->phase, 1);
    state->handed = 1;
}
