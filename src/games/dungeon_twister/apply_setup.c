/* SPDX-License-Identifier: MIT */
/* Carrying out: set-up, topics DT-SETUP, DT-TEAM, DT-PLACE and PD-MODE. */
#include "games/dungeon_twister/apply_p.h"

#include "games/dungeon_twister/force.h"
#include "games/dungeon_twister/flow.h"

void dt_apply_pairs(struct dt_run *run)
{
    struct event *event = dt_say(run, DT_EVENT_PAIRS_DRAWN);

    for (unsigned i = 0; i < 3; i++) {
        run->state->agreed.pairs |= (uint16_t)(1u << run->order->arg[i]);
        event_arg(event, ARG_NUMBER, run->order->arg[i]);
    }
    dt_enter(run->state, DT_PHASE_ROOMS, 1);
}

void dt_apply_rooms(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned i = 0;

    for (unsigned slot = 0; slot < DT_SLOTS; slot++) {
        int value;

        if (!(state->agreed.slots >> slot & 1))
            continue;
        value = run->order->arg[i++];
        state->room[slot] = state->turned[slot] = DT_UNKNOWN;
        if (value == ORDER_UNKNOWN)
            continue;
        state->room[slot] = (uint8_t)(value / DT_TURNS);
        state->turned[slot] = (uint8_t)(value % DT_TURNS);
    }
    dt_say(run, DT_EVENT_ROOMS_LAID);
    dt_enter(state, DT_PHASE_TEAMS, DT_SIDES);
}

void dt_apply_choose(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned side = run->order->seat - 1u;
    struct event *event = dt_say(run, DT_EVENT_FORCE_CHOSEN);

    dt_add_to_force(state, side, dt_kept(run->order->arg[0]));
    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_NUMBER, state->force_count[side]);
    dt_next_choice(state);
}

void dt_apply_first_picker(struct dt_run *run)
{
    dt_say_seat(run, DT_EVENT_FIRST_PICKER, (unsigned)run->order->arg[0]);
    run->state->placer = (uint8_t)(2 - run->order->arg[0]); /* the other one, as if he had picked */
    dt_next_choice(run->state);
}

/* PD-ROOM-01: to be labelled. */
static bool is_home_made(const struct dt_rulebook *book, unsigned pair)
{
    for (unsigned room = 0; room < book->room_count; room++)
        if (book->room[room].pair == pair && book->room[room].home_made)
            return true;
    return false;
}

void dt_apply_pair(struct dt_run *run)
{
    struct event *event = dt_say(run, DT_EVENT_PAIR_PICKED);

    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_NUMBER, run->order->arg[0]);
    event_arg(event, ARG_NUMBER, is_home_made(run->book, (unsigned)run->order->arg[0]));
    run->state->agreed.pairs |= (uint16_t)(1u << run->order->arg[0]);
    dt_next_choice(run->state);
}

void dt_apply_pick(struct dt_run *run)
{
    unsigned kind = (unsigned)run->order->arg[0];
    struct event *event = dt_say(run, DT_EVENT_PICKED);

    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_TERM, dt_kinds[kind].term);
    for (unsigned side = 0; side < DT_SIDES; side++)
        dt_add_to_force(run->state, side, kind);
    dt_next_choice(run->state);
}

void dt_apply_team(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned side = run->order->seat - 1u;

    for (unsigned i = 0; i < DT_TEAM; i++)
        state->team[side][i] = dt_kept(run->order->arg[i]);
    dt_say_seat(run, DT_EVENT_TEAM_CHOSEN, run->order->seat);
    state->answered |= (uint8_t)(1u << side);
    if (state->answered == 3)
        dt_enter(state, DT_PHASE_FIRST_PLACER, 1);
}

void dt_apply_first_placer(struct dt_run *run)
{
    dt_say_seat(run, DT_EVENT_FIRST_PLACER, (unsigned)run->order->arg[0]);
    run->state->placer = (uint8_t)(2 - run->order->arg[0]); /* the other one, who has just had */
    dt_next_placer(run->state);
}

void dt_apply_place(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned side = state->placer;
    int kind = run->order->arg[0];
    struct dt_placed *placed = &state->placed[side][state->placed_count[side]++];
    struct event *event = dt_say(run, DT_EVENT_PLACED);

    placed->slot = (uint8_t)run->order->arg[1];
    placed->token = dt_kept(kind);
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_TERM, kind == ORDER_UNKNOWN ? ORDER_UNKNOWN : dt_kinds[kind].term);
    dt_say_place(event, DT_PLACE_SLOT + placed->slot);
    dt_next_placer(state);
}

static void dt_say_first(struct dt_run *run, unsigned seat)
{
    dt_say_seat(run, DT_EVENT_FIRST_PLAYER, seat);
    dt_begin_turn(run->state, seat - 1, run->events);
}

/* Both teams are open: stand them on their dots (DT-TEAM-02, -03). */
void dt_show_teams(struct dt_run *run)
{
    struct dt_state *state = run->state;

    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned i = 0; i < DT_TEAM; i++) {
            unsigned token = dt_token(side, state->team[side][i]), square = dt_dot(state, side, i);

            dt_put(state, token, square);
            state->team[side][i] = DT_NONE;
            dt_say_place(dt_say_token(run, DT_EVENT_TEAM_SHOWN, token), square);
        }
    if (state->agreed.begins) /* PD-MODE-11 */
        dt_say_first(run, state->agreed.begins);
    else
        dt_enter(state, DT_PHASE_FIRST_PLAYER, 1);
}

void dt_apply_first_player(struct dt_run *run)
{
    dt_say_first(run, (unsigned)run->order->arg[0]);
}
