/* SPDX-License-Identifier: MIT */
/* How far it is to where somebody may not go: the shortest way as the board lies, and as much of it
 * as one movement can have; and from where he could do what he cannot do here. It is only shown. */

#include "games/dungeon_twister/apply.h"
#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/resolve.h"

/* Squares in the order in which they are come to, each with the one it is come from. */
struct spread {
    const struct dt_mover *mover;
    unsigned count;
    struct dt_trail trail[DT_SQUARES];
    bool seen[DT_SQUARES];
};

static void reach(struct spread *spread, unsigned square, const struct dt_trail *before)
{
    struct dt_trail *trail = &spread->trail[spread->count++];

    *trail = (struct dt_trail){before, dt_found(spread->mover, before, square), (uint8_t)square};
    spread->seen[square] = true;
}

static void go_on(struct spread *spread, const struct dt_trail *from, uint64_t held)
{
    const struct dt_mover *mover = spread->mover;
    uint64_t killed;

    if ((from->before && dt_is_exit(mover, from->square)) ||
        dt_may_leave(mover, from->before, from->square, from->left, held, held, &killed))
        return;
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        int to = (int)from->square + dt_step[d];

        if (dt_ways(mover, from->square) >> d & 1 && to >= 0 && to < DT_SQUARES &&
            !spread->seen[to] && mover->state->ground[to] != DT_GROUND_NONE &&
            !dt_may_enter(mover, from, (unsigned)to, held))
            reach(spread, (unsigned)to, from);
    }
}

/* Where his movement begins; false: he makes none. */
static bool begin(struct spread *spread, struct dt_mover *mover, const struct dt_readings *readings,
                  const struct order *order)
{
    unsigned token = dt_actor(order->seat - 1u, order->arg[0]);

    if (order->arg[0] == ORDER_UNKNOWN || !dt_on_board(readings->state, token))
        return false;
    dt_mover_init(mover, readings->book, readings->state, token);
    spread->mover = mover;
    spread->count = 0;
    reach(spread, mover->start, NULL);
    return true;
}

static unsigned steps_to(const struct dt_trail *last)
{
    unsigned steps = 0;

    for (; last->before; last = last->before)
        steps++;
    return steps;
}

/* The way that ends there, if it may. */
static bool put_way(const struct dt_readings *readings, const struct order *order,
                    const struct dt_trail *last, struct order *way)
{
    unsigned at = steps_to(last) + 1;

    if (at < 2 || at >= ORDER_ARGS_MAX)
        return false;
    *way = *order;
    way->kind = DT_ORDER_MOVE;
    way->count = (uint8_t)(at + 1);
    for (; last->before; last = last->before)
        way->arg[at--] = last->square;
    way->arg[1] = DT_ACCOUNT_DEFAULT;
    return !dt_check(readings->book, readings->state, way, NULL, NULL);
}

bool dt_way_towards(const struct dt_readings *readings, const struct order *order,
                    struct order *way, unsigned *steps, unsigned *speed)
{
    struct spread spread = {.count = 0};
    const struct dt_trail *last;
    struct dt_mover mover;
    unsigned goal;

    if (order->count < 3 || !begin(&spread, &mover, readings, order) ||
        !dt_goal_of(&mover, order, &goal) || goal == mover.start)
        return false;
    for (unsigned i = 0; i < spread.count && !spread.seen[goal]; i++)
        go_on(&spread, &spread.trail[i], mover.party & ~DT_BIT(mover.token));
    if (!spread.seen[goal])
        return false;
    last = &spread.trail[spread.count - 1];
    while (last->square != goal)
        last--;
    *steps = steps_to(last);
    *speed = mover.speed;
    while (last->before && (steps_to(last) > mover.speed || !put_way(readings, order, last, way)))
        last = last->before;
    return last->before != NULL;
}

bool dt_way_to_do(const struct dt_readings *readings, const struct order *order, struct order *way)
{
    struct spread spread = {.count = 0};
    struct dt_mover mover;

    if (order->count < 2 || !begin(&spread, &mover, readings, order))
        return false;
    for (unsigned i = 0; i < spread.count && steps_to(&spread.trail[i]) <= mover.speed; i++) {
        struct dt_state after = *readings->state;
        enum dt_rule rule;

        go_on(&spread, &spread.trail[i], mover.party & ~DT_BIT(mover.token));
        if (!put_way(readings, order, &spread.trail[i], way) ||
            !dt_apply(readings->book, &after, way, NULL))
            continue;
        after.ap = readings->state->ap; /* what it costs besides he sees himself */
        memcpy(after.potion, readings->state->potion, sizeof after.potion);
        rule = dt_check(readings->book, &after, order, NULL, NULL);
        if (!rule || rule == DT_RULE_ROTATE_WAY) /* the way round was left open */
            return true;
    }
    return false;
}
