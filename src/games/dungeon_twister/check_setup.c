/* SPDX-License-Identifier: MIT */
/* Checks the orders of set-up: pairs of rooms, teams, what is laid face down, and openings of
 * what was sealed. */
#include "games/dungeon_twister/check_p.h"
#include "games/dungeon_twister/force.h"
#include "games/dungeon_twister/seals.h"

static enum dt_rule check_pairs(const struct dt_state *state, const struct order *order)
{
    if (state->phase != DT_PHASE_PAIRS)
        return DT_RULE_NOT_ASKED;
    for (unsigned i = 0; i < 3; i++)
        if (order->arg[i] < 1 || order->arg[i] > 4 || (i && order->arg[i] <= order->arg[i - 1]))
            return DT_RULE_DRAW_BAD;
    return DT_ALLOWED;
}

static bool room_fits(const struct dt_rulebook *book, const struct dt_state *state, int value)
{
    return value >= 0 && value < book->room_count * DT_TURNS &&
           state->agreed.pairs >> book->room[value / DT_TURNS].pair & 1;
}

static enum dt_rule check_rooms(const struct dt_rulebook *book, const struct dt_state *state,
                                const struct order *order)
{
    uint32_t used = 0;

    if (state->phase != DT_PHASE_ROOMS)
        return DT_RULE_NOT_ASKED;
    if (order->count != dt_count(state->agreed.slots))
        return DT_RULE_DRAW_BAD;
    for (unsigned i = 0; i < order->count; i++) {
        if (order->arg[i] == ORDER_UNKNOWN)
            continue;
        if (!room_fits(book, state, order->arg[i]) || used >> order->arg[i] / DT_TURNS & 1)
            return DT_RULE_DRAW_BAD;
        used |= UINT32_C(1) << order->arg[i] / DT_TURNS;
    }
    return DT_ALLOWED;
}

static enum dt_rule check_first(const struct dt_state *state, const struct order *order,
                                enum dt_phase phase)
{
    if (state->phase != phase)
        return DT_RULE_NOT_ASKED;
    return order->arg[0] == 1 || order->arg[0] == 2 ? DT_ALLOWED : DT_RULE_DRAW_BAD;
}

/* The beginner's game leaves some out, DT-VARIANT-05; else a side has its own force. */
static enum dt_rule not_in_game(const struct dt_state *state)
{
    return state->agreed.beginner ? DT_RULE_NOT_IN_GAME : DT_RULE_NOT_IN_FORCE;
}

/* Four different characters of the game. */
static enum dt_rule check_kinds(const struct dt_state *state, unsigned side, const int16_t *kind)
{
    for (unsigned i = 0; i < DT_TEAM; i++) {
        if (!dt_is_character(kind[i]) || !dt_kinds[kind[i]].word)
            return DT_RULE_NONSENSE;
        if (!dt_in_game(state, side, kind[i]))
            return not_in_game(state);
        for (unsigned j = 0; j < i; j++)
            if (kind[i] == kind[j])
                return DT_RULE_TEAM_TWICE;
    }
    return DT_ALLOWED;
}

static enum dt_rule check_team(const struct dt_state *state, const struct order *order)
{
    if (state->phase != DT_PHASE_TEAMS)
        return DT_RULE_NOT_ASKED;
    if (state->answered >> (order->seat - 1) & 1)
        return DT_RULE_ANSWERED;
    if (order->arg[0] == ORDER_UNKNOWN)
        return DT_ALLOWED;
    return check_kinds(state, order->seat - 1u, order->arg);
}

/* May this side, as far as is known here, still lay this kind face down? */
static enum dt_rule may_lay(const struct dt_state *state, unsigned side, int kind)
{
    unsigned characters = 0;

    if (kind < 0 || kind >= DT_KINDS || !dt_kinds[kind].word)
        return DT_RULE_NONSENSE;
    if (!dt_in_game(state, side, kind))
        return not_in_game(state);
    for (unsigned i = 0; i < DT_TEAM; i++)
        if (state->team[side][i] == kind)
            return DT_RULE_PLACE_TEAM;
    for (unsigned k = 0; k < state->placed_count[side]; k++) {
        if (state->placed[side][k].token == kind)
            return DT_RULE_PLACE_TWICE;
        characters += state->placed[side][k].token < DT_CHARACTER_KINDS;
    }
    return dt_is_character(kind) && characters + DT_TEAM >= state->agreed.characters[side]
               ? DT_RULE_PLACE_TOO_MANY
               : DT_ALLOWED;
}

enum dt_rule dt_may_place(const struct dt_state *state, unsigned side, int kind, int slot)
{
    enum dt_rule rule = kind == ORDER_UNKNOWN ? DT_ALLOWED : may_lay(state, side, kind);

    if (rule)
        return rule;
    if (slot < 0 || slot >= DT_SLOTS)
        return DT_RULE_NONSENSE;
    if (!(state->agreed.slots >> slot & 1))
        return DT_RULE_PLACE_NO_ROOM;
    return dt_hidden_in(state, (unsigned)slot) < dt_capacity(state, (unsigned)slot)
               ? DT_ALLOWED
               : DT_RULE_PLACE_FULL;
}

static enum dt_rule check_place(const struct dt_state *state, const struct order *order)
{
    if (state->phase != DT_PHASE_PLACE)
        return DT_RULE_NOT_ASKED;
    if (order->seat - 1 != state->placer)
        return DT_RULE_PLACE_NOT_YOU;
    return dt_may_place(state, state->placer, order->arg[0], order->arg[1]);
}

static enum dt_rule open_room(const struct dt_rulebook *book, const struct dt_state *state,
                              int value)
{
    unsigned slot = state->slot, room = (unsigned)value / DT_TURNS;

    if (!room_fits(book, state, value))
        return DT_RULE_DRAW_BAD;
    for (unsigned other = 0; other < DT_SLOTS; other++)
        if (state->revealed >> other & 1 && state->room[other] == room)
            return DT_RULE_DRAW_BAD;
    if (state->room[slot] != DT_UNKNOWN &&
        (state->room[slot] != room || state->turned[slot] != (unsigned)value % DT_TURNS))
        return DT_RULE_SEAL_UNFIT;
    return DT_ALLOWED;
}

/* Judged by what all may see, and by the value itself where it is known here. */
static enum dt_rule open_token(const struct dt_state *state, unsigned side, unsigned k, int kind)
{
    unsigned known = state->placed[side][k - 1].token, characters = 0;

    if (!dt_in_game(state, side, kind) || state->where[dt_token(side, (unsigned)kind)] != DT_HIDDEN)
        return DT_RULE_SEAL_UNFIT;
    for (unsigned c = 0; c < DT_CHARACTER_KINDS; c++) {
        unsigned where = state->where[dt_token(side, c)];

        characters += where != DT_HIDDEN && where != DT_ABSENT;
    }
    if (dt_is_character(kind) && characters >= state->agreed.characters[side])
        return DT_RULE_SEAL_UNFIT;
    return known == DT_UNKNOWN || known == (unsigned)kind ? DT_ALLOWED : DT_RULE_SEAL_UNFIT;
}

static enum dt_rule open_team(const struct dt_state *state, unsigned side, const int16_t *kind)
{
    if (check_kinds(state, side, kind))
        return DT_RULE_SEAL_UNFIT;
    for (unsigned i = 0; i < DT_TEAM; i++)
        if (state->team[side][0] != DT_UNKNOWN && state->team[side][i] != kind[i])
            return DT_RULE_SEAL_UNFIT;
    return DT_ALLOWED;
}

static enum dt_rule open_combat(const struct dt_state *state, unsigned side, int card)
{
    if (card < 0 || card >= DT_CARD_VALUES || !state->combat[side][card])
        return DT_RULE_SEAL_CARD;
    return state->chosen[side] == DT_UNKNOWN || state->chosen[side] == card ? DT_ALLOWED
                                                                            : DT_RULE_SEAL_CARD;
}

static enum dt_rule check_open(const struct dt_rulebook *book, const struct dt_state *state,
                               const struct order *order)
{
    struct dt_seal_name name = {(uint8_t)order->arg[0], (uint16_t)order->arg[1],
                                (uint16_t)order->arg[2]};
    unsigned index = dt_asked_index(state, &name);
    unsigned values = order->arg[0] == DT_SEAL_TEAM ? DT_TEAM : 1;

    if (index == DT_NONE || state->answered >> index & 1)
        return DT_RULE_SEAL_CLOSED;
    if (order->kind == DT_ORDER_UNOPENED)
        return name.seal == DT_SEAL_ROOM ? DT_RULE_SEAL_TABLE : DT_ALLOWED;
    if (order->count != 3 + values)
        return DT_RULE_NONSENSE;
    switch (name.seal) {
    case DT_SEAL_ROOM:
        return open_room(book, state, order->arg[3]);
    case DT_SEAL_TOKEN:
        return open_token(state, name.a - 1u, name.b, order->arg[3]);
    case DT_SEAL_TEAM:
        return open_team(state, name.a - 1u, order->arg + 3);
    default:
        return open_combat(state, name.a % 4 - 1u, order->arg[3]);
    }
}

enum dt_rule dt_check_setup(const struct dt_rulebook *book, const struct dt_state *state,
                            const struct order *order)
{
    switch (order->kind) {
    case DT_ORDER_PAIRS:
        return check_pairs(state, order);
    case DT_ORDER_ROOMS:
        return check_rooms(book, state, order);
    case DT_ORDER_FIRST_PICKER:
        return check_first(state, order, DT_PHASE_FIRST_PICKER);
    case DT_ORDER_CHOOSE:
    case DT_ORDER_PICK:
    case DT_ORDER_PAIR:
        return dt_check_force(book, state, order);
    case DT_ORDER_FIRST_PLACER:
        return check_first(state, order, DT_PHASE_FIRST_PLACER);
    case DT_ORDER_FIRST_PLAYER:
        return check_first(state, order, DT_PHASE_FIRST_PLAYER);
    case DT_ORDER_OPEN:
    case DT_ORDER_UNOPENED:
        return check_open(book, state, order);
    case DT_ORDER_TEAM:
        return check_team(state, order);
    default:
        return check_place(state, order);
    }
}
