/* SPDX-License-Identifier: MIT */
/* Lists every legal order of a seat, one for each distinct outcome, with the same questions that
 * check.c asks. */
#include "games/dungeon_twister/legal.h"

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/force.h"
#include "games/dungeon_twister/keys.h"
#include "games/dungeon_twister/seals.h"

enum {
    NODES_MAX = DT_KEYS_MAX, /* far more than a movement of 5 squares ever has */
    HELD = 250,              /* pseudo squares of things while a movement is searched */
    DEAD,
    OUT,
    /* what keys of other outcomes begin with; tokens and squares come first */
    KEY_PAYER = 1000,
    KEY_REVEAL,
    KEY_ROTATE,
    KEY_JUMP,
    KEY_RESTORE, /* healed or regenerated: the same */
    KEY_GATE,
    KEY_RUN = KEY_GATE + DT_ORDERS,
    KEY_BOX /* plus an order kind: Actions of Paladins & Dragons */
};

/* A square reached by a movement, with what the mover holds there and has left behind. */
struct node {
    struct dt_trail trail; /* where he came from, and what he left there */
    uint64_t held;
    uint64_t things; /* key of all things that are not where they were */
    uint16_t parent;
    uint8_t square, steps;
};

struct lister {
    const struct dt_rulebook *book;
    const struct dt_state *state;
    unsigned seat, side;
    struct order *list;
    unsigned count;
    struct dt_keys outcomes;
    /* the character whose orders are being listed */
    struct dt_mover mover;
    int who;            /* as orders name him */
    unsigned payers;    /* 1 or 2 */
    uint8_t account[2]; /* enum dt_account of each */
    uint64_t payer_key[2];
    struct dt_keys visited;
    unsigned node_count;
    struct node node[NODES_MAX];
};

static struct order *add(struct lister *lister, enum dt_order_kind kind)
{
    struct order *order;

    if (lister->count == LEGAL_MAX)
        return NULL;
    order = &lister->list[lister->count++];
    order->kind = (uint16_t)kind;
    order->seat = (uint8_t)lister->seat;
    order->count = 0;
    return order;
}

static void add_arg(struct order *order, int arg)
{
    if (order && order->count < ORDER_ARGS_MAX)
        order->arg[order->count++] = (int16_t)arg;
}

/* Add an Action once for each account that can pay and outcome not yet listed; key: the outcome
 * but for the payer. Up to two arguments, -1 = none. */
static void add_action(struct lister *lister, enum dt_order_kind kind, uint64_t key, int first,
                       int second)
{
    for (unsigned i = 0; i < lister->payers; i++) {
        struct order *order;

        if (!dt_keys_add(&lister->outcomes, key ^ lister->payer_key[i]))
            continue;
        order = add(lister, kind);
        add_arg(order, lister->who);
        add_arg(order, lister->account[i]);
        if (first >= 0)
            add_arg(order, first);
        if (second >= 0)
            add_arg(order, second);
    }
}

/* ---- movements ---- */

/* The key of a thing at a square: 0 where it has been all the time. */
static uint64_t thing_key(const struct lister *lister, unsigned thing, unsigned square)
{
    return lister->state->where[thing] == square ? 0 : dt_mix(thing, square);
}

/* The change of keys when a set of things goes from one (pseudo) square to another. */
static uint64_t carry_key(const struct lister *lister, uint64_t things, unsigned from, unsigned to)
{
    uint64_t key = 0;

    for (; things; things &= things - 1) {
        unsigned thing = dt_first(things);

        key ^= thing_key(lister, thing, from) ^ thing_key(lister, thing, to);
    }
    return key;
}

/* Write the movement that leads to a node, and on to an exit square if that is not DT_NONE. */
static void write_path(struct lister *lister, struct order *order, unsigned index, uint64_t takes,
                       unsigned exit)
{
    uint16_t path[DT_WALK_MAX];
    unsigned length = 0;
    uint64_t held = lister->node[0].held;

    for (unsigned at = index; at; at = lister->node[at].parent)
        path[length++] = (uint16_t)at;
    for (unsigned i = length + 1; i-- > 0;) {
        bool last = i == 0;
        uint64_t next = last ? takes : lister->node[path[i - 1]].held;
        uint64_t set;

        if (last && exit == DT_NONE)
            return;
        for (set = held & ~next; set; set &= set - 1)
            add_arg(order, DT_DROP + (int)dt_first(set));
        for (set = next & ~held; set; set &= set - 1)
            add_arg(order, DT_TAKE + (int)dt_first(set));
        add_arg(order, last ? (int)exit : lister->node[path[i - 1]].square);
        held = next;
    }
}

static void add_move(struct lister *lister, uint64_t key, unsigned index, uint64_t takes,
                     unsigned exit)
{
    for (unsigned i = 0; i < lister->payers; i++) {
        struct order *order;

        if (!dt_keys_add(&lister->outcomes, key ^ lister->payer_key[i]))
            continue;
        order = add(lister, DT_ORDER_MOVE);
        if (!order)
            return;
        add_arg(order, lister->who);
        add_arg(order, lister->account[i]);
        write_path(lister, order, index, takes, exit);
    }
}

/* The key of a movement that ends in death under falling rocks, PD-ROCKS-07. */
static uint64_t death_key(const struct lister *lister, const struct dt_trail *trail, uint64_t held,
                          unsigned square)
{
    bool full = dt_found(&lister->mover, trail, square) & DT_OBJECTS;

    return carry_key(lister, held & DT_OBJECTS, HELD, full ? OUT : square) ^
           carry_key(lister, held & DT_CHARACTERS, HELD, DEAD) ^ dt_mix(lister->mover.token, DEAD);
}

/* The mover, having left a square with `takes`, enters the next one. */
static void enter(struct lister *lister, unsigned index, const struct dt_trail *trail,
                  uint64_t takes, uint64_t things, unsigned to)
{
    struct dt_mover *mover = &lister->mover;
    struct node *node;
    uint64_t visit;

    if (dt_may_enter(mover, trail, to, takes))
        return;
    if (dt_is_exit(mover, to)) {
        add_move(lister, things ^ carry_key(lister, takes, HELD, OUT) ^ dt_mix(mover->token, OUT),
                 index, takes, to);
        return;
    }
    visit = things ^ dt_mix(mover->token, to);
    if (mover->carries > 1) /* with two Ropes the way matters, PD-CHAR-PALADIN-06 */
        visit ^= dt_mix(KEY_RUN, dt_obstacles_behind(mover, trail, to));
    if (lister->node_count == NODES_MAX || !dt_keys_add(&lister->visited, visit))
        return;
    node = &lister->node[lister->node_count++];
    node->trail = *trail;
    node->held = takes;
    node->things = things;
    node->parent = (uint16_t)index;
    node->square = (uint8_t)to;
    node->steps = (uint8_t)(lister->node[index].steps + 1);
    if (dt_may_stop(mover, &node->trail, to, takes))
        return;
    if (dt_dies_at(mover, to))
        add_move(lister, things ^ death_key(lister, &node->trail, takes, to),
                 lister->node_count - 1, takes, DT_NONE);
    else
        add_move(lister,
                 things ^ carry_key(lister, takes, HELD, to) ^ thing_key(lister, mover->token, to),
                 lister->node_count - 1, takes, DT_NONE);
}

/* Leave a node with `takes`, towards every neighbour. */
static void leave(struct lister *lister, unsigned index, uint64_t found, uint64_t takes)
{
    const struct node *node = &lister->node[index];
    unsigned square = node->square;
    struct dt_trail trail = {&node->trail, 0, node->square};
    uint64_t killed, things = node->things;
    unsigned ways = dt_ways(&lister->mover, square);

    if (dt_may_leave(&lister->mover, &node->trail, square, found, node->held, takes, &killed))
        return;
    trail.left = (found | node->held) & ~takes & ~killed;
    if (takes != node->held)
        things ^= carry_key(lister, node->held & ~takes, HELD, square) ^
                  carry_key(lister, takes & ~node->held, square, HELD) ^
                  carry_key(lister, killed, square, DEAD);
    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        if (ways >> d & 1)
            enter(lister, index, &trail, takes, things, (unsigned)((int)square + dt_step[d]));
}

/* Try every set of things he could leave a node with. */
static void expand(struct lister *lister, unsigned index)
{
    const struct dt_mover *mover = &lister->mover;
    const struct node *node = &lister->node[index];
    uint64_t found = dt_found(mover, &node->trail, node->square);
    uint64_t choice =
        (found | node->held) & ~(found & mover->up) & ~(DT_CHARACTERS & ~mover->friends);
    uint64_t takes = 0;

    leave(lister, index, found, node->held);
    if (!choice || mover->passes || (found & mover->up & ~mover->friends))
        return;
    do { /* all subsets of `choice` */
        if (takes != node->held && dt_count(takes) <= mover->carries)
            leave(lister, index, found, takes);
        takes = (takes - choice) & choice;
    } while (takes);
}

static void list_moves(struct lister *lister)
{
    struct node *root = &lister->node[0];

    dt_keys_init(&lister->visited);
    lister->node_count = 1;
    root->trail = (struct dt_trail){NULL, 0, DT_NONE};
    root->held = lister->mover.party & ~DT_BIT(lister->mover.token);
    root->things = carry_key(lister, root->held, lister->mover.start, HELD);
    root->square = lister->mover.start;
    root->parent = 0;
    root->steps = 0;
    if (lister->mover.speed == 0)
        return;
    /* the root is not marked as visited: to come back to it is an outcome, DT-MOVE-02 */
    for (unsigned index = 0; index < lister->node_count; index++)
        if (lister->node[index].steps < lister->mover.speed)
            expand(lister, index);
}

/* ---- other Actions ---- */

static uint64_t landing_key(const struct lister *lister, unsigned to)
{
    const struct dt_mover *mover = &lister->mover;
    uint64_t held = mover->party & ~DT_BIT(mover->token);
    unsigned place = dt_is_exit(mover, to) ? OUT : to;

    return carry_key(lister, held, mover->start, place) ^ dt_mix(mover->token, place);
}

static void list_jumps(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned start = lister->mover.start;

    if (!state->jumps[lister->side] || lister->mover.speed == 0)
        return;
    for (unsigned over = 0; over < DT_DIRECTIONS; over++) {
        unsigned pit = (unsigned)((int)start + dt_step[over]);

        if (!(state->pass[start] >> over & 1) || !dt_is_jumped(&lister->mover, pit))
            continue;
        for (unsigned on = 0; on < DT_DIRECTIONS; on++) {
            unsigned to = (unsigned)((int)pit + dt_step[on]);

            if (state->pass[pit] >> on & 1 &&
                !dt_may_jump(lister->book, state, lister->mover.token, pit, to))
                add_action(lister, DT_ORDER_JUMP, landing_key(lister, to) ^ dt_mix(KEY_JUMP, 0),
                           (int)pit, (int)to);
        }
    }
}

static void list_steps(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned start = lister->mover.start;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        unsigned to = (unsigned)((int)start + dt_step[d]);

        if (state->pass[start] >> (d + 4) & 1 &&
            !dt_may_step(lister->book, state, lister->mover.token, to))
            add_action(lister, DT_ORDER_STEP, landing_key(lister, to), (int)to, -1);
    }
}

static void list_rooms(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned token = lister->mover.token;
    bool gear = dt_grounds[state->ground[lister->mover.start]].gear;

    for (unsigned slot = 0; slot < DT_SLOTS; slot++) {
        if (!(state->agreed.slots >> slot & 1))
            continue;
        if (!(state->revealed >> slot & 1)) {
            if (!dt_may_reveal(lister->book, state, token, slot))
                add_action(lister, DT_ORDER_REVEAL, dt_mix(KEY_REVEAL, slot), (int)slot, -1);
            continue;
        }
        for (unsigned ccw = 0; gear && ccw < 2; ccw++)
            if (!dt_may_rotate(lister->book, state, token, slot, ccw))
                add_action(lister, DT_ORDER_ROTATE, dt_mix(KEY_ROTATE, slot * 2 + ccw), (int)slot,
                           (int)ccw);
    }
}

/* Attacks and healings: those on adjacent squares are tried. */
static void list_touches(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned token = lister->mover.token, start = lister->mover.start;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        uint64_t set;

        if (!(state->pass[start] >> d & 1))
            continue;
        set = state->at[(int)start + dt_step[d]] & DT_CHARACTERS;
        for (; set; set &= set - 1) {
            unsigned other = dt_first(set);

            if (!dt_may_attack(lister->book, state, token, other))
                add_action(lister, DT_ORDER_ATTACK, dt_mix(token, 256 + other), (int)other, -1);
            if (!dt_may_heal(lister->book, state, token, other))
                add_action(lister, DT_ORDER_HEAL, dt_mix(KEY_RESTORE, other), (int)other, -1);
        }
    }
}

static void list_gates(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned start = lister->mover.start;

    if ((!(dt_kinds[dt_kind_of(lister->mover.token)].flags &
           (DT_FLAG(DT_LIFTS_GATES) | DT_FLAG(DT_BREAKS_GATES))) &&
         !dt_uses(lister->book, state, lister->mover.token, DT_IS_KEY)) ||
        dt_slot_of(state, start) == DT_NONE)
        return;
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        bool own = d == DT_NORTH || d == DT_EAST;
        int square = own ? (int)start : (int)start + dt_step[d];
        unsigned direction = own ? d : d - 2;

        if (square < 0)
            continue;
        for (enum dt_order_kind what = DT_ORDER_LIFT; what <= DT_ORDER_BREAK; what++)
            if (!dt_may_gate(lister->book, state, what, lister->mover.token, (unsigned)square,
                             direction))
                add_action(lister, what, dt_mix(KEY_GATE + what, (unsigned)square * 4 + direction),
                           square, (int)direction);
    }
}

/* The outcome of a breath is that of any other death there; a shield leaves all as it was. */
static uint64_t breath_key(const struct lister *lister, unsigned direction)
{
    const struct dt_state *state = lister->state;
    unsigned square = dt_line_of_sight(state, lister->mover.start, direction);
    uint64_t hit = state->at[square] & DT_CHARACTERS, up = hit & ~state->wounded;

    return dt_uses(lister->book, state, dt_first(up ? up : hit), DT_IS_SHIELD)
               ? 0
               : carry_key(lister, hit, square, DEAD);
}

static void list_things(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned token = lister->mover.token;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        if (!dt_may_fire(lister->book, state, token, d))
            add_action(lister, DT_ORDER_FIRE,
                       dt_is(token, DT_BREATHES) ? breath_key(lister, d) : dt_mix(token, 512 + d),
                       (int)d, -1);
    if (!dt_may_drink(lister->book, state, token))
        add_action(lister, DT_ORDER_DRINK, dt_mix(token, 600), -1, -1);
}

/* ---- Actions of Paladins & Dragons ---- */

static uint64_t box_key(const struct lister *lister, enum dt_order_kind kind, unsigned value)
{
    return dt_mix(KEY_BOX + kind, value) ^ dt_mix(lister->mover.token, KEY_BOX);
}

/* Teleporting and illusions: every square is tried. */
static void list_squares(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned token = lister->mover.token;
    bool ring = dt_uses(lister->book, state, token, DT_IS_RING);

    if (!ring && !lister->mover.own)
        return;
    for (unsigned square = 0; square < DT_SQUARES; square++) {
        if (!dt_grounds[state->ground[square]].plain || state->at[square])
            continue;
        if (ring && !dt_may_teleport(lister->book, state, token, square))
            add_action(lister, DT_ORDER_TELEPORT, box_key(lister, DT_ORDER_TELEPORT, square),
                       (int)square, -1);
        for (unsigned which = 0; lister->mover.own && which < DT_ILLUSIONS; which++)
            if (!dt_may_conjure(state, token, which, square))
                add_action(lister, DT_ORDER_CONJURE,
                           box_key(lister, DT_ORDER_CONJURE, square * DT_ILLUSIONS + which),
                           (int)which, (int)square);
    }
    for (unsigned which = 0; lister->mover.own && which < DT_ILLUSIONS; which++)
        if (lister->mover.own[which] < DT_SQUARES)
            add_action(lister, DT_ORDER_DISPEL, box_key(lister, DT_ORDER_DISPEL, which), (int)which,
                       -1);
}

static void list_charms(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned token = lister->mover.token;

    if (!dt_uses(lister->book, state, token, DT_IS_SCROLL))
        return;
    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++) {
        unsigned target = dt_token(1 - dt_side_of(token), kind);

        if (dt_on_board(state, target) && !dt_may_charm(lister->book, state, token, target))
            add_action(lister, DT_ORDER_CHARM, box_key(lister, DT_ORDER_CHARM, target), (int)target,
                       -1);
    }
}

/* The same as taking it in passing and coming back: who falls for want of a Rope is dead. */
static uint64_t theft_key(const struct lister *lister, unsigned thing)
{
    const struct dt_state *state = lister->state;
    unsigned square = state->where[thing];
    uint64_t left = state->at[square] & ~DT_BIT(thing);
    uint64_t fallen = dt_holds(lister->book, state, square, left) ? 0 : left & DT_CHARACTERS;

    return carry_key(lister, DT_BIT(thing), square, lister->mover.start) ^
           carry_key(lister, fallen, square, DEAD);
}

static void list_thefts(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned token = lister->mover.token, start = lister->mover.start;

    if (!dt_is(token, DT_STEALS))
        return;
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        uint64_t set = state->pass[start] >> d & 1 ? state->at[(int)start + dt_step[d]] : 0;

        for (set &= DT_OBJECTS; set; set &= set - 1)
            if (!dt_may_steal(state, token, dt_first(set)))
                add_action(lister, DT_ORDER_STEAL, theft_key(lister, dt_first(set)),
                           (int)dt_first(set), -1);
    }
}

static void list_breaches(struct lister *lister)
{
    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        if (!dt_may_breach(lister->book, lister->state, lister->mover.token, d))
            add_action(lister, DT_ORDER_BREACH, box_key(lister, DT_ORDER_BREACH, d), (int)d, -1);
}

static void list_box(struct lister *lister)
{
    if (!lister->state->agreed.boxes)
        return;
    list_squares(lister);
    list_charms(lister);
    list_thefts(lister);
    list_breaches(lister);
}

/* ---- who acts, who pays ---- */

static void add_payer(struct lister *lister, unsigned account, unsigned key)
{
    lister->account[lister->payers] = (uint8_t)account;
    lister->payer_key[lister->payers++] = dt_mix(KEY_PAYER, key);
}

/* Which accounts can pay for a character. A charmed one has but one at a time, PD-CHARM-03. */
static void find_payers(struct lister *lister, unsigned token)
{
    const struct dt_state *state = lister->state;
    unsigned side = dt_side_of(token), kind = dt_kind_of(token);
    bool potion = state->potion[side][kind];

    lister->payers = 0;
    if (side != lister->side) {
        if (potion || state->charm[kind])
            add_payer(lister, DT_ACCOUNT_DEFAULT, DT_TOKENS + kind);
        return;
    }
    if (potion)
        add_payer(lister, DT_ACCOUNT_DEFAULT, kind + 1);
    if (state->ap)
        add_payer(lister, potion ? DT_ACCOUNT_CARD : DT_ACCOUNT_DEFAULT, 0);
}

static void list_actions_of(struct lister *lister, unsigned token)
{
    const struct dt_state *state = lister->state;

    find_payers(lister, token);
    lister->who =
        (int)dt_kind_of(token) + (dt_side_of(token) == lister->side ? 0 : (int)DT_CHARMED);
    dt_mover_init(&lister->mover, lister->book, state, token);
    if (state->wounded >> token & 1 && !dt_may_regenerate(state, token))
        add_action(lister, DT_ORDER_REGENERATE, dt_mix(KEY_RESTORE, token), -1, -1);
    if (state->wounded >> token & 1 && state->agreed.boxes && !dt_may_recover(state, token))
        add_action(lister, DT_ORDER_RECOVER, box_key(lister, DT_ORDER_RECOVER, 0), -1, -1);
    if (!lister->payers || dt_may_act(state, token))
        return;
    list_rooms(lister);
    list_touches(lister);
    list_gates(lister);
    list_things(lister);
    list_box(lister);
    list_moves(lister);
    list_jumps(lister);
    list_steps(lister);
}

static void list_actions(struct lister *lister)
{
    const struct dt_state *state = lister->state;

    dt_keys_init(&lister->outcomes);
    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++)
        if (dt_on_board(state, dt_token(lister->side, kind)))
            list_actions_of(lister, dt_token(lister->side, kind));
    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++)
        if (state->charm[kind] || state->potion[1 - lister->side][kind])
            list_actions_of(lister, dt_token(1 - lister->side, kind));
    add(lister, DT_ORDER_END);
}

/* ---- other questions ---- */

static void list_teams(struct lister *lister)
{
    struct order tried = {.kind = DT_ORDER_TEAM, .seat = (uint8_t)lister->seat, .count = DT_TEAM};
    int16_t kinds[DT_CHARACTER_KINDS];
    unsigned count = 0;

    if (lister->state->answered >> lister->side & 1)
        return;
    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++)
        if (lister->state->where[dt_token(lister->side, kind)] == DT_HIDDEN)
            kinds[count++] = (int16_t)kind;
    for (unsigned code = 0; code < count * count * count * count; code++) {
        struct order *order;
        unsigned rest = code;

        for (unsigned i = DT_TEAM; i-- > 0; rest /= count)
            tried.arg[i] = kinds[rest % count];
        if (dt_check(lister->book, lister->state, &tried, NULL, NULL))
            continue;
        order = add(lister, DT_ORDER_TEAM);
        for (unsigned i = 0; i < DT_TEAM; i++)
            add_arg(order, tried.arg[i]);
    }
}

/* A token for the own force, or for both, or a pair of rooms. */
static void list_choices(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    bool picks = state->phase == DT_PHASE_PICK;

    if (picks ? state->placer != lister->side : state->force_count[lister->side] == DT_FORCE)
        return;
    for (int pair = 1; picks && dt_picks_pair(state) && pair <= DT_PAIRS_MAX; pair++)
        if (!dt_may_pair(lister->book, state, pair))
            add_arg(add(lister, DT_ORDER_PAIR), pair);
    for (int kind = 0; !(picks && dt_picks_pair(state)) && kind < DT_KINDS; kind++)
        if (!dt_may_choose(state, lister->side, kind))
            add_arg(add(lister, picks ? DT_ORDER_PICK : DT_ORDER_CHOOSE), kind);
}

static void list_places(struct lister *lister)
{
    if (lister->state->placer != lister->side)
        return;
    for (int kind = 0; kind < DT_KINDS; kind++)
        for (int slot = 0; slot < DT_SLOTS; slot++)
            if (!dt_may_place(lister->state, lister->side, kind, slot)) {
                struct order *order = add(lister, DT_ORDER_PLACE);

                add_arg(order, kind);
                add_arg(order, slot);
            }
}

static void list_puts(struct lister *lister)
{
    const struct dt_state *state = lister->state;

    if (state->placer != lister->side)
        return;
    for (uint64_t set = dt_share(state); set; set &= set - 1)
        for (unsigned place = 0; place < DT_ROOM_CELLS; place++) {
            unsigned square =
                dt_slot_square(state->slot, place % DT_ROOM_SIDE, place / DT_ROOM_SIDE);

            if (dt_grounds[state->ground[square]].place && !state->at[square]) {
                struct order *order = add(lister, DT_ORDER_PUT);

                add_arg(order, (int)dt_first(set));
                add_arg(order, (int)square);
            }
        }
    if (!state->handed)
        add(lister, DT_ORDER_LEAVE);
}

static void list_cards(struct lister *lister)
{
    const struct dt_state *state = lister->state;

    if (state->phase == DT_PHASE_COMBAT && state->chosen[lister->side] == DT_NONE) {
        for (unsigned card = 0; card < DT_CARD_VALUES; card++)
            if (state->combat[lister->side][card] && dt_is_asked_card(state, lister->side))
                add_arg(add(lister, DT_ORDER_COMBAT), (int)card);
    } else if (state->phase == DT_PHASE_CARD && state->active == lister->side) {
        for (unsigned card = DT_ACTION_CARD_MIN; card <= DT_ACTION_CARD_MAX; card++)
            if (!dt_may_play(state, card))
                add_arg(add(lister, DT_ORDER_CARD), (int)card);
    }
}

/* The openings whose values stand in this position. */
static void list_openings(struct lister *lister)
{
    const struct dt_state *state = lister->state;
    unsigned all = dt_asked_count(state);

    for (unsigned index = 0; index < all; index++) {
        struct dt_seal_name name = dt_asked_seal(state, index);
        struct order tried = {.kind = DT_ORDER_OPEN, .count = 3};
        struct order *order;

        tried.arg[0] = name.seal;
        tried.arg[1] = (int16_t)name.a;
        tried.arg[2] = (int16_t)name.b;
        if (!dt_seal_values(state, &name, &tried) ||
            dt_check(lister->book, state, &tried, NULL, NULL))
            continue;
        order = add(lister, DT_ORDER_OPEN);
        for (unsigned i = 0; i < tried.count; i++)
            add_arg(order, tried.arg[i]);
    }
}

unsigned dt_legal(const void *rulebook, const void *state, unsigned seat, struct order *list)
{
    const struct dt_state *at = state;
    struct lister lister;

    lister.book = rulebook;
    lister.state = at;
    lister.seat = seat;
    lister.side = seat - 1;
    lister.list = list;
    lister.count = 0;
    if (seat == SEAT_TABLE)
        list_openings(&lister);
    else if (seat > DT_SIDES)
        return 0;
    else if (at->phase == DT_PHASE_FORCES || at->phase == DT_PHASE_PICK)
        list_choices(&lister);
    else if (at->phase == DT_PHASE_TEAMS)
        list_teams(&lister);
    else if (at->phase == DT_PHASE_PLACE)
        list_places(&lister);
    else if (at->phase == DT_PHASE_PUT_FIRST || at->phase == DT_PHASE_PUT_SECOND)
        list_puts(&lister);
    else if (at->phase == DT_PHASE_ACT && at->active == lister.side)
        list_actions(&lister);
    else
        list_cards(&lister);
    return lister.count;
}
