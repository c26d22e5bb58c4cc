/* SPDX-License-Identifier: MIT */
/* The Actions of Paladins & Dragons: who may, and with what. Source: doc/rules, part 2. */
#include "games/dungeon_twister/check_p.h"
#include "games/dungeon_twister/flow.h"

enum dt_rule dt_may_recover(const struct dt_state *state, unsigned token)
{
    if (!dt_on_board(state, token))
        return DT_RULE_NOT_ON_BOARD;
    if (!(state->wounded >> token & 1))
        return DT_RULE_RECOVER_WOUNDED;
    if (!dt_at_fountain(state, state->where[token]))
        return DT_RULE_RECOVER_FAR;
    return state->at[state->where[token]] & DT_CHARACTERS & ~state->wounded
               ? DT_RULE_RECOVER_CARRIED
               : DT_ALLOWED;
}

/* Do two rooms share a side? From a starting line (DT_NONE) both rooms at it are adjacent. */
static bool are_adjacent_rooms(const struct dt_state *state, unsigned from, unsigned row,
                               unsigned to)
{
    if (from == DT_NONE)
        return row == 0 ? to % 4 == 0 : to % 4 == (state->agreed.rows - 2u) / DT_ROOM_SIDE - 1;
    return from / 4 == to / 4 ? from + 1 == to || to + 1 == from : from % 4 == to % 4;
}

enum dt_rule dt_may_teleport(const struct dt_rulebook *book, const struct dt_state *state,
                             unsigned token, unsigned square)
{
    unsigned from = state->where[token], slot = dt_slot_of(state, square);

    if (!dt_uses(book, state, token, DT_IS_RING))
        return DT_RULE_RING_NONE;
    if (slot == DT_NONE || !(state->revealed >> slot & 1) ||
        !are_adjacent_rooms(state, dt_slot_of(state, from), from / DT_COLUMNS, slot))
        return DT_RULE_RING_ROOM;
    return dt_grounds[state->ground[square]].plain && !state->at[square] ? DT_ALLOWED
                                                                         : DT_RULE_RING_SQUARE;
}

enum dt_rule dt_may_charm(const struct dt_rulebook *book, const struct dt_state *state,
                          unsigned token, unsigned target)
{
    unsigned here = dt_slot_of(state, state->where[token]);

    if (!dt_is(token, DT_USES_MAGIC))
        return DT_RULE_CHARM_WHO;
    if (!dt_uses(book, state, token, DT_IS_SCROLL))
        return DT_RULE_CHARM_NO_SCROLL;
    if (dt_side_of(token) != state->active)
        return DT_RULE_CHARM_WITHIN;
    if (dt_side_of(target) == dt_side_of(token) || dt_kind_of(target) >= DT_CHARACTER_KINDS)
        return DT_RULE_CHARM_ENEMY;
    if (!dt_on_board(state, target))
        return DT_RULE_NOT_ON_BOARD;
    if (here == DT_NONE || dt_slot_of(state, state->where[target]) == DT_NONE)
        return DT_RULE_CHARM_LINE;
    if (dt_slot_of(state, state->where[target]) != here)
        return DT_RULE_CHARM_ROOM;
    return dt_grounds[state->ground[state->where[target]]].mist ? DT_RULE_CHARM_MIST : DT_ALLOWED;
}

enum dt_rule dt_may_steal(const struct dt_state *state, unsigned token, unsigned thing)
{
    unsigned square = state->where[token], direction;

    if (!dt_is(token, DT_STEALS))
        return DT_RULE_STEAL_WHO;
    if (state->at[square] & ~DT_BIT(token))
        return DT_RULE_STEAL_HANDS;
    if (dt_kind_of(thing) < DT_CHARACTER_KINDS)
        return DT_RULE_STEAL_THING;
    if (!dt_on_board(state, thing))
        return DT_RULE_STEAL_FAR;
    direction = dt_direction(square, state->where[thing]);
    return direction != DT_NONE && state->pass[square] >> direction & 1 &&
                   state->at[state->where[thing]] & DT_CHARACTERS & DT_SIDE(1 - dt_side_of(token))
               ? DT_ALLOWED
               : DT_RULE_STEAL_FAR;
}

enum dt_rule dt_find_breach(const struct dt_rulebook *book, const struct dt_state *state,
                            unsigned from, unsigned direction, unsigned *square, unsigned *side)
{
    int next = (int)from + dt_step[direction];
    unsigned slot;

    *square = from;
    *side = direction;
    if (dt_slot_of(state, from) != DT_NONE && dt_has_wall(book, state, from, direction))
        return DT_ALLOWED;
    if (next < 0 || next >= state->agreed.rows * DT_COLUMNS ||
        dt_direction(from, (unsigned)next) == DT_NONE)
        return DT_RULE_BREACH_NO_WALL;
    *square = (unsigned)next;
    *side = (direction + 2) % DT_DIRECTIONS;
    slot = dt_slot_of(state, *square);
    if (slot == DT_NONE)
        return DT_RULE_BREACH_NO_WALL;
    if (!(state->revealed >> slot & 1))
        return DT_RULE_BREACH_HIDDEN;
    if (dt_has_wall(book, state, *square, *side))
        return DT_ALLOWED;
    return book->room[state->room[slot]].gates >> dt_edge(book, state, *square, *side) & 1
               ? DT_RULE_BREACH_GATE
               : DT_RULE_BREACH_NO_WALL;
}

enum dt_rule dt_may_breach(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned direction)
{
    enum { BREACHES_MAX = 3 }; /* PD-GOLEM-05 */
    unsigned square, side;

    if (!dt_is(token, DT_BREACHES))
        return DT_RULE_BREACH_WHO;
    if (state->breaches[dt_side_of(token)] == BREACHES_MAX)
        return DT_RULE_BREACH_SPENT;
    return dt_find_breach(book, state, state->where[token], direction, &square, &side);
}

/* Does an Illusionist see an empty square? Her own rubble does not hide it, PD-ILLUSION-05. */
static bool sees(const struct dt_state *state, unsigned token, unsigned square)
{
    unsigned at = state->where[token], rubble = state->illusion[dt_side_of(token)][DT_RUBBLE];

    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        for (unsigned to = at; state->pass[to] >> d & 1;) {
            const struct dt_ground_row *row;

            to = (unsigned)((int)to + dt_step[d]);
            row = &dt_grounds[state->ground[to]];
            if (row->mist || (row->solid && to != rubble) || state->at[to] & DT_CHARACTERS)
                break;
            if (to == square)
                return true;
        }
    return false;
}

enum dt_rule dt_may_conjure(const struct dt_state *state, unsigned token, unsigned which,
                            unsigned square)
{
    (void)which;
    if (!dt_is(token, DT_CONJURES))
        return DT_RULE_CONJURE_WHO;
    if (!dt_grounds[state->ground[square]].plain || state->at[square])
        return DT_RULE_CONJURE_SQUARE;
    return sees(state, token, square) ? DT_ALLOWED : DT_RULE_CONJURE_SIGHT;
}

static enum dt_rule may_dispel(const struct dt_state *state, unsigned token, unsigned which)
{
    if (!dt_is(token, DT_CONJURES))
        return DT_RULE_CONJURE_WHO;
    return state->illusion[dt_side_of(token)][which] < DT_SQUARES ? DT_ALLOWED
                                                                  : DT_RULE_DISPEL_NONE;
}

enum dt_rule dt_check_box(const struct dt_rulebook *book, const struct dt_state *state,
                          unsigned token, const struct order *order, struct dt_fault *fault)
{
    const int16_t *arg = order->arg;
    bool is_square = order->kind == DT_ORDER_TELEPORT || order->kind == DT_ORDER_CONJURE;
    int square = order->kind == DT_ORDER_CONJURE ? arg[3] : arg[2];

    if (is_square) {
        if (square < 0 || square >= state->agreed.rows * DT_COLUMNS)
            return DT_RULE_NONSENSE;
        fault->place = square;
    } else if (order->kind == DT_ORDER_CHARM || order->kind == DT_ORDER_STEAL) {
        if (arg[2] < 0 || arg[2] >= DT_TOKENS || !dt_kinds[arg[2] % DT_KINDS].word)
            return DT_RULE_NONSENSE;
        fault->token = arg[2];
    } else if (arg[2] < 0 || arg[2] >= DT_DIRECTIONS) {
        return DT_RULE_NONSENSE;
    }
    switch (order->kind) {
    case DT_ORDER_TELEPORT:
        return dt_may_teleport(book, state, token, (unsigned)square);
    case DT_ORDER_CHARM:
        return dt_may_charm(book, state, token, (unsigned)arg[2]);
    case DT_ORDER_STEAL:
        return dt_may_steal(state, token, (unsigned)arg[2]);
    case DT_ORDER_BREACH:
        return dt_may_breach(book, state, token, (unsigned)arg[2]);
    case DT_ORDER_CONJURE:
    case DT_ORDER_DISPEL:
        if (arg[2] < 0 || arg[2] >= DT_ILLUSIONS)
            return DT_RULE_NONSENSE;
        return order->kind == DT_ORDER_DISPEL
                   ? may_dispel(state, token, (unsigned)arg[2])
                   : dt_may_conjure(state, token, (unsigned)arg[2], (unsigned)square);
    default:
        return DT_RULE_NONSENSE;
    }
}
