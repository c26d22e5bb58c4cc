/* SPDX-License-Identifier: MIT */
/* Completes what a player's line left open, from the position. Ways of movements are found in
 * resolve_move.c. */
#include "games/dungeon_twister/resolve.h"

#include "games/dungeon_twister/apply.h"
#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/force.h"

/* Does a referee say this only where nothing else stands in the way? Who cannot act at all is
 * hardly the one that was meant, where the line names nobody. */
static bool is_weak(enum dt_rule rule)
{
    return rule == DT_RULE_NOT_ON_BOARD || rule == DT_RULE_IS_WOUNDED ||
           rule == DT_RULE_IS_HEALED || rule == DT_RULE_IS_REGENERATED;
}

static bool is_better(const struct dt_readings *readings, const struct order *order)
{
    return is_weak(dt_check(readings->book, readings->state, &readings->first, NULL, NULL)) &&
           !is_weak(dt_check(readings->book, readings->state, order, NULL, NULL));
}

void dt_read_as(struct dt_readings *readings, const struct order *order)
{
    struct dt_state after = *readings->state;

    if (!readings->any || is_better(readings, order))
        readings->first = *order;
    readings->any = true;
    if (readings->count == CHOICES_MAX || !dt_apply(readings->book, &after, order, NULL))
        return;
    for (unsigned i = 0; i < readings->count; i++)
        if (memcmp(&after, &readings->outcome[i], sizeof after) == 0)
            return;
    readings->legal[readings->count] = *order;
    readings->outcome[readings->count++] = after;
}

static bool is_token_arg(const struct order *order, unsigned index)
{
    return (index == 0 && order->kind == DT_ORDER_PUT) ||
           (index == 2 && (order->kind == DT_ORDER_ATTACK || order->kind == DT_ORDER_HEAL ||
                           order->kind == DT_ORDER_CHARM || order->kind == DT_ORDER_STEAL));
}

/* How many values an argument that was left open may take. */
static int open_values(const struct order *order, unsigned index)
{
    if (is_token_arg(order, index))
        return order->arg[index] >= DT_EITHER || order->arg[index] == ORDER_UNKNOWN ? DT_TOKENS : 0;
    if (order->arg[index] != ORDER_UNKNOWN)
        return 0;
    switch (order->kind) {
    case DT_ORDER_REVEAL:
        return index == 2 ? DT_SLOTS : 0;
    case DT_ORDER_ROTATE:
        return index == 2 ? DT_SLOTS : 2;
    default:
        return 0;
    }
}

/* Fill open arguments from `index` on, one value after the other. */
static void fill(struct dt_readings *readings, struct order *order, unsigned index)
{
    for (; index < order->count; index++) {
        int16_t open = order->arg[index];
        int values = open_values(order, index);

        if (values == 0)
            continue;
        for (int value = 0; value < values; value++) {
            order->arg[index] = (int16_t)value;
            if (is_token_arg(order, index)) {
                unsigned token = dt_actor(order->seat - 1u, value); /* own ones first */

                if (open != ORDER_UNKNOWN && !(dt_alike((unsigned)open % DT_KINDS) >> token & 1))
                    continue;
                order->arg[index] = (int16_t)token;
            }
            fill(readings, order, index + 1);
        }
        order->arg[index] = open;
        return;
    }
    dt_read_as(readings, order);
}

/* A square that may be given as a direction from another. */
static int square_of(int arg, unsigned from)
{
    if (arg < DT_TOWARDS || arg >= DT_TOWARDS + DT_DIRECTIONS)
        return arg;
    return (int)from + dt_step[arg - DT_TOWARDS];
}

static void fill_jump(struct dt_readings *readings, struct order *order, unsigned start)
{
    int16_t pit = order->arg[2], to = order->arg[3];

    for (int d = 0; d < DT_DIRECTIONS; d++) {
        int over = (int)start + dt_step[d];

        if (pit != ORDER_UNKNOWN && square_of(pit, start) != over)
            continue;
        order->arg[2] = (int16_t)over;
        order->arg[3] = (int16_t)square_of(to, over < 0 ? 0 : (unsigned)over);
        dt_read_as(readings, order);
    }
    if (!readings->any) {
        order->arg[2] = pit;
        dt_read_as(readings, order);
    }
}

/* Is this edge of his square what the line names: squares, directions or nothing? */
static bool names_edge(const struct order *order, unsigned start, int d)
{
    int beyond = (int)start + dt_step[d];

    for (unsigned i = 2; i < 4; i++) {
        int arg = order->arg[i];

        if (arg != ORDER_UNKNOWN && arg != DT_TOWARDS + d && arg != (int)start && arg != beyond)
            return false;
    }
    return order->arg[2] != (int)start || order->arg[3] != (int)start;
}

/* The two squares that a line names, as an edge from the lower one; false if they are none. */
static bool as_edge(struct order *order)
{
    int from = order->arg[2], to = order->arg[3];

    if (from < 0 || from >= DT_SQUARES)
        return false;
    to = square_of(to, (unsigned)from);
    if (to < 0 || to >= DT_SQUARES || dt_direction((unsigned)from, (unsigned)to) == DT_NONE)
        return false;
    order->arg[2] = (int16_t)(from < to ? from : to);
    order->arg[3] = (from - to) % DT_COLUMNS == 0 ? DT_NORTH : DT_EAST;
    return true;
}

static void fill_gate(struct dt_readings *readings, const struct order *order, unsigned start)
{
    struct order tried = *order;

    if (order->arg[2] >= 0 && order->arg[2] < DT_SQUARES && order->arg[3] >= 0 &&
        order->arg[3] <= DT_EAST) /* canonical: a square and a side of it */
        dt_read_as(readings, order);
    if (readings->count)
        return;
    readings->any = false;
    for (int d = 0; d < DT_DIRECTIONS; d++) {
        int beyond = (int)start + dt_step[d];

        if (!names_edge(order, start, d) || beyond < 0 || beyond >= DT_SQUARES)
            continue;
        tried.arg[2] = (int16_t)((int)start < beyond ? (int)start : beyond);
        tried.arg[3] = d == DT_NORTH || d == DT_SOUTH ? DT_NORTH : DT_EAST;
        dt_read_as(readings, &tried);
    }
    tried = *order;
    if (!readings->any && as_edge(&tried))
        dt_read_as(readings, &tried);
}

/* "opens e1", where there is no portcullis that could be, and a room of that name lies face down.
 */
static void open_room(struct dt_readings *readings, struct order *order)
{
    int row = order->arg[2] / DT_COLUMNS;

    if (order->kind != DT_ORDER_LIFT || readings->count || order->arg[3] != ORDER_UNKNOWN ||
        order->arg[2] < 0 || order->arg[2] % DT_COLUMNS != 4 || row < 1 || row > 4 ||
        readings->state->revealed >> (row + 3) & 1)
        return;
    order->kind = DT_ORDER_REVEAL;
    order->arg[2] = (int16_t)(row + 3);
    order->count = 3;
    readings->any = false;
    readings->asks = true;
    dt_read_as(readings, order);
}

static void fill_fire(struct dt_readings *readings, struct order *order, unsigned start)
{
    int aim = order->arg[2] - DT_AIM;
    bool any = order->arg[2] == ORDER_UNKNOWN; /* "the wizard uses his wand" */

    readings->asks |= any;
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        unsigned hit = dt_line_of_sight(readings->state, start, d);
        uint64_t on = hit == DT_NONE ? 0 : readings->state->at[hit];
        unsigned kind = (unsigned)aim % DT_KINDS;
        uint64_t wanted = aim >= DT_EITHER ? DT_BIT(dt_token(0, kind)) | DT_BIT(dt_token(1, kind))
                                           : DT_BIT((unsigned)aim % DT_TOKENS);

        order->arg[2] = (int16_t)d;
        if (any ? on & DT_CHARACTERS : on & wanted)
            dt_read_as(readings, order);
    }
}

/* "steals the rope from the warrior": he must have it. */
static enum dt_rule settle_victim(const struct dt_state *state, struct order *order)
{
    unsigned victim, kind = (unsigned)order->arg[2] % DT_KINDS;

    if (order->kind != DT_ORDER_STEAL || order->count < 4)
        return DT_ALLOWED;
    victim = dt_token(2u - order->seat, (unsigned)(order->arg[3] - DT_MEET));
    order->count = 3;
    for (unsigned token = 0; token < DT_TOKENS; token++)
        if (dt_alike(kind) >> token & 1 && state->where[token] == state->where[victim] &&
            state->where[token] < DT_SQUARES)
            return DT_ALLOWED;
    return DT_RULE_STEAL_FAR;
}

/* "The goblin is hurt, the cleric heals him", read as one: who heals is named behind. */
static void heal_by_other(struct dt_readings *readings, const struct order *order)
{
    struct order turned = *order;
    unsigned kind = order->arg[2] == ORDER_UNKNOWN ? DT_KINDS : dt_kind_of((unsigned)order->arg[2]);

    if (readings->count || kind >= DT_CHARACTER_KINDS ||
        dt_is(dt_actor(order->seat - 1u, order->arg[0]), DT_HEALS) ||
        !dt_is(dt_token(order->seat - 1u, kind), DT_HEALS))
        return;
    turned.arg[0] = (int16_t)kind;
    turned.arg[2] = (int16_t)dt_actor(order->seat - 1u, order->arg[0]);
    readings->asks = true;
    dt_read_as(readings, &turned);
}

/* An Action by a known character. */
static enum dt_rule read_by(struct dt_readings *readings, struct order *order)
{
    unsigned token = dt_actor(order->seat - 1u, order->arg[0]);
    struct order tried;
    unsigned start = readings->state->where[token];

    if (order->kind == DT_ORDER_MOVE || order->kind == DT_ORDER_GO)
        return dt_read_moves(readings, order);
    if (start >= DT_SQUARES) { /* off the board: check says so */
        for (unsigned i = 2; i < order->count; i++)
            if (order->arg[i] == ORDER_UNKNOWN || order->arg[i] >= DT_SQUARES)
                order->arg[i] = 0;
        dt_read_as(readings, order);
        return DT_ALLOWED;
    }
    switch (order->kind) {
    case DT_ORDER_JUMP:
        fill_jump(readings, order, start);
        break;
    case DT_ORDER_STEP:
        order->arg[2] = (int16_t)square_of(order->arg[2], start);
        dt_read_as(readings, order);
        break;
    case DT_ORDER_LIFT:
    case DT_ORDER_LOWER:
    case DT_ORDER_BREAK:
        fill_gate(readings, order, start);
        open_room(readings, order);
        return readings->any                   ? DT_ALLOWED
               : order->kind == DT_ORDER_BREAK ? DT_RULE_GATE_BREAKS_HERE
                                               : DT_RULE_GATE_NOT_HERE;
    case DT_ORDER_FIRE:
        if (order->arg[2] < DT_AIM && order->arg[2] != ORDER_UNKNOWN) {
            dt_read_as(readings, order);
            break;
        }
        fill_fire(readings, order, start);
        return readings->any ? DT_ALLOWED : DT_RULE_FIRE_NOBODY;
    case DT_ORDER_HEAL:
        tried = *order;
        fill(readings, order, 2);
        heal_by_other(readings, &tried);
        break;
    default:
        fill(readings, order, 2);
        break;
    }
    return DT_ALLOWED;
}

/* Charge the account that was named, DT-OBJ-POTION-03; each order has one canonical form. */
static enum dt_rule settle_account(const struct dt_state *state, struct order *order)
{
    unsigned token = dt_actor(order->seat - 1u, order->arg[0]);
    bool potion = order->seat - 1 == state->active &&
                  state->potion[dt_side_of(token)][dt_kind_of(token) % DT_CHARACTER_KINDS];

    if (order->arg[1] == DT_ACCOUNT_POTION && !potion)
        return DT_RULE_NO_POTION_POINTS;
    if (order->arg[1] == DT_ACCOUNT_POTION || !potion)
        order->arg[1] = DT_ACCOUNT_DEFAULT;
    return DT_ALLOWED;
}

/* "b3-b4": the way of who stands on its first square. */
static bool starts_elsewhere(const struct dt_readings *readings, const struct order *order)
{
    unsigned first = order->kind == DT_ORDER_GO ? 3 : 2;

    return (order->kind == DT_ORDER_MOVE || order->kind == DT_ORDER_GO) && order->count > first &&
           readings->state->where[dt_token(order->seat - 1u, (unsigned)order->arg[0])] !=
               order->arg[first];
}

static enum dt_rule read_action(struct dt_readings *readings, const struct order *order)
{
    struct order tried = *order, whole;
    enum dt_rule rule, first = DT_ALLOWED;

    rule = settle_victim(readings->state, &tried);
    if (rule)
        return rule;
    rule = DT_RULE_NOT_ON_BOARD;
    whole = tried;
    if (whole.arg[0] != ORDER_UNKNOWN) {
        rule = settle_account(readings->state, &tried);
        return rule ? rule : read_by(readings, &tried);
    }
    for (int16_t kind = 0; kind < DT_CHARACTER_KINDS; kind++) {
        if (!dt_kinds[kind].word ||
            !dt_on_board(readings->state, dt_token(order->seat - 1u, (unsigned)kind)))
            continue;
        tried = whole;
        tried.arg[0] = kind;
        if (starts_elsewhere(readings, &tried))
            continue;
        rule = settle_account(readings->state, &tried);
        if (!rule)
            rule = read_by(readings, &tried);
        if (rule && !first)
            first = rule;
    }
    return readings->any ? DT_ALLOWED : first ? first : rule;
}

/* "the yellow rope in e2", and he lays his own tokens. */
static bool lays_anothers(const struct dt_state *state, const struct order *order)
{
    return order->kind == DT_ORDER_PUT && state->phase == DT_PHASE_PLACE &&
           order->arg[0] < DT_EITHER && dt_side_of((unsigned)order->arg[0]) != order->seat - 1u;
}

/* Cards and placings take their meaning from the question. */
static void read_answer(const struct dt_readings *readings, struct order *order)
{
    const struct dt_state *state = readings->state;

    if (order->kind == DT_ORDER_CARD && state->phase == DT_PHASE_COMBAT)
        order->kind = DT_ORDER_COMBAT;
    else if (order->kind == DT_ORDER_PLACE && order->arg[1] >= 4 &&
             (state->phase == DT_PHASE_PUT_FIRST || state->phase == DT_PHASE_PUT_SECOND)) {
        order->kind = DT_ORDER_PUT; /* "e2" is a square now */
        order->arg[0] = (int16_t)(order->arg[0] + DT_EITHER);
        order->arg[1] = (int16_t)((order->arg[1] - 3) * DT_COLUMNS + 4);
    } else if (order->kind == DT_ORDER_PUT && state->phase == DT_PHASE_PLACE &&
               order->arg[1] % DT_COLUMNS == 4 && order->arg[1] >= DT_COLUMNS &&
               order->arg[1] < 5 * DT_COLUMNS) {
        order->kind = DT_ORDER_PLACE;
        order->arg[0] = (int16_t)(order->arg[0] % DT_KINDS);
        order->arg[1] = (int16_t)(order->arg[1] / DT_COLUMNS + 3);
    }
}

/* "put the wizard on c3" in a turn: he goes there. */
static bool is_sending(const struct dt_state *state, const struct order *order)
{
    unsigned token = (unsigned)order->arg[0];

    return order->kind == DT_ORDER_PUT && state->phase == DT_PHASE_ACT &&
           dt_kind_of(token) < DT_CHARACTER_KINDS &&
           (token >= DT_EITHER || dt_side_of(token) == order->seat - 1u);
}

/* Does it wait to be placed, on either side? */
static bool is_shown(const struct dt_state *state, int who)
{
    unsigned kind = (unsigned)who % DT_CHARMED;

    return state->where[dt_token(0, kind)] == DT_SHOWN ||
           state->where[dt_token(1, kind)] == DT_SHOWN;
}

/* "His wizard goes to a5", "the cleric in e2" where tokens are to be placed. */
static bool is_laying(const struct dt_state *state, const struct order *order)
{
    return (order->kind == DT_ORDER_GO || order->kind == DT_ORDER_MOVE) && order->count == 3 &&
           order->arg[0] != ORDER_UNKNOWN && order->arg[2] >= 0 && order->arg[2] < DT_SQUARES &&
           (state->phase == DT_PHASE_PLACE ||
            ((state->phase == DT_PHASE_PUT_FIRST || state->phase == DT_PHASE_PUT_SECOND) &&
             is_shown(state, order->arg[0])));
}

static void lay_there(struct order *order)
{
    int who = order->arg[0];

    order->kind = DT_ORDER_PUT;
    order->arg[0] =
        (int16_t)(who < DT_CHARMED ? DT_EITHER + who
                                   : (int)dt_token(2u - order->seat, (unsigned)(who - DT_CHARMED)));
    order->arg[1] = order->arg[2];
    order->count = 2;
}

static void go_there(struct order *order)
{
    order->arg[2] = order->arg[1];
    order->arg[0] = (int16_t)dt_kind_of((unsigned)order->arg[0]);
    order->arg[1] = DT_ACCOUNT_DEFAULT;
    order->kind = DT_ORDER_GO;
    order->count = 3;
}

/* "Pick up the rope" in a turn: whoever can takes it; where all is chosen, "take" chooses. */
static bool is_taking(const struct dt_state *state, const struct order *order)
{
    return order->kind == DT_ORDER_CHOOSE && state->phase == DT_PHASE_ACT &&
           order->arg[0] >= DT_CHARACTER_KINDS && order->arg[0] < DT_KINDS;
}

static void take_there(struct order *order)
{
    order->arg[2] = (int16_t)(DT_TAKE + DT_EITHER + order->arg[0]);
    order->arg[0] = ORDER_UNKNOWN;
    order->arg[1] = DT_ACCOUNT_DEFAULT;
    order->kind = DT_ORDER_GO;
    order->count = 3;
}

/* "place rope": either box's, whichever is still to be laid. */
static void choose_alike(const struct dt_readings *readings, struct order *order)
{
    uint64_t alike = order->arg[0] >= 0 ? dt_alike((unsigned)order->arg[0] % DT_KINDS) : 0;

    for (int kind = order->arg[0]; kind >= 0 && kind < DT_KINDS; kind++)
        if (alike >> kind & 1 &&
            dt_may_place(readings->state, order->seat - 1u, kind, order->arg[1]) == DT_ALLOWED) {
            order->arg[0] = (int16_t)kind;
            return;
        }
}

/* "choose rope": the first copy, then the second, PD-MODE-06. "choose" serves for both ways. */
static void choose_copy(const struct dt_readings *readings, struct order *order)
{
    uint64_t alike = order->arg[0] >= 0 ? dt_alike((unsigned)order->arg[0] % DT_KINDS) : 0;

    order->kind = readings->state->phase == DT_PHASE_PICK ? DT_ORDER_PICK : DT_ORDER_CHOOSE;
    for (int kind = order->arg[0]; kind >= 0 && kind < DT_KINDS; kind++)
        if (alike >> kind & 1 &&
            dt_may_choose(readings->state, order->seat - 1u, kind) == DT_ALLOWED) {
            order->arg[0] = (int16_t)kind;
            return;
        }
}

static bool is_action(const struct order *order)
{
    return (order->kind >= DT_ORDER_MOVE && order->kind <= DT_LAST_ACTION) ||
           order->kind == DT_ORDER_GO;
}

/* "cleric heals troll" with the own Troll unwounded: hardly the enemy's. */
static bool is_doubtful(const struct dt_readings *readings, const struct order *order)
{
    const struct order *legal = &readings->legal[0];

    return order->kind == DT_ORDER_HEAL && order->arg[2] >= DT_EITHER && readings->count == 1 &&
           dt_side_of((unsigned)legal->arg[2]) != order->seat - 1u &&
           dt_on_board(readings->state,
                       dt_token(order->seat - 1u, dt_kind_of((unsigned)legal->arg[2])));
}

/* Does he come back to where he was, with nothing done in between? */
static bool comes_back(const struct dt_state *state, const struct order *way)
{
    int been[ORDER_ARGS_MAX];
    unsigned count = 0;

    if (way->kind != DT_ORDER_MOVE)
        return false;
    been[count++] = state->where[dt_actor(way->seat - 1u, way->arg[0])];
    for (unsigned i = 2; i < way->count; i++) {
        if (way->arg[i] >= DT_TAKE)
            return false;
        for (unsigned j = 0; j < count; j++)
            if (been[j] == way->arg[i])
                return true;
        been[count++] = way->arg[i];
    }
    return false;
}

/* "Wizard to the left, to c3", which lies elsewhere: hardly there and back. He is shown the way
 * without the direction, too. */
static void doubt_direction(struct dt_readings *readings, const struct order *said)
{
    struct dt_readings straight = {.book = readings->book, .state = readings->state};
    struct order order = *said;

    if (said->kind != DT_ORDER_GO || readings->count != 1 ||
        !comes_back(readings->state, &readings->legal[0]))
        return;
    order.count = 0;
    for (unsigned i = 0; i < said->count; i++)
        if (i < 3 || said->arg[i] < DT_TOWARDS || said->arg[i] >= DT_TOWARDS + DT_DIRECTIONS)
            order.arg[order.count++] = said->arg[i];
    if (order.count < said->count && !read_action(&straight, &order) && straight.count == 1)
        readings->legal[readings->count++] = straight.legal[0];
}

/* Who may not go there is shown how he could, or how near he comes, and hears how far it is; who
 * may not do it here, from where he could. */
static enum verdict_kind refuse_way(const struct dt_readings *readings, const struct order *order,
                                    enum verdict_kind kind, struct order choices[CHOICES_MAX],
                                    unsigned *count, struct verdict *verdict)
{
    unsigned steps = 0, speed = 0;

    if (kind != VERDICT_ILLEGAL || !is_action(order))
        return kind;
    if (order->kind != DT_ORDER_MOVE && order->kind != DT_ORDER_GO)
        *count = dt_way_to_do(readings, order, &choices[0]);
    else
        *count = dt_way_towards(readings, order, &choices[0], &steps, &speed);
    if (*count && steps > speed && verdict &&
        (text_equal(verdict->reason, "go-no-way") || text_equal(verdict->reason, "move-too-far"))) {
        dt_verdict(verdict, DT_RULE_GO_TOO_FAR);
        verdict_arg(verdict, ARG_NUMBER, (int)steps);
        verdict_arg(verdict, ARG_NUMBER, (int)speed);
    }
    return kind;
}

enum verdict_kind dt_resolve(const void *rulebook, const void *state, const struct order *order,
                             struct order *canonical, struct order choices[CHOICES_MAX],
                             unsigned *count, struct verdict *verdict)
{
    struct dt_readings readings = {.book = rulebook, .state = state};
    struct order tried = *order;
    enum dt_rule rule = DT_ALLOWED;

    *count = 0;
    if (is_sending(state, &tried))
        go_there(&tried);
    else if (is_laying(state, &tried))
        lay_there(&tried);
    else if (is_taking(state, &tried))
        take_there(&tried);
    if (lays_anothers(state, &tried))
        return verdict_malformed(verdict, "place-not-yours", 1, NULL, 0);
    if (is_action(&tried) && tried.count >= 2) {
        rule = dt_check_time(state, order->seat);
        if (!rule)
            rule = read_action(&readings, &tried);
        doubt_direction(&readings, &tried);
    } else {
        read_answer(&readings, &tried);
        if (tried.kind == DT_ORDER_PLACE)
            choose_alike(&readings, &tried);
        else if (tried.kind == DT_ORDER_CHOOSE || tried.kind == DT_ORDER_PICK)
            choose_copy(&readings, &tried);
        fill(&readings, &tried, 0);
    }
    if (rule)
        return refuse_way(&readings, &tried, dt_verdict(verdict, rule), choices, count, verdict);
    if (readings.count > 1 || (readings.count && readings.asks) || is_doubtful(&readings, order)) {
        memcpy(choices, readings.legal, readings.count * sizeof *choices);
        *count = readings.count;
        return verdict_ambiguous(verdict, "order.which");
    }
    *canonical = readings.count ? readings.legal[0] : readings.first;
    return refuse_way(&readings, canonical, dt_check_order(rulebook, state, canonical, verdict),
                      choices, count, verdict);
}
