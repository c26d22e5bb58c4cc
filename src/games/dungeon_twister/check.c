/* SPDX-License-Identifier: MIT */
/* Says whether an order may be given, and by which clause not. Set-up is in check_setup.c, the
 * second box in check_box.c. */
#include "games/dungeon_twister/check_p.h"

#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/flow.h"

/* How many arguments each kind has; `most` 0 means the same as `least`. */
static const struct {
    uint8_t least, most;
} counts[DT_ORDERS] = {
    [DT_ORDER_PAIRS] = {3, 0},        [DT_ORDER_ROOMS] = {6, DT_SLOTS},
    [DT_ORDER_FIRST_PICKER] = {1, 0}, [DT_ORDER_CHOOSE] = {1, 0},
    [DT_ORDER_PICK] = {1, 0},         [DT_ORDER_PAIR] = {1, 0},
    [DT_ORDER_FIRST_PLACER] = {1, 0}, [DT_ORDER_FIRST_PLAYER] = {1, 0},
    [DT_ORDER_OPEN] = {4, 7},         [DT_ORDER_UNOPENED] = {3, 0},
    [DT_ORDER_TEAM] = {DT_TEAM, 0},   [DT_ORDER_PLACE] = {2, 0},
    [DT_ORDER_CARD] = {1, 0},         [DT_ORDER_MOVE] = {2, ORDER_ARGS_MAX},
    [DT_ORDER_JUMP] = {4, 0},         [DT_ORDER_STEP] = {3, 0},
    [DT_ORDER_REVEAL] = {3, 0},       [DT_ORDER_ROTATE] = {4, 0},
    [DT_ORDER_ATTACK] = {3, 0},       [DT_ORDER_HEAL] = {3, 0},
    [DT_ORDER_REGENERATE] = {2, 0},   [DT_ORDER_LIFT] = {4, 0},
    [DT_ORDER_LOWER] = {4, 0},        [DT_ORDER_BREAK] = {4, 0},
    [DT_ORDER_FIRE] = {3, 0},         [DT_ORDER_DRINK] = {2, 0},
    [DT_ORDER_RECOVER] = {2, 0},      [DT_ORDER_TELEPORT] = {3, 0},
    [DT_ORDER_CHARM] = {3, 0},        [DT_ORDER_STEAL] = {3, 0},
    [DT_ORDER_BREACH] = {3, 0},       [DT_ORDER_CONJURE] = {4, 0},
    [DT_ORDER_DISPEL] = {3, 0},       [DT_ORDER_COMBAT] = {1, 0},
    [DT_ORDER_PUT] = {2, 0},          [DT_ORDER_GO] = {3, ORDER_ARGS_MAX},
};

static bool is_token(int arg)
{
    return arg >= 0 && arg < DT_TOKENS && dt_kinds[arg % DT_KINDS].word;
}
static bool is_square(const struct dt_state *state, int arg)
{
    return arg >= 0 && arg < state->agreed.rows * DT_COLUMNS;
}

/* ---- cards and answers ---- */

enum dt_rule dt_may_play(const struct dt_state *state, unsigned card)
{
    if (card < DT_ACTION_CARD_MIN || card > DT_ACTION_CARD_MAX)
        return DT_RULE_CARD_NONE;
    if (!(state->actions[state->active] >> card & 1))
        return DT_RULE_CARD_USED;
    if (state->highest == 0)
        return card == DT_ACTION_CARD_MIN ? DT_ALLOWED : DT_RULE_CARD_FIRST_TURN;
    return state->highest >= 4 || card <= state->highest + 1u ? DT_ALLOWED : DT_RULE_CARD_TOO_HIGH;
}

static enum dt_rule check_card(const struct dt_state *state, const struct order *order)
{
    if (state->phase < DT_PHASE_CARD)
        return DT_RULE_NOT_ASKED;
    if (order->seat - 1 != state->active)
        return DT_RULE_NOT_YOUR_TURN;
    if (state->phase != DT_PHASE_CARD)
        return DT_RULE_CARD_ONCE;
    return dt_may_play(state, order->arg[0] < 0 ? DT_NONE : (unsigned)order->arg[0]);
}

static enum dt_rule check_combat(const struct dt_state *state, const struct order *order)
{
    unsigned side = order->seat - 1u;

    if (state->phase != DT_PHASE_COMBAT)
        return DT_RULE_NOT_ASKED;
    if (state->chosen[side] != DT_NONE)
        return DT_RULE_ANSWERED;
    if (!dt_is_asked_card(state, side))
        return DT_RULE_CARD_AFTER;
    if (order->arg[0] == ORDER_UNKNOWN)
        return DT_ALLOWED;
    if (order->arg[0] < 0 || order->arg[0] >= DT_CARD_VALUES)
        return DT_RULE_CARD_NONE;
    return state->combat[side][order->arg[0]] ? DT_ALLOWED : DT_RULE_COMBAT_NO_CARD;
}

static bool is_putting(const struct dt_state *state)
{
    return state->phase == DT_PHASE_PUT_FIRST || state->phase == DT_PHASE_PUT_SECOND;
}

static enum dt_rule check_put(const struct dt_state *state, const struct order *order)
{
    int square = order->arg[1];

    if (!is_putting(state))
        return DT_RULE_NOT_ASKED;
    if (!is_token(order->arg[0]) || !is_square(state, square))
        return DT_RULE_NONSENSE;
    if (state->where[order->arg[0]] != DT_SHOWN)
        return DT_RULE_PUT_NOT_SHOWN;
    if (order->seat - 1 != state->placer || !(dt_share(state) >> order->arg[0] & 1))
        return DT_RULE_PUT_NOT_YOURS;
    if (dt_slot_of(state, (unsigned)square) != state->slot ||
        !dt_grounds[state->ground[square]].place || state->at[square])
        return DT_RULE_PUT_SQUARE;
    return DT_ALLOWED;
}

static enum dt_rule check_leave(const struct dt_state *state, const struct order *order)
{
    if (!is_putting(state) || order->seat - 1 != state->placer)
        return DT_RULE_LEAVE_NOTHING;
    return state->handed ? DT_RULE_LEAVE_TWICE : DT_ALLOWED;
}

/* ---- Actions ---- */

enum dt_rule dt_may_act(const struct dt_state *state, unsigned token)
{
    if (!dt_on_board(state, token))
        return DT_RULE_NOT_ON_BOARD;
    if (state->wounded >> token & 1)
        return DT_RULE_IS_WOUNDED;
    if (state->restored >> token & 1)
        return dt_is(token, DT_REGENERATES) && !(state->hurt >> token & 1) ? DT_RULE_IS_REGENERATED
                                                                           : DT_RULE_IS_HEALED;
    return DT_ALLOWED;
}

/* Why an enemy character cannot be ordered: where there are no scrolls, charms are not spoken of.
 */
static enum dt_rule why_not_charmed(const struct dt_state *state, unsigned kind)
{
    if (state->charm[kind] || state->potion[1 - state->active][kind])
        return DT_ALLOWED;
    return dt_in_game(state, 0, DT_SCROLL) || dt_in_game(state, 1, DT_SCROLL) ? DT_RULE_NOT_CHARMED
                                                                              : DT_RULE_NOT_YOURS;
}

/* The accounts of a charmed character, PD-CHARM-03. */
static enum dt_rule may_pay_charmed(const struct dt_state *state, const struct order *order)
{
    unsigned kind = (unsigned)order->arg[0] - DT_CHARMED;
    unsigned potion = state->potion[1 - state->active][kind];

    if (order->arg[1] == DT_ACCOUNT_CARD)
        return DT_RULE_CHARM_CARD;
    if (order->arg[1] == DT_ACCOUNT_POTION)
        return potion ? DT_ALLOWED : DT_RULE_NO_POTION_POINTS;
    if (order->arg[1] != DT_ACCOUNT_DEFAULT)
        return DT_RULE_NONSENSE;
    return DT_ALLOWED;
}

static enum dt_rule may_pay(const struct dt_state *state, const struct order *order)
{
    unsigned potion;

    if (order->arg[0] >= DT_CHARMED)
        return may_pay_charmed(state, order);
    potion = state->potion[state->active][order->arg[0]];
    switch (order->arg[1]) {
    case DT_ACCOUNT_DEFAULT:
        return potion || state->ap ? DT_ALLOWED : DT_RULE_NO_POINTS;
    case DT_ACCOUNT_CARD:
        return state->ap ? DT_ALLOWED : DT_RULE_NO_POINTS;
    case DT_ACCOUNT_POTION:
        return potion ? DT_ALLOWED : DT_RULE_NO_POTION_POINTS;
    default:
        return DT_RULE_NONSENSE;
    }
}

enum dt_rule dt_may_reveal(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned slot)
{
    unsigned square = state->where[token], side = dt_side_of(token);
    unsigned here = dt_slot_of(state, square);
    enum dt_rule rule = DT_RULE_REVEAL_NO_ACCESS;

    if (slot >= DT_SLOTS || !(state->agreed.slots >> slot & 1))
        return DT_RULE_PLACE_NO_ROOM;
    if (state->revealed >> slot & 1)
        return DT_RULE_REVEAL_SHOWN;
    if (here == DT_NONE) /* his own line: DT-REVEAL-03 */
        return slot % 4 == (side == 0 ? 0 : (state->agreed.rows - 2u) / DT_ROOM_SIDE - 1)
                   ? DT_ALLOWED
                   : DT_RULE_REVEAL_NO_ACCESS;
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        int next = (int)square + dt_step[d];

        if (next < 0 || dt_direction(square, (unsigned)next) == DT_NONE ||
            dt_slot_of(state, (unsigned)next) != slot || here == slot)
            continue;
        if (!dt_has_wall(book, state, square, d))
            return DT_ALLOWED;
        if (dt_is(token, DT_STEPS_WALLS))
            rule = DT_RULE_REVEAL_WALL_WALKER;
    }
    return rule;
}

enum dt_rule dt_may_rotate(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned slot, unsigned ccw)
{
    unsigned square = state->where[token], here;

    if (!dt_grounds[state->ground[square]].gear)
        return DT_RULE_ROTATE_NO_GEAR;
    here = dt_slot_of(state, square);
    if (slot >= DT_SLOTS || !(state->revealed >> slot & 1) ||
        book->room[state->room[slot]].pair != book->room[state->room[here]].pair)
        return DT_RULE_ROTATE_OTHER;
    return dt_is(token, DT_TURNS_FREELY) || book->room[state->room[slot]].ccw == ccw
               ? DT_ALLOWED
               : DT_RULE_ROTATE_WAY;
}

enum dt_rule dt_may_attack(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned token, unsigned target)
{
    unsigned square, direction;

    (void)book;
    if (dt_side_of(target) == dt_side_of(token))
        return DT_RULE_ATTACK_FRIEND;
    if (dt_kind_of(target) >= DT_CHARACTER_KINDS || !dt_on_board(state, target))
        return DT_RULE_ATTACK_FAR;
    square = state->where[target];
    direction = dt_direction(state->where[token], square);
    if (direction == DT_NONE)
        return DT_RULE_ATTACK_FAR;
    if (!(state->pass[state->where[token]] >> direction & 1))
        return DT_RULE_ATTACK_BARRED;
    if (state->wounded >> target & 1 && state->at[square] & DT_CHARACTERS & ~state->wounded)
        return DT_RULE_ATTACK_CARRIED;
    return state->hurt >> target & 1 ? DT_RULE_ATTACK_HURT : DT_ALLOWED;
}

enum dt_rule dt_may_heal(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned target)
{
    unsigned square, direction;

    (void)book;
    if (!dt_is(token, DT_HEALS))
        return DT_RULE_HEAL_WHO;
    if (dt_kind_of(target) >= DT_CHARACTER_KINDS || !dt_on_board(state, target))
        return DT_RULE_HEAL_FAR;
    if (!(state->wounded >> target & 1))
        return DT_RULE_HEAL_NOT_WOUNDED;
    square = state->where[target];
    if (state->at[square] & DT_CHARACTERS & ~state->wounded)
        return DT_RULE_HEAL_CARRIED;
    direction = dt_direction(state->where[token], square);
    return direction != DT_NONE && state->pass[state->where[token]] >> direction & 1
               ? DT_ALLOWED
               : DT_RULE_HEAL_FAR;
}

enum dt_rule dt_may_regenerate(const struct dt_state *state, unsigned token)
{
    if (!dt_is(token, DT_REGENERATES))
        return DT_RULE_REGENERATE_WHO;
    if (!dt_on_board(state, token))
        return DT_RULE_NOT_ON_BOARD;
    if (!(state->wounded >> token & 1))
        return DT_RULE_REGENERATE_NOT_WOUNDED;
    if (state->hurt >> token & 1)
        return DT_RULE_REGENERATE_HURT;
    return state->at[state->where[token]] & DT_CHARACTERS & ~state->wounded
               ? DT_RULE_REGENERATE_CARRIED
               : DT_ALLOWED;
}

/* Reasons that a jump or wall step gives as they are. */
static bool is_own_reason(enum dt_rule rule)
{
    return rule == DT_RULE_ROPE_TWO_PITS || rule == DT_RULE_ROCKS_LANDING ||
           rule == DT_RULE_RIFT_ANCHORS || rule == DT_RULE_MAKER_STOP ||
           rule == DT_RULE_GHOST_STOP || rule == DT_RULE_MOVE_RIFT;
}

bool dt_is_jumped(const struct dt_mover *mover, unsigned square)
{
    const struct dt_ground_row *row = &dt_grounds[mover->state->ground[square]];

    return row->deadly || (row->obstacle && !dt_sees_through(mover, square));
}

enum dt_rule dt_may_jump(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned pit, unsigned landing)
{
    struct dt_mover mover;
    unsigned start = state->where[token], over = dt_direction(start, pit);
    unsigned on = dt_direction(pit, landing);
    enum dt_rule rule;

    dt_mover_init(&mover, book, state, token);
    if (mover.speed == 0)
        return DT_RULE_DRAGON_STAYS;
    if (!state->jumps[state->active]) /* PD-CHARM-08 */
        return DT_RULE_JUMP_NO_CARD;
    if (over == DT_NONE)
        return DT_RULE_JUMP_NO_PIT;
    rule = dt_why_barred(book, state, start, over);
    if (rule)
        return rule == DT_RULE_MOVE_HIDDEN ? DT_RULE_JUMP_HIDDEN : DT_RULE_JUMP_BARRED;
    if (!dt_is_jumped(&mover, pit))
        return DT_RULE_JUMP_NO_PIT;
    if (state->at[pit] & DT_CHARACTERS)
        return DT_RULE_JUMP_OCCUPIED;
    if (on == DT_NONE || landing == start)
        return DT_RULE_JUMP_LANDING;
    rule = dt_why_barred(book, state, pit, on);
    if (rule)
        return rule == DT_RULE_MOVE_HIDDEN ? DT_RULE_JUMP_HIDDEN : DT_RULE_JUMP_BARRED;
    rule = dt_may_land(&mover, landing, DT_RULE_JUMP_EXIT);
    return rule == DT_ALLOWED || rule == DT_RULE_JUMP_EXIT || is_own_reason(rule)
               ? rule
               : DT_RULE_JUMP_INVALID;
}

enum dt_rule dt_may_step(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned to)
{
    struct dt_mover mover;
    unsigned start = state->where[token], direction = dt_direction(start, to);
    enum dt_rule rule;

    if (!dt_is(token, DT_STEPS_WALLS))
        return DT_RULE_STEP_WHO;
    if (direction == DT_NONE)
        return DT_RULE_STEP_FAR;
    if (state->pass[start] >> direction & 1)
        return DT_RULE_STEP_NO_WALL;
    if (state->ground[to] == DT_GROUND_NONE)
        return DT_RULE_STEP_HIDDEN;
    if (!(state->pass[start] >> (direction + 4) & 1))
        return DT_RULE_STEP_GATE;
    dt_mover_init(&mover, book, state, token);
    rule = dt_may_land(&mover, to, DT_RULE_STEP_EXIT);
    if (rule == DT_RULE_PIT_STOP)
        return DT_RULE_STEP_PIT;
    return rule == DT_ALLOWED || rule == DT_RULE_STEP_EXIT || is_own_reason(rule)
               ? rule
               : DT_RULE_STEP_INVALID;
}

enum dt_rule dt_may_gate(const struct dt_rulebook *book, const struct dt_state *state,
                         enum dt_order_kind what, unsigned token, unsigned square,
                         unsigned direction)
{
    unsigned here = state->where[token], slot = dt_slot_of(state, square);
    unsigned other = (unsigned)((int)square + dt_step[direction]);
    enum dt_rule not_here =
        what == DT_ORDER_BREAK ? DT_RULE_GATE_BREAKS_HERE : DT_RULE_GATE_NOT_HERE;
    uint64_t edge;
    bool open, broken;

    if (what == DT_ORDER_BREAK
            ? !dt_is(token, DT_BREAKS_GATES)
            : !dt_is(token, DT_LIFTS_GATES) && !dt_uses(book, state, token, DT_IS_KEY))
        return what == DT_ORDER_BREAK ? DT_RULE_GATE_WHO_BREAKS : DT_RULE_GATE_WHO_LIFTS;
    if ((here != square && here != other) || slot == DT_NONE || !(state->revealed >> slot & 1) ||
        dt_slot_of(state, other) != slot)
        return not_here;
    edge = UINT64_C(1) << dt_edge(book, state, square, direction);
    if (!(book->room[state->room[slot]].gates & edge))
        return not_here;
    open = state->open[slot] & edge;
    broken = state->broken[slot] & edge;
    if (what == DT_ORDER_LOWER)
        return broken ? DT_RULE_GATE_BROKEN : open ? DT_ALLOWED : DT_RULE_GATE_NOT_OPEN;
    if (!open && !broken)
        return DT_ALLOWED;
    return what == DT_ORDER_BREAK ? DT_RULE_GATE_BREAKS_CLOSED : DT_RULE_GATE_NOT_CLOSED;
}

unsigned dt_line_of_sight(const struct dt_state *state, unsigned square, unsigned direction)
{
    while (state->pass[square] >> direction & 1) {
        const struct dt_ground_row *row;

        square = (unsigned)((int)square + dt_step[direction]);
        row = &dt_grounds[state->ground[square]];
        if (row->mist || row->solid)
            return DT_NONE;
        if (state->at[square] & DT_CHARACTERS)
            return square;
    }
    return DT_NONE;
}

enum dt_rule dt_may_fire(const struct dt_rulebook *book, const struct dt_state *state,
                         unsigned token, unsigned direction)
{
    unsigned square = state->where[token];

    if (!dt_is(token, DT_USES_WAND) && !dt_is(token, DT_BREATHES))
        return DT_RULE_FIRE_WHO;
    if (!dt_is(token, DT_BREATHES) && !dt_uses(book, state, token, DT_IS_WAND))
        return DT_RULE_FIRE_NO_WAND;
    return dt_line_of_sight(state, square, direction) == DT_NONE ? DT_RULE_FIRE_NOBODY : DT_ALLOWED;
}

enum dt_rule dt_may_drink(const struct dt_rulebook *book, const struct dt_state *state,
                          unsigned token)
{
    return dt_uses(book, state, token, DT_IS_POTION) ? DT_ALLOWED : DT_RULE_DRINK_NO_POTION;
}

static enum dt_rule check_move(const struct dt_rulebook *book, const struct dt_state *state,
                               unsigned token, const struct order *order, struct dt_walk *walk,
                               struct dt_fault *fault)
{
    struct dt_mover mover;
    struct dt_walk own;

    if (!walk)
        walk = &own;
    dt_mover_init(&mover, book, state, token);
    dt_walk(&mover, order, walk);
    fault->place = walk->square;
    return walk->rule;
}

/* The part of an Action that is its own: who acts and pays has been asked. */
static enum dt_rule check_deed(const struct dt_rulebook *book, const struct dt_state *state,
                               unsigned token, const struct order *order, struct dt_walk *walk,
                               struct dt_fault *fault)
{
    const int16_t *arg = order->arg;

    switch (order->kind) {
    case DT_ORDER_MOVE:
        return check_move(book, state, token, order, walk, fault);
    case DT_ORDER_JUMP:
        if (!is_square(state, arg[2]) || !is_square(state, arg[3]))
            return DT_RULE_NONSENSE;
        fault->place = arg[3];
        return dt_may_jump(book, state, token, (unsigned)arg[2], (unsigned)arg[3]);
    case DT_ORDER_STEP:
        if (!is_square(state, arg[2]))
            return DT_RULE_NONSENSE;
        fault->place = arg[2];
        return dt_may_step(book, state, token, (unsigned)arg[2]);
    case DT_ORDER_REVEAL:
        if (arg[2] < 0 || arg[2] >= DT_SLOTS)
            return DT_RULE_NONSENSE;
        fault->place = DT_PLACE_SLOT + arg[2];
        return dt_may_reveal(book, state, token, (unsigned)arg[2]);
    case DT_ORDER_ROTATE:
        if (arg[2] < 0 || arg[2] >= DT_SLOTS || arg[3] < 0 || arg[3] > 1)
            return DT_RULE_NONSENSE;
        fault->place = DT_PLACE_SLOT + arg[2];
        return dt_may_rotate(book, state, token, (unsigned)arg[2], (unsigned)arg[3]);
    case DT_ORDER_ATTACK:
    case DT_ORDER_HEAL:
        if (!is_token(arg[2]))
            return DT_RULE_NONSENSE;
        fault->token = arg[2];
        return (order->kind == DT_ORDER_ATTACK ? dt_may_attack : dt_may_heal)(book, state, token,
                                                                              (unsigned)arg[2]);
    case DT_ORDER_LIFT:
    case DT_ORDER_LOWER:
    case DT_ORDER_BREAK:
        if (!is_square(state, arg[2]) || arg[3] < 0 || arg[3] > DT_EAST ||
            !is_square(state, arg[2] + dt_step[arg[3]]))
            return DT_RULE_NONSENSE;
        fault->place = arg[2];
        return dt_may_gate(book, state, (enum dt_order_kind)order->kind, token, (unsigned)arg[2],
                           (unsigned)arg[3]);
    case DT_ORDER_FIRE:
        if (arg[2] < 0 || arg[2] >= DT_DIRECTIONS)
            return DT_RULE_NONSENSE;
        return dt_may_fire(book, state, token, (unsigned)arg[2]);
    case DT_ORDER_DRINK:
        return dt_may_drink(book, state, token);
    default:
        return dt_check_box(book, state, token, order, fault);
    }
}

/* Is it this seat's time for Actions? */
enum dt_rule dt_check_time(const struct dt_state *state, unsigned seat)
{
    if (state->phase < DT_PHASE_CARD)
        return DT_RULE_NOT_ASKED;
    if (seat - 1 != state->active)
        return (is_putting(state) && seat - 1 == state->placer) ||
                       (state->phase == DT_PHASE_COMBAT && dt_is_asked_card(state, seat - 1))
                   ? DT_RULE_ASKED_ELSE
                   : DT_RULE_NOT_YOUR_TURN;
    if (state->phase == DT_PHASE_CARD)
        return DT_RULE_CARD_FIRST;
    return state->phase == DT_PHASE_ACT ? DT_ALLOWED : DT_RULE_ACTION_UNFINISHED;
}

static enum dt_rule check_action(const struct dt_rulebook *book, const struct dt_state *state,
                                 const struct order *order, struct dt_walk *walk,
                                 struct dt_fault *fault)
{
    enum dt_rule rule = dt_check_time(state, order->seat);
    unsigned token;

    if (rule)
        return rule;
    if (order->arg[0] < 0 || !dt_is_character(order->arg[0] % DT_CHARMED) ||
        !dt_kinds[order->arg[0] % DT_CHARMED].word || order->arg[0] >= 2 * DT_CHARMED)
        return DT_RULE_NONSENSE;
    token = dt_actor(state->active, order->arg[0]);
    fault->token = (int)token;
    if (order->arg[0] >= DT_CHARMED)
        rule = why_not_charmed(state, (unsigned)order->arg[0] - DT_CHARMED);
    if (rule)
        return rule;
    if (order->kind == DT_ORDER_REGENERATE)
        rule = dt_may_regenerate(state, token);
    else if (order->kind == DT_ORDER_RECOVER)
        rule = dt_may_recover(state, token);
    else
        rule = dt_may_act(state, token);
    if (!rule)
        rule = may_pay(state, order);
    if (!rule && order->kind != DT_ORDER_REGENERATE && order->kind != DT_ORDER_RECOVER)
        rule = check_deed(book, state, token, order, walk, fault);
    return rule;
}

static enum dt_rule check_always(const struct dt_state *state, const struct order *order)
{
    unsigned own = 1u << (order->seat - 1);

    if (order->kind == DT_ORDER_DRAW)
        return state->offers & own ? DT_RULE_DRAW_OFFERED : DT_ALLOWED;
    if (order->kind == DT_ORDER_NO_DRAW)
        return state->offers ? DT_ALLOWED : DT_RULE_DRAW_NOT_OFFERED;
    return DT_ALLOWED;
}

enum dt_rule dt_check(const struct dt_rulebook *book, const struct dt_state *state,
                      const struct order *order, struct dt_walk *walk, struct dt_fault *fault)
{
    struct dt_fault own;
    bool by_table;
    unsigned most;

    if (!fault)
        fault = &own;
    fault->place = fault->token = ORDER_UNKNOWN;
    if (order->kind >= DT_ORDERS)
        return DT_RULE_NONSENSE;
    most = counts[order->kind].most ? counts[order->kind].most : counts[order->kind].least;
    if (order->count < counts[order->kind].least || order->count > most)
        return DT_RULE_NONSENSE;
    if (state->phase == DT_PHASE_OVER)
        return DT_RULE_GAME_OVER;
    by_table = dt_order_kinds[order->kind].flags & ORDER_BY_TABLE;
    if (by_table != (order->seat == SEAT_TABLE) || order->seat > DT_SIDES)
        return DT_RULE_BY_TABLE;
    switch (order->kind) {
    case DT_ORDER_PAIRS:
    case DT_ORDER_ROOMS:
    case DT_ORDER_FIRST_PICKER:
    case DT_ORDER_CHOOSE:
    case DT_ORDER_PICK:
    case DT_ORDER_PAIR:
    case DT_ORDER_FIRST_PLACER:
    case DT_ORDER_FIRST_PLAYER:
    case DT_ORDER_OPEN:
    case DT_ORDER_UNOPENED:
    case DT_ORDER_TEAM:
    case DT_ORDER_PLACE:
        return dt_check_setup(book, state, order);
    case DT_ORDER_CARD:
        return check_card(state, order);
    case DT_ORDER_END:
        return dt_check_time(state, order->seat);
    case DT_ORDER_COMBAT:
        return check_combat(state, order);
    case DT_ORDER_PUT:
        return check_put(state, order);
    case DT_ORDER_LEAVE:
        return check_leave(state, order);
    case DT_ORDER_RESIGN:
    case DT_ORDER_DRAW:
    case DT_ORDER_NO_DRAW:
        return check_always(state, order);
    default:
        return check_action(book, state, order, walk, fault);
    }
}

enum verdict_kind dt_check_order(const void *rulebook, const void *state, const struct order *order,
                                 struct verdict *verdict)
{
    struct dt_fault fault;
    enum dt_rule rule = dt_check(rulebook, state, order, NULL, &fault);

    if (!rule || !verdict)
        return dt_verdict(verdict, rule);
    dt_verdict(verdict, rule);
    if (fault.token != ORDER_UNKNOWN) {
        verdict_arg(verdict, ARG_SEAT, (int)dt_side_of((unsigned)fault.token) + 1);
        verdict_arg(verdict, ARG_TERM, dt_kinds[dt_kind_of((unsigned)fault.token)].term);
    }
    if (fault.place != ORDER_UNKNOWN)
        verdict_arg(verdict, ARG_PLACE, fault.place);
    return VERDICT_ILLEGAL;
}
