/* SPDX-License-Identifier: MIT */
/* How far it is to where somebody may not go: the shortest way as the board lies, and as much of it
 * as one movement can have. It is only shown. */
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

bool dt_way_towards(const struct dt_readings *readings, const struct order *order,
                    struct order *way, unsigned *steps, unsigned *speed)
{
    struct spread spread = {.count = 0};
    const struct dt_trail *last = NULL;
    struct dt_mover mover;
    unsigned goal;

    *steps = 0;
    if ((order->kind != DT_ORDER_MOVE && order->kind != DT_ORDER_GO) || order->count < 3 ||
        order->arg[0] == ORDER_UNKNOWN ||
        !dt_on_board(readings->state, dt_actor(order->seat - 1u, order->arg[0])))
        return false;
    dt_mover_init(&mover, readings->book, readings->state,
                  dt_actor(order->seat - 1u, order->arg[0]));
    if (!dt_goal_of(&mover, order, &goal) || goal == mover.start)
        return false;
    spread.mover = &mover;
    reach(&spread, mover.start, NULL);
    for (unsigned i = 0; i < spread.count && !spread.seen[goal]; i++)
        go_on(&spread, &spread.trail[i], mover.party & ~DT_BIT(mover.token));
    if (!spread.seen[goal])
        return false;
    last = &spread.trail[spread.count - 1];
    while (last->square != goal)
        last--;
    for (const struct dt_trail *at = last; at->before; at = at->before)
        ++*steps;
    *speed = mover.speed;
    *way = *order;
    way->kind = DT_ORDER_MOVE;
    for (unsigned left = *steps; left; left--, last = last->before) {
        unsigned at = left + 1;

        if (left > mover.speed || at >= ORDER_ARGS_MAX)
            continue;
        way->count = (uint8_t)(at + 1);
        for (const struct dt_trail *step = last; step->before; step = step->before)
            way->arg[at--] = step->square;
        if (!dt_check(readings->book, readings->state, way, NULL, NULL))
            return true;
    }
    return false;
}
