/* SPDX-License-Identifier: MIT */
/* Movements that leave something open: the way between two squares, which of two swords, what is
 * dropped. Shortest ways only: a detour is named, not guessed. */

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/resolve.h"
#include "games/dungeon_twister/walk.h"

enum { WAYPOINTS_MAX = 16, WISHES_MAX = 8, PATH_MAX = 40 };

/* Something to be picked up or dropped: any one of a set of tokens. */
struct wish {
    uint64_t any;
    bool take;
    int8_t at; /* index of the waypoint it belongs to, 0 = the start; -1 = wherever it can be */
};

struct plan {
    struct dt_readings *readings;
    const struct order *order;
    struct dt_mover mover;
    unsigned waypoint_count; /* the start is number 0 */
    uint8_t waypoint[WAYPOINTS_MAX];
    unsigned wish_count;
    struct wish wish[WISHES_MAX];
    unsigned limit; /* steps in this round */
    /* the path so far, as arguments of an order */
    unsigned length;
    int16_t path[PATH_MAX];
};

static bool is_act(int arg)
{
    return arg >= DT_TAKE && arg < DT_ACT_END;
}

/* The tokens that an argument of an act may mean. */
static uint64_t meant(int arg)
{
    unsigned token = (unsigned)(arg - (arg < DT_DROP ? DT_TAKE : DT_DROP));
    unsigned kind = token % DT_KINDS;

    if (token < DT_TOKENS)
        return dt_alike(kind) & DT_SIDE(dt_side_of(token));
    return kind == DT_WHATEVER ? UINT64_MAX : dt_alike(kind);
}

/* One of a set, an own one rather than the enemy's. */
static unsigned preferred(const struct dt_mover *mover, uint64_t set)
{
    return dt_first(set & mover->friends ? set & mover->friends : set);
}

/* ---- a path without gaps ---- */

/* Walk a path whose squares are neighbours, naming what its acts mean; check judges it after. */
struct stroll {
    const struct dt_mover *mover;
    struct order *order;
    struct dt_trail trail[ORDER_ARGS_MAX];
    unsigned count;
    unsigned square;
    uint64_t held, takes, drops;
};

static uint64_t here(const struct stroll *stroll)
{
    return dt_found(stroll->mover, stroll->count ? &stroll->trail[stroll->count - 1] : NULL,
                    stroll->square);
}

static void stroll_on(struct stroll *stroll, unsigned to)
{
    struct dt_trail *trail = &stroll->trail[stroll->count];
    uint64_t next = (stroll->held & ~stroll->drops) | stroll->takes;

    trail->left = (here(stroll) | stroll->held) & ~next;
    trail->square = (uint8_t)stroll->square;
    trail->before = stroll->count ? trail - 1 : NULL;
    stroll->count++;
    stroll->held = next;
    stroll->takes = stroll->drops = 0;
    stroll->square = to;
}

/* The token that an act means on the present square; one that is not there if none is. */
static int named(struct stroll *stroll, int arg)
{
    bool take = arg < DT_DROP;
    uint64_t things = take ? here(stroll) & ~(stroll->mover->up & DT_CHARACTERS) : stroll->held;
    uint64_t set = things & meant(arg);
    unsigned token;

    if (set)
        token = preferred(stroll->mover, set);
    else if (meant(arg) == UINT64_MAX)
        return -1;
    else
        token = preferred(stroll->mover, meant(arg));
    *(take ? &stroll->takes : &stroll->drops) |= DT_BIT(token);
    return (take ? DT_TAKE : DT_DROP) + (int)token;
}

/* Leave out pick-ups on the last square: they happen without a word. */
static void drop_last_takes(const struct stroll *stroll)
{
    struct order *order = stroll->order;

    if (stroll->drops)
        return;
    while (order->count > 2 && is_act(order->arg[order->count - 1]) &&
           here(stroll) >> (order->arg[order->count - 1] - DT_TAKE) & 1)
        order->count--;
}

static enum dt_rule read_path(struct dt_readings *readings, const struct dt_mover *mover,
                              const struct order *order)
{
    struct order named_order = *order;
    struct stroll stroll = {.mover = mover, .order = &named_order};

    stroll.square = mover->start;
    stroll.held = mover->party & ~DT_BIT(mover->token);
    for (unsigned i = 2; i < order->count; i++) {
        int arg = order->arg[i];

        if (is_act(arg)) {
            arg = named(&stroll, arg);
            if (arg < 0)
                return order->arg[i] < DT_DROP ? DT_RULE_CARRY_NOT_HERE : DT_RULE_CARRY_NOT_CARRIED;
            named_order.arg[i] = (int16_t)arg;
        } else {
            stroll_on(&stroll, (unsigned)arg);
        }
    }
    drop_last_takes(&stroll);
    dt_read_as(readings, &named_order);
    return DT_ALLOWED;
}

/* ---- finding a way ---- */

/* Where the search stands. */
struct place {
    const struct dt_trail *trail;
    unsigned square, steps;
    unsigned reached; /* waypoints, the start included */
    uint64_t held;
    unsigned granted; /* bit per wish */
};

static void found_way(struct plan *plan, const struct place *place)
{
    struct order order = *plan->order;
    uint64_t there = dt_found(&plan->mover, place->trail, place->square);
    unsigned granted = place->granted;

    for (unsigned i = 0; i < plan->wish_count; i++)
        if (plan->wish[i].take && plan->wish[i].any & there & ~(plan->mover.up & DT_CHARACTERS))
            granted |= 1u << i; /* taken up by stopping on it */
    if (granted != (1u << plan->wish_count) - 1)
        return;
    order.kind = DT_ORDER_MOVE;
    order.count = 2;
    for (unsigned i = 0; i < plan->length && order.count < ORDER_ARGS_MAX; i++)
        order.arg[order.count++] = plan->path[i];
    dt_read_as(plan->readings, &order);
}

/* Steps at least needed from a square to the rest of the waypoints. */
static unsigned distance_left(const struct plan *plan, unsigned square, unsigned reached)
{
    unsigned sum = 0;

    for (; reached < plan->waypoint_count; reached++) {
        unsigned to = plan->waypoint[reached];
        unsigned x = square % DT_COLUMNS, y = square / DT_COLUMNS;
        unsigned tx = to % DT_COLUMNS, ty = to / DT_COLUMNS;

        sum += (x > tx ? x - tx : tx - x) + (y > ty ? y - ty : ty - y);
        square = to;
    }
    return sum;
}

static void search(struct plan *plan, const struct place *place);

/* Leave the place with `takes` held, in every direction that may still lead to the goal. */
static void go_on(struct plan *plan, const struct place *place, uint64_t takes, unsigned granted)
{
    uint64_t found = dt_found(&plan->mover, place->trail, place->square), killed;
    struct dt_trail trail = {place->trail, 0, (uint8_t)place->square};

    if (dt_may_leave(&plan->mover, place->trail, place->square, found, place->held, takes, &killed))
        return;
    trail.left = (found | place->held) & ~takes & ~killed;
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        unsigned to = (unsigned)((int)place->square + dt_step[d]);
        struct place next = {&trail, to, place->steps + 1, place->reached, takes, granted};

        if (!(dt_ways(&plan->mover, place->square) >> d & 1) ||
            dt_may_enter(&plan->mover, &trail, to, takes))
            continue;
        if (next.reached < plan->waypoint_count && plan->waypoint[next.reached] == to)
            next.reached++;
        if (next.steps + distance_left(plan, to, next.reached) > plan->limit)
            continue;
        plan->path[plan->length++] = (int16_t)to;
        search(plan, &next);
        plan->length--;
    }
}

/* May this wish be granted here? */
static bool is_due(const struct plan *plan, const struct place *place, unsigned index)
{
    const struct wish *wish = &plan->wish[index];

    if (place->granted >> index & 1)
        return false;
    return wish->at < 0 ||
           ((unsigned)wish->at + 1 == place->reached && plan->waypoint[wish->at] == place->square);
}

/* Try each choice of wishes to be granted on this square, then go on. */
static void grant(struct plan *plan, const struct place *place, unsigned index, uint64_t held,
                  unsigned granted)
{
    uint64_t found = dt_found(&plan->mover, place->trail, place->square);
    uint64_t things = found & ~(plan->mover.up & DT_CHARACTERS);
    const struct wish *wish = &plan->wish[index];
    uint64_t set;

    if (index == plan->wish_count) {
        go_on(plan, place, held, granted);
        return;
    }
    grant(plan, place, index + 1, held, granted);
    if (!is_due(plan, place, index))
        return;
    set = wish->any & (wish->take ? things & ~held : held & place->held);
    if (!set || plan->length + 2 >= PATH_MAX)
        return;
    set = DT_BIT(preferred(&plan->mover, set));
    plan->path[plan->length++] = (int16_t)((wish->take ? DT_TAKE : DT_DROP) + (int)dt_first(set));
    grant(plan, place, index + 1, wish->take ? held | set : held & ~set, granted | 1u << index);
    plan->length--;
}

static void search(struct plan *plan, const struct place *place)
{
    if (plan->readings->count == CHOICES_MAX)
        return;
    if (place->steps == plan->limit) {
        if (place->reached == plan->waypoint_count &&
            place->square == plan->waypoint[plan->waypoint_count - 1])
            found_way(plan, place);
        return;
    }
    if (place->steps && dt_is_exit(&plan->mover, place->square))
        return;
    grant(plan, place, 0, place->held, place->granted);
}

/* Find the ways of the fewest steps, `most` at most; true if there is one. */
static bool find_ways_within(struct plan *plan, unsigned most)
{
    struct place start = {.square = plan->mover.start, .reached = 1};

    start.held = plan->mover.party & ~DT_BIT(plan->mover.token);
    plan->length = 0;
    for (plan->limit = 1; plan->limit <= most; plan->limit++) {
        search(plan, &start);
        if (plan->readings->count)
            return true;
    }
    return false;
}

static bool takes_whatever(const struct plan *plan)
{
    for (unsigned i = 0; i < plan->wish_count; i++)
        if (plan->wish[i].take && plan->wish[i].any == UINT64_MAX)
            return true;
    return false;
}

/* Find the shortest ways; true if there is one. For a thing that is not named nobody makes a
 * detour. */
static bool find_ways(struct plan *plan)
{
    unsigned wishes = plan->wish_count, most = plan->mover.speed;

    if (takes_whatever(plan)) {
        plan->wish_count = 0;
        if (find_ways_within(plan, most))
            most = plan->limit;
        plan->readings->count = 0;
        plan->wish_count = wishes;
    }
    return find_ways_within(plan, most);
}

static enum dt_rule why_no_way(struct plan *plan)
{
    const struct dt_mover *mover = &plan->mover;
    unsigned goal = plan->waypoint[plan->waypoint_count - 1], wishes = plan->wish_count;
    uint64_t held = mover->party & ~DT_BIT(mover->token);
    struct dt_readings *readings = plan->readings;
    const struct order first = readings->first; /* what was read before stays, and no more */
    const bool any = readings->any;
    enum dt_rule rule = DT_ALLOWED;

    if (mover->state->ground[goal] == DT_GROUND_NONE)
        return DT_RULE_MOVE_HIDDEN;
    plan->wish_count = 0;
    if (wishes && find_ways(plan)) {
        readings->count = 0;
        readings->any = any;
        readings->first = first;
        return DT_RULE_GO_NO_ACT;
    }
    if (!dt_is_exit(mover, goal))
        rule = dt_may_stop(mover, NULL, goal, held);
    return rule && goal != mover->start ? rule : DT_RULE_GO_NO_WAY;
}

static void add_waypoint(struct plan *plan, int square)
{
    if (plan->waypoint_count < WAYPOINTS_MAX)
        plan->waypoint[plan->waypoint_count++] = (uint8_t)square;
}

static bool add_wish(struct plan *plan, int arg, int at)
{
    if (plan->wish_count == WISHES_MAX)
        return false;
    plan->wish[plan->wish_count++] = (struct wish){meant(arg), arg < DT_DROP, (int8_t)at};
    return true;
}

static bool is_meeting(int arg)
{
    return arg >= DT_MEET && arg < DT_MEET + DT_CHARACTER_KINDS;
}

/* Where the own character stands whom a meeting names. */
static unsigned meeting_square(const struct dt_mover *mover, int arg)
{
    return mover->state->where[dt_token(mover->side, (unsigned)(arg - DT_MEET))];
}

static void drop_arg(struct order *order, unsigned at)
{
    order->count--;
    memmove(order->arg + at, order->arg + at + 1, (order->count - at) * sizeof order->arg[0]);
}

/* Take directions for squares; false if one leads off the board, or a friend is not on it. "north,
 * to b4": the square that a direction led to is no further step; *led: one led to the last. */
static bool name_squares(const struct dt_mover *mover, struct order *order, unsigned first,
                         bool *led)
{
    unsigned square = mover->start;

    *led = false;
    for (unsigned i = first; i < order->count; i++) {
        int arg = order->arg[i];

        if (*led && arg == (int)square) {
            drop_arg(order, i--);
            continue;
        }
        *led = arg >= DT_TOWARDS && arg < DT_TOWARDS + DT_DIRECTIONS;

        if (is_act(arg))
            continue;
        if (is_meeting(arg)) {
            square = meeting_square(mover, arg);
            if (square >= DT_SQUARES)
                return false;
            continue;
        }
        if (*led)
            arg = (int)square + dt_step[arg - DT_TOWARDS];
        if (arg < 0 || arg >= DT_SQUARES)
            return false;
        order->arg[i] = (int16_t)arg;
        square = (unsigned)arg;
    }
    return true;
}

static bool has_gaps(const struct order *order, unsigned square)
{
    for (unsigned i = 2; i < order->count; i++) {
        if (is_act(order->arg[i]))
            continue;
        if (is_meeting(order->arg[i]) || dt_direction(square, (unsigned)order->arg[i]) == DT_NONE)
            return true;
        square = (unsigned)order->arg[i];
    }
    return false;
}

/* Read the squares and acts of a line into the plan. Acts belong to the square before them, but
 * those of a GO order are free unless a friend is named. False when there are too many. */
static bool add_stations(struct plan *plan, const struct order *order, unsigned first, bool go)
{
    bool meeting = false;

    for (unsigned i = first; i < order->count; i++) {
        int arg = order->arg[i];

        if (is_act(arg)) {
            if (!add_wish(plan, arg, go && !meeting ? -1 : (int)plan->waypoint_count - 1))
                return false;
            meeting = false;
            continue;
        }
        meeting = is_meeting(arg);
        if (!meeting)
            add_waypoint(plan, arg);
        else if (plan->waypoint[plan->waypoint_count - 1] != meeting_square(&plan->mover, arg))
            add_waypoint(plan, (int)meeting_square(&plan->mover, arg));
    }
    return true;
}

/* "b3 to b4", "from b3 to b4": where he stands is no step. */
static void drop_start(const struct dt_mover *mover, struct order *order, unsigned first)
{
    if (order->count <= first || order->arg[first] != (int)mover->start)
        return;
    drop_arg(order, first);
}

/* "takes the sword": to where one lies, an own one first. */
static bool find_goal(const struct dt_mover *mover, struct order *order)
{
    for (unsigned i = 3; i < order->count; i++) {
        uint64_t set =
            order->arg[i] >= DT_TAKE && order->arg[i] < DT_DROP ? meant(order->arg[i]) : 0;

        for (set = set == UINT64_MAX ? 0 : set; set;) {
            unsigned token = preferred(mover, set);
            unsigned square = mover->state->where[token];

            set &= ~DT_BIT(token);
            if (square >= DT_SQUARES || (mover->party >> token & 1))
                continue;
            order->arg[2] = (int16_t)square;
            return true;
        }
    }
    return false;
}

/* "to b4, and drops the rope": what he has where he stops he carries, so it is left before. */
static bool drops_at_goal(struct order *order)
{
    for (unsigned i = 3; i + 1u < order->count; i++)
        if (order->arg[i] == order->arg[2] && order->arg[i + 1] >= DT_DROP &&
            order->arg[i + 1] < DT_ACT_END) {
            drop_arg(order, i);
            return true;
        }
    return false;
}

/* "takes the treasure to e3", which he has: he goes there with it. */
static void keep_held(const struct dt_mover *mover, struct order *order)
{
    for (unsigned i = 3; i < order->count; i++) {
        if (order->arg[i] >= DT_DROP && order->arg[i] < DT_ACT_END)
            return;
        if (order->arg[i] >= DT_TAKE && order->arg[i] < DT_DROP &&
            meant(order->arg[i]) != UINT64_MAX && meant(order->arg[i]) & mover->party)
            drop_arg(order, i--);
    }
}

/* Where he meets a friend, if the order names one; DT_SQUARES = nowhere. */
static unsigned met_at(const struct dt_mover *mover, const struct order *order)
{
    unsigned square = DT_SQUARES;

    for (unsigned i = 3; i < order->count; i++)
        if (is_meeting(order->arg[i]))
            square = meeting_square(mover, order->arg[i]);
    return square;
}

/* "gives the rope to the wizard": he stops on any square beside. */
static void read_meeting(struct dt_readings *readings, const struct order *order, unsigned met)
{
    struct order open = *order;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        int to = (int)met + dt_step[d];

        if (to < 0 || to >= DT_SQUARES)
            continue;
        open.arg[2] = (int16_t)to;
        dt_read_moves(readings, &open);
    }
}

/* "takes the potion", and has it in his hand. */
static bool read_drinking(struct dt_readings *readings, const struct order *order, uint64_t held)
{
    struct order drink = *order;

    if (order->count != 4 || !(meant(order->arg[3]) & held & dt_alike(DT_POTION)))
        return false;
    drink.kind = DT_ORDER_DRINK;
    drink.count = 2;
    readings->asks = true;
    dt_read_as(readings, &drink);
    return true;
}

/* "takes the rope", and carries it. */
static bool takes_held(const struct order *order, uint64_t held)
{
    return order->count == 4 && meant(order->arg[3]) != UINT64_MAX && meant(order->arg[3]) & held;
}

enum dt_rule dt_read_moves(struct dt_readings *readings, const struct order *order)
{
    struct order own = *order, bare = *order;
    struct plan plan = {.readings = readings, .order = &own, .waypoint_count = 0};
    unsigned token = dt_actor(order->seat - 1u, order->arg[0]);
    bool go = order->kind == DT_ORDER_GO, led;
    enum dt_rule rule;

    bare.kind = DT_ORDER_MOVE;
    bare.count = 2;
    rule = dt_check(readings->book, readings->state, &bare, NULL, NULL);
    if (rule != DT_RULE_MOVE_NO_STEP)
        return rule; /* who acts, who pays */
    dt_mover_init(&plan.mover, readings->book, readings->state, token);
    drop_start(&plan.mover, &own, go ? 3 : 2);
    if ((!go && own.count == 2 && order->count > 2) ||
        (go && own.count == 3 && own.arg[2] == (int)plan.mover.start))
        return DT_RULE_STANDS_THERE; /* a way there and back is named, not found */
    if (go && own.arg[2] == ORDER_UNKNOWN && met_at(&plan.mover, &own) < DT_SQUARES) {
        read_meeting(readings, &own, met_at(&plan.mover, &own));
        return readings->any ? DT_ALLOWED : DT_RULE_GO_NO_ACT;
    }
    if (go && own.arg[2] == ORDER_UNKNOWN && !find_goal(&plan.mover, &own))
        return read_drinking(readings, &own, plan.mover.party) ? DT_ALLOWED
               : takes_held(&own, plan.mover.party)            ? DT_RULE_CARRY_HELD
                                                               : DT_RULE_CARRY_NOT_HERE;
    readings->asks |= go && drops_at_goal(&own);
    if (go)
        keep_held(&plan.mover, &own);
    if (!name_squares(&plan.mover, &own, go ? 3 : 2, &led))
        return DT_RULE_MOVE_OFF_BOARD;
    if (!go && !has_gaps(&own, plan.mover.start))
        return read_path(readings, &plan.mover, &own);
    add_waypoint(&plan, plan.mover.start);
    if (!add_stations(&plan, &own, go ? 3 : 2, go))
        return DT_RULE_MOVE_ACT;
    if (go && !(led && plan.waypoint[plan.waypoint_count - 1] == own.arg[2]))
        add_waypoint(&plan, own.arg[2]);
    return find_ways(&plan) ? DT_ALLOWED : why_no_way(&plan);
}

bool dt_goal_of(const struct dt_mover *mover, const struct order *order, unsigned *goal)
{
    struct order own = *order;
    bool go = order->kind == DT_ORDER_GO, led, found = false;

    if ((go && own.arg[2] == ORDER_UNKNOWN && !find_goal(mover, &own)) ||
        !name_squares(mover, &own, go ? 3 : 2, &led))
        return false;
    for (unsigned i = 2; i < (go ? 3u : own.count); i++)
        if (own.arg[i] >= 0 && own.arg[i] < DT_SQUARES) {
            *goal = (unsigned)own.arg[i];
            found = true;
        }
    return found;
}
