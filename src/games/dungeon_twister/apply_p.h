/* SPDX-License-Identifier: MIT */
/* What the files that carry out orders share: the order at hand, telling what happens, and the deed
 * of each kind of order. A deed's order has been checked; who acts has paid. */
#pragma once

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/combat.h"

/* What every deed needs. */
struct dt_run {
    const struct dt_rulebook *book;
    struct dt_state *state;
    const struct order *order;
    struct event_list *events;
    const struct dt_walk *walk;
    unsigned token; /* who acts */
};

static inline struct event *dt_say(struct dt_run *run, enum dt_event kind)
{
    return event_add(run->events, kind);
}

static inline struct event *dt_say_token(struct dt_run *run, enum dt_event kind, unsigned token)
{
    return dt_event_token(dt_say(run, kind), token);
}

static inline void dt_say_seat(struct dt_run *run, enum dt_event kind, unsigned seat)
{
    event_arg(dt_say(run, kind), ARG_SEAT, (int)seat);
}

static inline void dt_say_place(struct event *event, unsigned place)
{
    event_arg(event, ARG_PLACE, (int)place);
}

/* An argument as the position keeps it. */
static inline uint8_t dt_kept(int arg)
{
    return arg == ORDER_UNKNOWN ? (uint8_t)DT_UNKNOWN : (uint8_t)arg;
}

/* The carried object with a flag leaves the game: DT-CARRY-14. */
void dt_use_up(struct dt_run *run, enum dt_flag flag);

typedef void dt_deed_fn(struct dt_run *run);

/* apply_setup.c: DT-SETUP, DT-TEAM, DT-PLACE, PD-MODE */
dt_deed_fn dt_apply_pairs, dt_apply_rooms, dt_apply_choose, dt_apply_first_picker, dt_apply_pair,
    dt_apply_pick, dt_apply_team, dt_apply_first_placer, dt_apply_place, dt_show_teams,
    dt_apply_first_player;

/* apply_reveal.c: DT-REVEAL */
dt_deed_fn dt_apply_reveal, dt_open_room;
void dt_open_token(struct dt_run *run, unsigned side, unsigned k);
dt_deed_fn dt_show_room, dt_apply_put, dt_apply_leave;

/* apply_move.c: DT-MOVE, DT-JUMP, DT-EXIT, wall steps, the Ring, PD-ROCKS */
dt_deed_fn dt_apply_move, dt_apply_jump, dt_apply_step, dt_apply_teleport;

/* apply_rooms.c: DT-ROTATE, portcullises, PD-GOLEM, PD-ILLUSION */
dt_deed_fn dt_apply_rotate, dt_apply_gate, dt_apply_breach, dt_apply_dispel, dt_apply_conjure;

/* apply_fight.c: DT-COMBAT, fire */
dt_deed_fn dt_apply_attack, dt_apply_combat;
void dt_open_combat(struct dt_run *run, unsigned side);
void dt_forfeit_card(struct dt_run *run, unsigned side);
dt_deed_fn dt_go_on_fighting, dt_apply_fire;

/* apply_help.c: healing, drinking, charm, theft */
dt_deed_fn dt_apply_heal, dt_apply_regenerate, dt_apply_recover, dt_apply_drink, dt_apply_charm,
    dt_apply_steal;
