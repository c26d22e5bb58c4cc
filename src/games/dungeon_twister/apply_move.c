/* SPDX-License-Identifier: MIT */
/* Carrying out: movements, jumps, wall steps, the Ring, the way out and the falling rocks.
 * Source: topics DT-MOVE, DT-CARRY, DT-JUMP, DT-EXIT, DT-CHAR-WALLWALKER, PD-OBJ-RING, PD-ROCKS. */
#include "games/dungeon_twister/apply_p.h"

#include "games/dungeon_twister/flow.h"

/* The mover has entered the enemy's line with what he holds: DT-EXIT-01 to -05. */
static void leave_labyrinth(struct dt_run *run, uint64_t held, unsigned square)
{
    struct dt_state *state = run->state;
    unsigned side = dt_side_of(run->token), points = dt_kinds[dt_kind_of(run->token)].out_points;

    dt_say_place(dt_say_token(run, DT_EVENT_ESCAPED, run->token), square);
    dt_leave_play(state, run->token, DT_ESCAPED);
    for (; held; held &= held - 1) {
        unsigned thing = dt_first(held), worth = dt_kinds[dt_kind_of(thing)].out_points;

        dt_say_token(run, DT_EVENT_CARRIED_OUT, thing);
        if (dt_kind_of(thing) < DT_CHARACTER_KINDS) {
            dt_leave_play(state, thing, DT_SAVED);
        } else if (worth) {
            dt_remove(state, thing, DT_ESCAPED);
            state->taken_out[dt_side_of(thing)] = (uint8_t)(side + 1);
            points += worth;
        } else {
            dt_remove(state, thing, DT_GONE);
        }
    }
    dt_score(state, side, points, run->events);
}

/* Bring the mover and what he holds to a square, or out. */
static void arrive(struct dt_run *run, uint64_t held, unsigned square, bool exit)
{
    struct dt_state *state = run->state;

    if (exit) {
        leave_labyrinth(run, held, square);
        return;
    }
    dt_put(state, run->token, square);
    for (; held; held &= held - 1)
        dt_put(state, dt_first(held), square);
}

/* The mover ends under falling rocks: who is with him dies too, and what he holds stays unless
 * something lies there already (PD-ROCKS-07). */
static void die_under_rocks(struct dt_run *run, uint64_t held, unsigned square)
{
    struct dt_state *state = run->state;
    bool full = state->at[square] & DT_OBJECTS;

    dt_put(state, run->token, square);
    for (; held; held &= held - 1) {
        unsigned thing = dt_first(held);

        if (dt_kind_of(thing) >= DT_CHARACTER_KINDS && full) {
            dt_say_place(dt_say_token(run, DT_EVENT_VANISHED, thing), square);
            dt_remove(state, thing, DT_GONE);
        } else {
            dt_put(state, thing, square);
        }
    }
    dt_kill_all(run->book, state, square, run->events);
}

/* On the way, or, arrived, where it ends. */
static void say_acts(struct dt_run *run, unsigned from, unsigned end, bool arrived)
{
    unsigned square = from;

    if (!run->events)
        return;
    for (unsigned i = 2; i < run->order->count; i++) {
        unsigned arg = (unsigned)run->order->arg[i];

        if (arg < DT_TAKE) {
            square = arg;
            continue;
        }
        if ((square == end) != arrived)
            continue;
        dt_say_place(
            dt_event_token(
                dt_say_token(run, arg < DT_DROP ? DT_EVENT_TOOK : DT_EVENT_DROPPED, run->token),
                arg % DT_TOKENS),
            square);
    }
}

void dt_apply_move(struct dt_run *run)
{
    struct dt_state *state = run->state;
    const struct dt_walk *walk = run->walk;
    unsigned from = state->where[run->token];
    struct event *event;
    uint64_t set;

    say_acts(run, from, walk->square, false);
    event =
        dt_say_token(run, from == walk->square ? DT_EVENT_CAME_BACK : DT_EVENT_MOVED, run->token);
    dt_say_place(event, from);
    dt_say_place(event, walk->square);
    say_acts(run, from, walk->square, true);
    for (unsigned i = 0; i < walk->count; i++)
        for (set = walk->trail[i].left & ~state->at[walk->trail[i].square]; set; set &= set - 1)
            dt_put(state, dt_first(set), walk->trail[i].square);
    for (set = walk->killed; set; set &= set - 1)
        dt_kill(run->book, state, dt_first(set), run->events);
    if (walk->dies)
        die_under_rocks(run, walk->held, walk->square);
    else
        arrive(run, walk->held, walk->square, walk->exit);
}

/* A jump or a wall step: everything goes along, and what lies there is taken up. */
static void apply_leap(struct dt_run *run, unsigned square)
{
    struct dt_state *state = run->state;
    unsigned from = state->where[run->token];
    bool exit = square / DT_COLUMNS == dt_home_row(state, 1u - dt_side_of(run->token));
    bool carries = dt_kinds[dt_kind_of(run->token)].carries;

    arrive(run, carries ? state->at[from] & ~DT_BIT(run->token) : 0, square, exit);
}

void dt_apply_jump(struct dt_run *run)
{
    struct event *event = dt_say_token(run, DT_EVENT_JUMPED, run->token);

    dt_say_place(event, run->state->where[run->token]);
    dt_say_place(event, (unsigned)run->order->arg[2]);
    dt_say_place(event, (unsigned)run->order->arg[3]);
    run->state->jumps[run->state->active]--;
    apply_leap(run, (unsigned)run->order->arg[3]);
}

void dt_apply_step(struct dt_run *run)
{
    struct event *event = dt_say_token(run, DT_EVENT_WALKED_WALL, run->token);

    dt_say_place(event, run->state->where[run->token]);
    dt_say_place(event, (unsigned)run->order->arg[2]);
    apply_leap(run, (unsigned)run->order->arg[2]);
}

void dt_apply_teleport(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned from = state->where[run->token], to = (unsigned)run->order->arg[2];
    struct event *event = dt_say_token(run, DT_EVENT_TELEPORTED, run->token);

    dt_say_place(event, from);
    dt_say_place(event, to);
    dt_use_up(run, DT_IS_RING);
    arrive(run, state->at[from] & ~DT_BIT(run->token), to, false);
}
