/* SPDX-License-Identifier: MIT */
/* Carries orders out, and is the only place where a position changes. Movement, fights and rooms
 * are in the apply_*.c files; check.c has been asked before. */
#include "games/dungeon_twister/apply.h"

#include "games/dungeon_twister/apply_p.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/seals.h"

/* ---- openings ---- */

static void apply_open(struct dt_run *run)
{
    struct dt_state *state = run->state;
    const int16_t *arg = run->order->arg;
    struct dt_seal_name name = {(uint8_t)arg[0], (uint16_t)arg[1], (uint16_t)arg[2]};
    unsigned index = dt_asked_index(state, &name), all = (1u << dt_asked_count(state)) - 1;

    if (name.seal == DT_SEAL_ROOM)
        dt_open_room(run);
    else if (name.seal == DT_SEAL_TOKEN)
        dt_open_token(run, name.a - 1u, name.b);
    else if (name.seal == DT_SEAL_COMBAT)
        dt_open_combat(run, name.a % 4 - 1u);
    else
        for (unsigned i = 0; i < DT_TEAM; i++)
            state->team[index][i] = (uint8_t)arg[3 + i];
    state->answered |= (uint8_t)(1u << index);
    if (state->answered != all)
        return;
    if (state->phase == DT_PHASE_OPEN_ROOM)
        dt_show_room(run);
    else if (state->phase == DT_PHASE_OPEN_TEAMS)
        dt_show_teams(run);
    else
        dt_go_on_fighting(run);
}

static void apply_unopened(struct dt_run *run)
{
    struct dt_state *state = run->state;
    const int16_t *arg = run->order->arg;
    struct dt_seal_name name = {(uint8_t)arg[0], (uint16_t)arg[1], (uint16_t)arg[2]};
    unsigned index = dt_asked_index(state, &name), all;

    if (name.seal != DT_SEAL_COMBAT) { /* DT-TIMER-11 */
        dt_say_seat(run, DT_EVENT_UNOPENED, name.a);
        dt_finish(state, DT_END_UNOPENED, 2u - name.a, run->events);
        return;
    }
    all = (1u << dt_asked_count(state)) - 1;
    dt_forfeit_card(run, name.a % 4 - 1u);
    state->answered |= (uint8_t)(1u << index);
    if (state->answered == all)
        dt_go_on_fighting(run);
}

/* ---- the turn ---- */

static void apply_card(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned card = (unsigned)run->order->arg[0];
    struct event *event = dt_say(run, DT_EVENT_CARD_PLAYED);

    state->actions[state->active] &= (uint8_t) ~(1u << card);
    state->ap = (uint8_t)card;
    if (card > state->highest)
        state->highest = (uint8_t)card;
    event_arg(event, ARG_SEAT, run->order->seat);
    event_arg(event, ARG_NUMBER, (int)card);
    dt_enter(state, DT_PHASE_ACT, 1);
}

static void apply_end(struct dt_run *run)
{
    dt_end_turn(run->state, run->events);
}

/* ---- at any time ---- */

static void apply_draw(struct dt_run *run)
{
    struct dt_state *state = run->state;

    state->offers |= (uint8_t)(1u << (run->order->seat - 1));
    if (state->offers == 3)
        dt_finish(state, DT_END_AGREED, DT_NONE, run->events);
    else
        dt_say_seat(run, DT_EVENT_DRAW_OFFERED, run->order->seat);
}

static void apply_resign(struct dt_run *run)
{
    dt_say_seat(run, DT_EVENT_RESIGNED, run->order->seat);
    dt_finish(run->state, DT_END_RESIGNED, 2u - run->order->seat, run->events);
}

static void apply_no_draw(struct dt_run *run)
{
    run->state->offers = 0;
    dt_say_seat(run, DT_EVENT_DRAW_REFUSED, run->order->seat);
}

/* ---- Actions ---- */

static void pay(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned side = dt_side_of(run->token), kind = dt_kind_of(run->token);
    uint8_t *potion = &state->potion[side][kind];

    if (run->order->arg[1] != DT_ACCOUNT_CARD && *potion)
        --*potion;
    else if (side == state->active)
        state->ap--;
    else
        state->charm[kind]--;
}

void dt_use_up(struct dt_run *run, enum dt_flag flag)
{
    struct dt_state *state = run->state;

    dt_remove(state, dt_first(state->at[state->where[run->token]] & run->book->with[flag]),
              DT_GONE);
}

/* How each kind of order is carried out. */
static dt_deed_fn *const deeds[DT_ORDERS] = {
    [DT_ORDER_PAIRS] = dt_apply_pairs,
    [DT_ORDER_ROOMS] = dt_apply_rooms,
    [DT_ORDER_FIRST_PICKER] = dt_apply_first_picker,
    [DT_ORDER_CHOOSE] = dt_apply_choose,
    [DT_ORDER_PICK] = dt_apply_pick,
    [DT_ORDER_PAIR] = dt_apply_pair,
    [DT_ORDER_FIRST_PLACER] = dt_apply_first_placer,
    [DT_ORDER_FIRST_PLAYER] = dt_apply_first_player,
    [DT_ORDER_OPEN] = apply_open,
    [DT_ORDER_UNOPENED] = apply_unopened,
    [DT_ORDER_TEAM] = dt_apply_team,
    [DT_ORDER_PLACE] = dt_apply_place,
    [DT_ORDER_CARD] = apply_card,
    [DT_ORDER_END] = apply_end,
    [DT_ORDER_MOVE] = dt_apply_move,
    [DT_ORDER_JUMP] = dt_apply_jump,
    [DT_ORDER_STEP] = dt_apply_step,
    [DT_ORDER_REVEAL] = dt_apply_reveal,
    [DT_ORDER_ROTATE] = dt_apply_rotate,
    [DT_ORDER_ATTACK] = dt_apply_attack,
    [DT_ORDER_HEAL] = dt_apply_heal,
    [DT_ORDER_REGENERATE] = dt_apply_regenerate,
    [DT_ORDER_LIFT] = dt_apply_gate,
    [DT_ORDER_LOWER] = dt_apply_gate,
    [DT_ORDER_BREAK] = dt_apply_gate,
    [DT_ORDER_FIRE] = dt_apply_fire,
    [DT_ORDER_DRINK] = dt_apply_drink,
    [DT_ORDER_RECOVER] = dt_apply_recover,
    [DT_ORDER_TELEPORT] = dt_apply_teleport,
    [DT_ORDER_CHARM] = dt_apply_charm,
    [DT_ORDER_STEAL] = dt_apply_steal,
    [DT_ORDER_BREACH] = dt_apply_breach,
    [DT_ORDER_CONJURE] = dt_apply_conjure,
    [DT_ORDER_DISPEL] = dt_apply_dispel,
    [DT_ORDER_COMBAT] = dt_apply_combat,
    [DT_ORDER_PUT] = dt_apply_put,
    [DT_ORDER_LEAVE] = dt_apply_leave,
    [DT_ORDER_RESIGN] = apply_resign,
    [DT_ORDER_DRAW] = apply_draw,
    [DT_ORDER_NO_DRAW] = apply_no_draw,
};

bool dt_apply(const void *rulebook, void *state, const struct order *order,
              struct event_list *events)
{
    struct dt_walk walk;
    struct dt_run run = {rulebook, state, order, events, &walk, 0};

    if (dt_check(run.book, run.state, order, &walk, NULL))
        return false;
    if (order->kind >= DT_ORDER_MOVE && order->kind <= DT_LAST_ACTION) {
        run.token = dt_actor(run.state->active, order->arg[0]);
        pay(&run);
    }
    deeds[order->kind](&run);
    if (run.state->agreed.boxes)
        dt_watch_pentacle(run.state, events);
    return true;
}
