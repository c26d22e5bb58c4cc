/* SPDX-License-Identifier: MIT */
/* What the files that carry out orders share: the order at hand, telling what happens, and the deed
 * of each kind of order. A deed's order has been checked; who acts has paid. */
#ifndef POSTERN_GAMES_DUNGEON_TWISTER_APPLY_P_H
#define POSTERN_GAMES_DUNGEON_TWISTER_APPLY_P_H

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

/* apply_setup.c: DT-SETUP, DT-TEAM, DT-PLACE, PD-MODE */
void dt_apply_pairs(struct dt_run *run);
void dt_apply_rooms(struct dt_run *run);
void dt_apply_choose(struct dt_run *run);
void dt_apply_first_picker(struct dt_run *run);
void dt_apply_pair(struct dt_run *run);
void dt_apply_pick(struct dt_run *run);
void dt_apply_team(struct dt_run *run);
void dt_apply_first_placer(struct dt_run *run);
void dt_apply_place(struct dt_run *run);
void dt_show_teams(struct dt_run *run);
void dt_apply_first_player(struct dt_run *run);

/* apply_reveal.c: DT-REVEAL */
void dt_apply_reveal(struct dt_run *run);
void dt_open_room(struct dt_run *run);
void dt_open_token(struct dt_run *run, unsigned side, unsigned k);
void dt_show_room(struct dt_run *run);
void dt_apply_put(struct dt_run *run);
void dt_apply_leave(struct dt_run *run);

/* apply_move.c: DT-MOVE, DT-JUMP, DT-EXIT, wall steps, the Ring, PD-ROCKS */
void dt_apply_move(struct dt_run *run);
void dt_apply_jump(struct dt_run *run);
void dt_apply_step(struct dt_run *run);
void dt_apply_teleport(struct dt_run *run);

/* apply_rooms.c: DT-ROTATE, portcullises, PD-GOLEM, PD-ILLUSION */
void dt_apply_rotate(struct dt_run *run);
void dt_apply_gate(struct dt_run *run);
void dt_apply_breach(struct dt_run *run);
void dt_apply_dispel(struct dt_run *run);
void dt_apply_conjure(struct dt_run *run);

/* apply_fight.c: DT-COMBAT, fire */
void dt_apply_attack(struct dt_run *run);
void dt_apply_combat(struct dt_run *run);
void dt_open_combat(struct dt_run *run, unsigned side);
void dt_forfeit_card(struct dt_run *run, unsigned side);
void dt_go_on_fighting(struct dt_run *run);
void dt_apply_fire(struct dt_run *run);

/* apply_help.c: healing, drinking, charm, theft */
void dt_apply_heal(struct dt_run *run);
void dt_apply_regenerate(struct dt_run *run);
void dt_apply_recover(struct dt_run *run);
void dt_apply_drink(struct dt_run *run);
void dt_apply_charm(struct dt_run *run);
void dt_apply_steal(struct dt_run *run);

#endif
