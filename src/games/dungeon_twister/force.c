/* SPDX-License-Identifier: MIT */
/* Choosing forces and pairs of rooms where both boxes are played. */
#include "games/dungeon_twister/force.h"

#include "games/dungeon_twister/flow.h"

static bool has_kind(const struct dt_state *state, unsigned side, unsigned kind)
{
    for (unsigned i = 0; i < state->force_count[side]; i++)
        if (state->force[side][i] == kind)
            return true;
    return false;
}

/* The copies of a common object that come before this one are in the force: it comes after them,
 * so that no two forces are the same. */
static bool has_copies_before(const struct dt_state *state, unsigned side, unsigned kind)
{
    for (unsigned k = 0; k < DT_KINDS; k++)
        if ((k == dt_kinds[kind].like || dt_kinds[k].like == dt_kinds[kind].like) &&
            dt_kinds[k].copy < dt_kinds[kind].copy && !has_kind(state, side, k))
            return false;
    return true;
}

enum dt_rule dt_may_choose(const struct dt_state *state, unsigned side, int kind)
{
    bool character = kind < DT_CHARACTER_KINDS;

    if (kind < 0 || kind >= DT_KINDS || !dt_is_available(&state->agreed, (unsigned)kind))
        return DT_RULE_NONSENSE;
    if (character != (state->force_count[side] < DT_FORCE_CHARACTERS))
        return character ? DT_RULE_FORCE_OBJECTS : DT_RULE_FORCE_CHARACTERS;
    if (has_kind(state, side, (unsigned)kind))
        return DT_RULE_FORCE_TWICE;
    return dt_kinds[kind].like && !has_copies_before(state, side, (unsigned)kind)
               ? DT_RULE_FORCE_FIRST_COPY
               : DT_ALLOWED;
}

enum dt_rule dt_may_pair(const struct dt_rulebook *book, const struct dt_state *state, int pair)
{
    if (state->agreed.pairs >> (pair & 15) & 1)
        return DT_RULE_PAIR_TAKEN;
    for (unsigned room = 0; room < book->room_count; room++)
        if (book->room[room].pair == pair)
            return DT_ALLOWED;
    return DT_RULE_PAIR_NONE;
}

bool dt_picks_pair(const struct dt_state *state)
{
    return dt_count(state->agreed.pairs) < DT_PAIRS_PICKED;
}

enum dt_rule dt_check_force(const struct dt_rulebook *book, const struct dt_state *state,
                            const struct order *order)
{
    unsigned side = order->seat - 1u;

    if (order->kind == DT_ORDER_CHOOSE) {
        if (state->phase != DT_PHASE_FORCES)
            return DT_RULE_NOT_ASKED;
        if (state->force_count[side] == DT_FORCE)
            return DT_RULE_ANSWERED;
        return order->arg[0] == ORDER_UNKNOWN ? DT_ALLOWED
                                              : dt_may_choose(state, side, order->arg[0]);
    }
    if (state->phase != DT_PHASE_PICK || dt_picks_pair(state) != (order->kind == DT_ORDER_PAIR))
        return DT_RULE_NOT_ASKED;
    if (side != state->placer)
        return DT_RULE_PICK_NOT_YOU;
    return order->kind == DT_ORDER_PAIR ? dt_may_pair(book, state, order->arg[0])
                                        : dt_may_choose(state, side, order->arg[0]);
}

void dt_add_to_force(struct dt_state *state, unsigned side, unsigned kind)
{
    state->force[side][state->force_count[side]++] = (uint8_t)kind;
}

void dt_settle_forces(struct dt_state *state)
{
    for (unsigned token = 0; token < DT_TOKENS; token++) {
        unsigned side = dt_side_of(token);

        if (state->where[token] == DT_HIDDEN && !has_kind(state, side, DT_UNKNOWN) &&
            !has_kind(state, side, dt_kind_of(token)))
            state->where[token] = DT_ABSENT;
    }
}

void dt_start_choosing(struct dt_state *state)
{
    if (state->agreed.mode == DT_MODE_FREE)
        dt_enter(state, DT_PHASE_FORCES, DT_SIDES * DT_FORCE);
    else
        dt_enter(state, DT_PHASE_FIRST_PICKER, 1);
}

void dt_next_choice(struct dt_state *state)
{
    bool forces = state->force_count[0] == DT_FORCE && state->force_count[1] == DT_FORCE;

    if (state->phase == DT_PHASE_FORCES) {
        if (!forces)
            return;
        dt_settle_forces(state);
        dt_enter(state, DT_PHASE_FIRST_PICKER, 1);
        return;
    }
    if (dt_picks_pair(state) || !forces) {
        state->placer = (uint8_t)(1 - state->placer);
        dt_enter(state, DT_PHASE_PICK, 1);
        return;
    }
    dt_settle_forces(state);
    state->placer = 0;
    dt_enter(state, DT_PHASE_ROOMS, 1);
}
