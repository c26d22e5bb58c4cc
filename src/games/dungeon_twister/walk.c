/* SPDX-License-Identifier: MIT */
/* Answers for one square at a time whether a mover may leave, enter and stop. Checking, carrying
 * out and searching all use it. */
#include "games/dungeon_twister/walk.h"

void dt_mover_init(struct dt_mover *mover, const struct dt_rulebook *book,
                   const struct dt_state *state, unsigned token)
{
    const struct dt_kind *kind = &dt_kinds[dt_kind_of(token)];

    mover->book = book;
    mover->state = state;
    mover->token = (uint8_t)token;
    mover->side = (uint8_t)dt_side_of(token);
    mover->start = state->where[token];
    mover->speed = kind->speed;
    mover->carries = kind->carries;
    mover->exit_row = (uint8_t)dt_home_row(state, 1u - mover->side);
    mover->flies = kind->flags & DT_FLAG(DT_FLIES);
    mover->walks_pits = kind->flags & DT_FLAG(DT_WALKS_PITS);
    mover->runs_pits = kind->flags & (DT_FLAG(DT_WALKS_PITS) | DT_FLAG(DT_RUNS_PITS));
    mover->passes = kind->flags & DT_FLAG(DT_PASSES_ALL);
    mover->own = kind->flags & DT_FLAG(DT_CONJURES) ? state->illusion[mover->side] : NULL;
    mover->spans = dt_version_rows[book->version].spans;
    mover->bears = (uint8_t)dt_bears(dt_kind_of(token));
    mover->party = kind->carries ? state->at[mover->start] : DT_BIT(token);
    mover->friends = DT_SIDE(mover->side);
    mover->up = DT_CHARACTERS & ~state->wounded;
}

unsigned dt_ways(const struct dt_mover *mover, unsigned square)
{
    unsigned ways = 0;

    if (!mover->passes)
        return mover->state->pass[square] & 15u;
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        int next = (int)square + dt_step[d];

        if (next >= 0 && next < mover->state->agreed.rows * DT_COLUMNS &&
            dt_direction(square, (unsigned)next) == d &&
            mover->state->ground[next] != DT_GROUND_NONE)
            ways |= 1u << d;
    }
    return ways;
}

/* Neighbours that hold a Rope on this pit at this moment, DT-ROPE-04. */
static unsigned count_anchors(const struct dt_mover *mover, const struct dt_trail *trail,
                              unsigned pit)
{
    const struct dt_state *state = mover->state;
    uint64_t bridges = mover->book->with[DT_BRIDGES] & mover->friends & mover->up;
    uint64_t holds = mover->book->with[DT_IS_ROPE] | bridges;
    unsigned count = 0;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        unsigned next = (unsigned)((int)pit + dt_step[d]);

        if (!(state->pass[pit] >> d & 1))
            continue;
        count +=
            dt_grounds[state->ground[next]].anchor ||
            (dt_grounds[state->ground[next]].obstacle && (dt_found(mover, trail, next) & holds));
    }
    return count;
}

/* The part of dt_may_leave that concerns pits: `dropped` stays behind among `left`. */
static enum dt_rule may_leave_pit(const struct dt_mover *mover, const struct dt_trail *trail,
                                  unsigned square, uint64_t dropped, uint64_t left,
                                  uint64_t *killed)
{
    uint64_t ropes = mover->book->with[DT_IS_ROPE];
    uint64_t standing = left & mover->up, lying = left & mover->state->wounded;

    if (standing) /* a friend, for nothing is exchanged with enemies */
        return (standing & mover->book->with[DT_WALKS_PITS] &&
                !dt_grounds[mover->state->ground[square]].rift) ||
                       (left & ropes)
                   ? DT_ALLOWED
                   : DT_RULE_ROPE_FRIEND;
    if (dropped & DT_CHARACTERS)
        return DT_RULE_PIT_SET_DOWN;
    if (dropped & ~ropes)
        return DT_RULE_CARRY_PIT;
    if (dropped && count_anchors(mover, trail, square) < 2)
        return DT_RULE_ROPE_ANCHORS;
    if (lying && !(left & ropes)) {
        if (lying & mover->friends)
            return DT_RULE_ROPE_FRIEND;
        *killed = lying;
    }
    return DT_ALLOWED;
}

/* The part of dt_may_leave that concerns what stays behind with nobody standing there. */
static enum dt_rule may_leave_things(uint64_t left, uint64_t lifted)
{
    uint64_t objects = left & DT_OBJECTS, lying = left & DT_CHARACTERS;

    if (dt_count(lying) > 1)
        return DT_RULE_STACK_SAME;
    if (dt_count(objects) < 2 ||
        (lying && dt_count(objects) <= dt_bears(dt_kind_of(dt_first(lying)))))
        return DT_ALLOWED;
    return lifted && dt_bears(dt_kind_of(dt_first(lifted))) > 1 ? DT_RULE_PALADIN_LIFT
                                                                : DT_RULE_STACK_SAME;
}

/* The part of dt_may_leave that concerns the ground; `dropped` stays behind among `left`. */
static enum dt_rule may_leave_rough(const struct dt_mover *mover, const struct dt_trail *trail,
                                    unsigned square, uint64_t dropped, uint64_t left,
                                    uint64_t *killed)
{
    const struct dt_ground_row *row = &dt_grounds[mover->state->ground[square]];

    if (row->obstacle)
        return may_leave_pit(mover, trail, square, dropped, left, killed);
    if (row->solid)
        return dropped ? DT_RULE_SOLID_LEFT : DT_ALLOWED;
    return dropped & DT_CHARACTERS ? DT_RULE_ROCKS_SET_DOWN : DT_ALLOWED;
}

enum dt_rule dt_may_leave(const struct dt_mover *mover, const struct dt_trail *trail,
                          unsigned square, uint64_t found, uint64_t held, uint64_t takes,
                          uint64_t *killed)
{
    const struct dt_ground_row *row = &dt_grounds[mover->state->ground[square]];
    uint64_t left = (found | held) & ~takes, standing = found & mover->up;
    uint64_t things = left & ~standing;
    enum dt_rule rule;

    *killed = 0;
    if (row->deadly && !dt_is_safe(mover, found | held))
        return DT_RULE_ROCKS_OVER;
    if (takes == held)
        return DT_ALLOWED;
    if (mover->passes)
        return DT_RULE_GHOST_CARRY;
    if (standing & ~mover->friends)
        return DT_RULE_WIZARD_EXCHANGE;
    if (takes & DT_CHARACTERS & ~mover->friends)
        return DT_RULE_CARRY_ENEMY;
    if (takes & standing)
        return DT_RULE_CARRY_UNWOUNDED;
    if (dt_count(takes) > mover->carries)
        return takes & ~held & DT_CHARACTERS ? DT_RULE_CARRY_BOTH : DT_RULE_CARRY_ONE;
    if (standing) {
        if (dt_count(things) > dt_bears(dt_kind_of(dt_first(standing))))
            return DT_RULE_CARRY_GIVE;
    } else {
        rule = may_leave_things(things, takes & ~held & DT_CHARACTERS);
        if (rule)
            return rule;
    }
    return row->rough ? may_leave_rough(mover, trail, square, held & ~takes, left, killed)
                      : DT_ALLOWED;
}

/* Is an obstacle held for him by something else than a Rope in his hands, so that one of these may
 * begin or end there as on floor, DT-ROPE-08? `left`: what stays on it. */
static bool is_held(const struct dt_mover *mover, unsigned square, uint64_t left)
{
    if (left & mover->book->with[DT_IS_ROPE])
        return true;
    return !dt_grounds[mover->state->ground[square]].rift &&
           (mover->walks_pits || left & mover->up & mover->friends & mover->book->with[DT_BRIDGES]);
}

/* Has he come over this square once more since? */
static bool is_counted(const struct dt_trail *newest, const struct dt_trail *trail, unsigned to)
{
    for (; newest != trail; newest = newest->before)
        if (newest->square == trail->square)
            return true;
    return trail->square == to;
}

unsigned dt_obstacles_behind(const struct dt_mover *mover, const struct dt_trail *trail,
                             unsigned to)
{
    const struct dt_trail *newest = trail;
    unsigned count = 0;

    /* the movement began where there is no square */
    for (; trail && trail->square < DT_SQUARES; trail = trail->before) {
        if (!dt_grounds[mover->state->ground[trail->square]].obstacle ||
            dt_sees_through(mover, trail->square))
            break;
        if (!mover->spans)
            count++;
        else if (is_held(mover, trail->square, trail->left))
            break;
        else
            count += !is_counted(newest, trail, to);
    }
    return count;
}

/* May he pass a bare pit by his own ability, coming from here? Not with a Rope that is tied over
 * a rift: he could not stand where it ends, PD-RIFT-03. */
static bool may_run(const struct dt_mover *mover, const struct dt_trail *trail)
{
    if (!mover->spans || mover->walks_pits)
        return mover->runs_pits;
    return mover->runs_pits && !(dt_grounds[mover->state->ground[trail->square]].rift &&
                                 dt_obstacles_behind(mover, trail, DT_NONE));
}

/* The part of dt_may_enter that concerns ground which bars somebody. */
static enum dt_rule may_enter_rough(const struct dt_mover *mover, const struct dt_trail *trail,
                                    unsigned to, uint64_t held)
{
    const struct dt_ground_row *row = &dt_grounds[mover->state->ground[to]];
    uint64_t found = dt_found(mover, trail, to), ropes = mover->book->with[DT_IS_ROPE];

    if (dt_sees_through(mover, to) || row->deadly)
        return DT_ALLOWED;
    if (row->solid)
        return row->barred ? DT_RULE_MOVE_RUBBLE : DT_RULE_MOVE_SOLID;
    if (found & ropes)
        return DT_ALLOWED;
    if (!row->rift && (may_run(mover, trail) || found & mover->up & mover->book->with[DT_BRIDGES]))
        return DT_ALLOWED;
    if (!(held & ropes))
        return row->rift ? DT_RULE_MOVE_RIFT : DT_RULE_MOVE_PIT;
    if (dt_count(held & ropes) <= dt_obstacles_behind(mover, trail, to))
        return DT_RULE_ROPE_TWO_PITS;
    return row->rift && count_anchors(mover, trail, to) < 2 ? DT_RULE_RIFT_ANCHORS : DT_ALLOWED;
}

enum dt_rule dt_may_enter(const struct dt_mover *mover, const struct dt_trail *trail, unsigned to,
                          uint64_t held)
{
    const struct dt_ground_row *row = &dt_grounds[mover->state->ground[to]];

    if (mover->passes)
        return DT_ALLOWED;
    if (mover->flies)
        return row->barred ? DT_RULE_MOVE_RUBBLE : DT_ALLOWED;
    if (dt_found(mover, trail, to) & mover->up & ~mover->friends)
        return dt_is_exit(mover, to) ? DT_RULE_EXIT_ENEMY : DT_RULE_MOVE_ENEMY;
    return row->rough ? may_enter_rough(mover, trail, to, held) : DT_ALLOWED;
}

/* The part of dt_may_stop that concerns ground which bars somebody. */
static enum dt_rule may_stop_rough(const struct dt_mover *mover, const struct dt_trail *trail,
                                   unsigned square, uint64_t found, uint64_t held)
{
    const struct dt_ground_row *row = &dt_grounds[mover->state->ground[square]];
    uint64_t ropes = mover->book->with[DT_IS_ROPE];

    if (row->deadly)
        return DT_ALLOWED; /* PD-ROCKS-04; only a movement comes to ask */
    if (dt_sees_through(mover, square))
        return DT_RULE_MAKER_STOP;
    if (mover->passes)
        return DT_RULE_GHOST_STOP;
    if (row->solid)
        return row->barred ? DT_RULE_MOVE_RUBBLE : DT_RULE_MOVE_SOLID;
    if (mover->walks_pits && !row->rift)
        return DT_ALLOWED;
    if (!((held | found) & ropes))
        return mover->flies ? DT_RULE_WIZARD_STOP
               : row->rift  ? DT_RULE_MOVE_RIFT
                            : DT_RULE_PIT_STOP;
    return row->rift && !(found & ropes) && count_anchors(mover, trail, square) < 2
               ? DT_RULE_RIFT_ANCHORS
               : DT_ALLOWED;
}

static enum dt_rule may_stop_full(uint64_t found)
{
    if (dt_count(found & DT_OBJECTS) < 2)
        return DT_RULE_MOVE_STOP_FULL;
    return found & DT_CHARACTERS ? DT_RULE_PALADIN_STOP : DT_RULE_PAIR_STOP;
}

enum dt_rule dt_may_stop(const struct dt_mover *mover, const struct dt_trail *trail,
                         unsigned square, uint64_t held)
{
    const struct dt_ground_row *row = &dt_grounds[mover->state->ground[square]];
    uint64_t found = dt_found(mover, trail, square), standing = found & mover->up;

    if (standing & ~mover->friends)
        return mover->passes  ? DT_RULE_GHOST_STOP
               : mover->flies ? DT_RULE_WIZARD_STOP
                              : DT_RULE_MOVE_ENEMY;
    if (standing)
        return standing & mover->book->with[DT_BRIDGES] && row->obstacle ? DT_RULE_BRIDGE_STOP
                                                                         : DT_RULE_MOVE_STOP_FRIEND;
    if (found & DT_CHARACTERS & ~mover->friends)
        return DT_RULE_MOVE_STOP_ENEMY_DOWN;
    if (dt_count(held | found) > mover->bears && !row->deadly)
        return may_stop_full(found);
    return row->rough ? may_stop_rough(mover, trail, square, found, held) : DT_ALLOWED;
}

/* Would one Rope have to hold both where he starts and where he lands, DT-ROPE-08? */
static bool lands_on_second(const struct dt_mover *mover, unsigned square)
{
    const struct dt_state *state = mover->state;
    const struct dt_ground_row *row = &dt_grounds[state->ground[square]];

    if (mover->flies || !row->obstacle || !dt_grounds[state->ground[mover->start]].obstacle)
        return false;
    if (!mover->spans)
        return !mover->walks_pits || row->rift;
    return !is_held(mover, square, state->at[square]) && !is_held(mover, mover->start, 0);
}

enum dt_rule dt_may_land(const struct dt_mover *mover, unsigned square, enum dt_rule exit)
{
    const struct dt_state *state = mover->state;
    const struct dt_ground_row *row = &dt_grounds[state->ground[square]];
    uint64_t held = mover->party & ~DT_BIT(mover->token), ropes = mover->book->with[DT_IS_ROPE];

    if (dt_is_exit(mover, square))
        return state->at[square] & DT_CHARACTERS ? exit : DT_ALLOWED;
    if (row->deadly)
        return DT_RULE_ROCKS_LANDING;
    if (dt_count(held & ropes) == 1 && lands_on_second(mover, square))
        return DT_RULE_ROPE_TWO_PITS;
    return dt_may_stop(mover, NULL, square, held);
}

unsigned dt_direction(unsigned from, unsigned to)
{
    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        if ((int)from + dt_step[d] == (int)to &&
            (from / DT_COLUMNS == to / DT_COLUMNS || from % DT_COLUMNS == to % DT_COLUMNS))
            return d;
    return DT_NONE;
}

enum dt_rule dt_why_barred(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned square, unsigned direction)
{
    unsigned slot = dt_slot_of(state, square);
    int next = (int)square + dt_step[direction];

    if (state->pass[square] >> direction & 1)
        return DT_ALLOWED;
    if (state->pass[square] >> (direction + 4) & 1)
        return DT_RULE_MOVE_WALL;
    if (next < 0 || next >= state->agreed.rows * DT_COLUMNS ||
        dt_direction(square, (unsigned)next) == DT_NONE)
        return DT_RULE_MOVE_OFF_BOARD;
    if (state->ground[next] == DT_GROUND_NONE)
        return slot != DT_NONE && dt_has_wall(book, state, square, direction) ? DT_RULE_MOVE_WALL
                                                                              : DT_RULE_MOVE_HIDDEN;
    return DT_RULE_MOVE_GATE;
}

/* The walk so far, while its order is read. */
struct step {
    const struct dt_mover *mover;
    struct dt_walk *walk;
    const struct dt_trail *trail;
    uint64_t takes, drops; /* ordered on the present square */
    unsigned steps;
};

static enum dt_rule act(struct step *step, int arg)
{
    struct dt_walk *walk = step->walk;
    bool take = arg < DT_DROP;
    int token = arg - (take ? DT_TAKE : DT_DROP);
    uint64_t thing;

    if (token < 0 || token >= DT_TOKENS)
        return DT_RULE_NONSENSE;
    thing = DT_BIT(token);
    if (walk->exit)
        return DT_RULE_EXIT_ACT;
    if (take) {
        if (!(dt_found(step->mover, step->trail, walk->square) & thing))
            return DT_RULE_CARRY_NOT_HERE;
        step->takes |= thing;
    } else {
        if (!(walk->held & thing))
            return DT_RULE_CARRY_NOT_CARRIED;
        step->drops |= thing;
    }
    return DT_ALLOWED;
}

/* What he does on a square is judged when he goes on: only then is it known what stays behind. */
static enum dt_rule leave(struct step *step)
{
    struct dt_walk *walk = step->walk;
    uint64_t found = dt_found(step->mover, step->trail, walk->square), killed;
    uint64_t takes = (walk->held & ~step->drops) | step->takes;
    enum dt_rule rule =
        dt_may_leave(step->mover, step->trail, walk->square, found, walk->held, takes, &killed);
    struct dt_trail *trail = &walk->trail[walk->count];

    if (rule)
        return rule;
    if (takes == walk->held && (step->takes || step->drops))
        return DT_RULE_MOVE_ACT; /* set down and taken up again: no act at all */
    trail->before = step->trail;
    trail->square = walk->square;
    trail->left = (found | walk->held) & ~takes & ~killed;
    walk->count++;
    walk->held = takes;
    walk->killed |= killed;
    step->trail = trail;
    step->takes = step->drops = 0;
    return DT_ALLOWED;
}

static enum dt_rule go(struct step *step, unsigned to)
{
    struct dt_walk *walk = step->walk;
    unsigned from = walk->square, direction = dt_direction(from, to);
    enum dt_rule rule;

    if (walk->exit)
        return DT_RULE_EXIT_OVER;
    if (step->mover->speed == 0)
        return DT_RULE_DRAGON_STAYS;
    if (direction == DT_NONE)
        return DT_RULE_MOVE_NO_NEIGHBOUR;
    if (step->steps == step->mover->speed || walk->count == DT_WALK_MAX)
        return DT_RULE_MOVE_TOO_FAR;
    rule = leave(step);
    if (!rule && !(dt_ways(step->mover, from) >> direction & 1))
        rule = dt_why_barred(step->mover->book, step->mover->state, from, direction);
    if (!rule)
        rule = dt_may_enter(step->mover, step->trail, to, walk->held);
    if (rule)
        return rule;
    walk->square = (uint8_t)to;
    walk->exit = dt_is_exit(step->mover, to);
    walk->dies = dt_dies_at(step->mover, to);
    step->steps++;
    return DT_ALLOWED;
}

void dt_walk(const struct dt_mover *mover, const struct order *order, struct dt_walk *walk)
{
    struct step step = {.mover = mover, .walk = walk};

    walk->rule = DT_ALLOWED;
    walk->square = mover->start;
    walk->exit = walk->dies = false;
    walk->count = 0;
    walk->held = mover->party & ~DT_BIT(mover->token);
    walk->killed = 0;
    for (unsigned i = 2; i < order->count && !walk->rule; i++) {
        int arg = order->arg[i];

        walk->rule = arg >= 0 && arg < DT_SQUARES ? go(&step, (unsigned)arg) : act(&step, arg);
    }
    if (walk->rule)
        return;
    if (step.steps == 0)
        walk->rule = DT_RULE_MOVE_NO_STEP;
    else if (step.drops)
        walk->rule = DT_RULE_CARRY_LAST;
    else if (step.takes && walk->dies)
        walk->rule = DT_RULE_ROCKS_OVER;
    else if (!walk->exit)
        walk->rule = dt_may_stop(mover, step.trail, walk->square, walk->held);
    if (!walk->rule && !walk->exit && !walk->dies)
        walk->held |= dt_found(mover, step.trail, walk->square);
}
