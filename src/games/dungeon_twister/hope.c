/* SPDX-License-Identifier: MIT */
/* Says from which positions a turn can no longer be won, so that the practice opponent's search for
 * a win need not look there. Never says so of one that can: it counts what a turn costs at least.
 */
#include "games/dungeon_twister/hope.h"

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/state.h"
#include "rules/practice.h"

enum {
    DRAUGHT = 4, /* action points of a Potion */
    SWING = 4,   /* rows that a turned room carries a character at most */
    FAR = 99,
    POINTS_MAX = 16, /* more are never missing */
    CHANGES_MAX = 3, /* more of them are as good */
    KINDS = DT_CHARACTER_KINDS
};

/* A character who may walk out this turn. */
struct runner {
    uint8_t kind, points, speed, rows, steps;
};

struct hope {
    const struct dt_state *state;
    unsigned side;
    unsigned points;      /* that the turn still has */
    unsigned spend;       /* the most that it may come to have, by Potions */
    unsigned fastest;     /* speed of the side's characters on the board */
    unsigned prey, burnt; /* points for enemies whom a fight or else a fire-ball may kill */
    unsigned beside;      /* of the prey, for those who stand next to one of the side's */
    struct runner runner[KINDS];
    unsigned runners;
    uint8_t steps[2][DT_SQUARES]; /* to the exit as the rooms lie: past enemies, round them */
    bool walked[2];
};

static unsigned rows_between(const struct hope *hope, unsigned square)
{
    unsigned row = square / DT_COLUMNS, exit = dt_home_row(hope->state, 1 - hope->side);

    return row > exit ? row - exit : exit - row;
}

/* Steps to the exit row if nothing on the board is changed; FAR where nobody is in time. */
static void walk(struct hope *hope, bool round)
{
    const struct dt_state *state = hope->state;
    uint8_t *steps = hope->steps[round], queue[DT_SQUARES];
    unsigned squares = state->agreed.rows * (unsigned)DT_COLUMNS, head = 0, tail = 0;
    unsigned exit = dt_home_row(state, 1 - hope->side) * DT_COLUMNS;
    uint64_t bar = DT_CHARACTERS & DT_SIDE(1 - hope->side) & ~state->wounded;

    memset(steps, FAR, DT_SQUARES);
    for (unsigned c = 0; c < DT_COLUMNS; c++)
        if (!round || !(state->at[exit + c] & bar)) {
            steps[exit + c] = 0;
            queue[tail++] = (uint8_t)(exit + c);
        }
    while (head < tail) {
        unsigned to = queue[head++];

        if (steps[to] >= hope->fastest * hope->spend)
            break;
        for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
            int from = (int)to - dt_step[d];

            if (from < 0 || from >= (int)squares || !(state->pass[from] >> d & 1) ||
                steps[from] != FAR || (round && state->at[from] & bar))
                continue;
            steps[from] = (uint8_t)(steps[to] + 1);
            queue[tail++] = (uint8_t)from;
        }
    }
    hope->walked[round] = true;
}

/* Steps of a character, so many rows from the exit, as the rooms lie. Who jumps, flies or goes
 * through walls is not held up. */
static unsigned steps_of(struct hope *hope, unsigned token, unsigned rows)
{
    const struct dt_state *state = hope->state;
    uint32_t flags = dt_kinds[dt_kind_of(token)].flags;
    bool round = !state->agreed.boxes && !state->jumps[hope->side] && !(flags & DT_FLAG(DT_FLIES));

    if (flags & (DT_FLAG(DT_STEPS_WALLS) | DT_FLAG(DT_PASSES_ALL)))
        return rows;
    if (rows > dt_kinds[dt_kind_of(token)].speed * hope->spend)
        return FAR;
    if (!hope->walked[round])
        walk(hope, round);
    return hope->steps[round][state->where[token]];
}

static bool lies_here(const struct dt_state *state, unsigned kind)
{
    return dt_on_board(state, dt_token(0, kind)) || dt_on_board(state, dt_token(1, kind));
}

static void find_runners(struct hope *hope)
{
    enum { LEAST_SPEED = 2 /* of a jump */ };
    const struct dt_state *state = hope->state;
    bool ring = lies_here(state, DT_RING);

    for (unsigned kind = 0; kind < KINDS; kind++)
        if (dt_on_board(state, dt_token(hope->side, kind)) && dt_kinds[kind].speed > hope->fastest)
            hope->fastest = dt_kinds[kind].speed;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        unsigned token = dt_token(hope->side, kind), speed = dt_kinds[kind].speed;
        struct runner *runner = &hope->runner[hope->runners];

        if (!dt_on_board(state, token) || (state->restored >> token & 1) ||
            (state->wounded >> token & 1 && !state->agreed.boxes))
            continue;
        runner->kind = (uint8_t)kind;
        runner->points = dt_kinds[kind].out_points;
        runner->speed = (uint8_t)(speed < LEAST_SPEED ? LEAST_SPEED : speed);
        runner->rows = (uint8_t)rows_between(hope, state->where[token]);
        runner->steps = (uint8_t)steps_of(hope, token, runner->rows);
        if (ring) /* two Actions lead out from anywhere */
            runner->rows = runner->steps = (uint8_t)(runner->speed + 1);
        hope->runners++;
    }
}

/* Does one of a side's characters stand next to a square? */
static bool stands_beside(const struct dt_state *state, unsigned side, unsigned square)
{
    uint64_t near = state->at[square];

    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        int at = (int)square + dt_step[d];

        near |= at >= 0 && at < DT_SQUARES ? state->at[at] : 0;
    }
    return (near & DT_CHARACTERS & DT_SIDE(side)) != 0;
}

/* Enemies whom one fight may kill, all at once; and whom else a fire-ball may. */
static void find_prey(struct hope *hope)
{
    const struct dt_state *state = hope->state;
    bool fire = lies_here(state, DT_WAND) || lies_here(state, DT_RED_DRAGON);

    for (unsigned kind = 0; kind < KINDS; kind++) {
        unsigned token = dt_token(1 - hope->side, kind), square = state->where[token];
        uint64_t here = square < DT_SQUARES ? state->at[square] & DT_CHARACTERS : 0;

        if (!here)
            continue;
        if (state->wounded >> token & 1 || state->agreed.boxes ||
            dt_grounds[state->ground[square]].rough || (here & (here - 1))) {
            hope->prey += dt_kinds[kind].kill_points;
            hope->beside += stands_beside(state, hope->side, square) || fire
                                ? (unsigned)dt_kinds[kind].kill_points
                                : 0;
        } else if (fire)
            hope->burnt += dt_kinds[kind].kill_points;
    }
}

/* Treasures that one who leaves may have with him. */
static unsigned treasures(const struct hope *hope)
{
    enum { FASTEST = 7 };
    const struct dt_state *state = hope->state;
    unsigned points = 0;

    for (unsigned side = 0; side < DT_SIDES && hope->runners; side++) {
        unsigned square = state->where[dt_token(side, DT_TREASURE)];

        points += square < DT_SQUARES && rows_between(hope, square) <= FASTEST * hope->points;
    }
    return points;
}

/* Fewest action points in which so many points are won, with so many changes to the board. */
static unsigned cost_of(const struct hope *hope, unsigned need, unsigned changes)
{
    uint8_t least[POINTS_MAX + 1];
    unsigned prey = hope->prey;

    memset(least, FAR, sizeof least);
    least[0] = 0;
    for (unsigned r = 0; r < hope->runners; r++) {
        const struct runner *runner = &hope->runner[r];
        unsigned shift = SWING * changes;
        unsigned way = !changes ? runner->steps : runner->rows > shift ? runner->rows - shift : 1;
        unsigned cost = way >= FAR ? FAR : (way + runner->speed - 1u) / runner->speed;

        cost += cost == 0;
        for (unsigned n = need; n-- > 0;) {
            unsigned sum = n + runner->points < need ? n + runner->points : need;

            if (least[n] + cost < least[sum])
                least[sum] = (uint8_t)(least[n] + cost);
        }
    }
    for (unsigned n = need; n-- > 0;)
        for (unsigned shots = 0; shots <= hope->burnt; shots++) {
            unsigned sum = n + shots + prey, cost = least[n] + shots + (prey > 0);

            if (least[n] < FAR && sum >= need && cost < least[need])
                least[need] = (uint8_t)cost;
        }
    return least[need] + changes;
}

/* Action points of the turn: the highest card that may still be played, Potions and charms. */
static unsigned points_of(const struct dt_state *state, unsigned side)
{
    unsigned points = state->ap;

    if (state->phase == DT_PHASE_CARD)
        for (unsigned card = DT_ACTION_CARD_MIN; card <= DT_ACTION_CARD_MAX; card++)
            if (!dt_may_play(state, card))
                points = card;
    for (unsigned kind = 0; kind < KINDS; kind++)
        points += state->potion[side][kind] + (unsigned)state->charm[kind] +
                  state->potion[1 - side][kind];
    return points;
}

/* Potions that somebody may come to. */
static unsigned draughts(const struct hope *hope)
{
    const struct dt_state *state = hope->state;
    unsigned count = 0;

    for (unsigned side = 0; side < DT_SIDES; side++) {
        unsigned square = state->where[dt_token(side, DT_POTION)];
        bool near = false;

        for (unsigned kind = 0; kind < KINDS && square < DT_SQUARES; kind++) {
            unsigned at = state->where[dt_token(hope->side, kind)];
            int rows = (int)(at / DT_COLUMNS) - (int)(square / DT_COLUMNS);
            unsigned reach = (dt_kinds[kind].speed + 2u + SWING) * hope->points;

            near |= at < DT_SQUARES && (unsigned)(rows < 0 ? -rows : rows) <= reach;
        }
        count += near;
    }
    return count;
}

/* Few enough are left that the game may end for want of anybody who acts, DT-END-07. */
static bool may_be_deserted(const struct hope *hope)
{
    const struct dt_state *state = hope->state;
    unsigned able = 0;

    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned side = 0; side < DT_SIDES; side++) {
            unsigned token = dt_token(side, kind);

            able += dt_on_board(state, token) && !(state->wounded >> token & 1);
        }
    return able <= hope->points;
}

static unsigned goal_of(const struct dt_state *state, unsigned side)
{
    unsigned beyond = state->score[1 - side] + 1u;

    return state->agreed.target > beyond ? state->agreed.target : beyond;
}

/* Looks about in a turn; returns the points that are missing beside what Treasures may bring. */
static unsigned look_about(struct hope *hope)
{
    const struct dt_state *state = hope->state;
    unsigned goal = goal_of(state, hope->side), brought;

    hope->points = points_of(state, hope->side);
    hope->spend = hope->points + DRAUGHT * draughts(hope);
    find_runners(hope);
    find_prey(hope);
    goal -= state->agreed.boxes ? 2 : 0; /* the Pentacle won, and lost by the other */
    goal = goal > state->score[hope->side] ? goal - state->score[hope->side] : 0;
    brought = treasures(hope);
    return goal > brought ? goal - brought : goal > 0; /* somebody carries it */
}

int32_t dt_hope(const void *rulebook, const void *view, unsigned seat)
{
    const struct dt_state *state = view;
    unsigned side = seat - 1, need, least = FAR;
    struct hope hope = {.state = state, .side = side};
    int32_t left;

    (void)rulebook;
    if (state->phase == DT_PHASE_OVER)
        return state->winner == seat ? PRACTICE_HOPE_OVER : -1;
    if (state->phase < DT_PHASE_CARD || state->active != side)
        return -1;
    if (state->phase != DT_PHASE_CARD && state->phase != DT_PHASE_ACT)
        return PRACTICE_HOPE_OPEN;
    if (state->score[side] >= goal_of(state, side))
        return PRACTICE_HOPE_WON;
    need = look_about(&hope);
    for (unsigned changes = 0; changes <= CHANGES_MAX && changes < least && need <= POINTS_MAX;
         changes++) {
        unsigned cost = cost_of(&hope, need, changes);

        least = cost < least ? cost : least;
    }
    left = (int32_t)hope.spend - (int32_t)least;
    return left < 0 && may_be_deserted(&hope) ? 0 : left;
}

/* May it bring so many points at once? In the base set a move out does, and a fight. */
static bool may_bring(const struct hope *hope, const struct order *order, unsigned need)
{
    if (order->kind == DT_ORDER_ATTACK || order->kind == DT_ORDER_FIRE)
        return hope->beside + hope->burnt >= need;
    if (order->kind != DT_ORDER_MOVE && order->kind != DT_ORDER_JUMP &&
        order->kind != DT_ORDER_STEP)
        return false;
    for (unsigned r = 0; r < hope->runners; r++)
        if (hope->runner[r].kind == order->arg[0])
            return hope->runner[r].points >= need && hope->runner[r].steps <= hope->runner[r].speed;
    return false;
}

unsigned dt_last(const void *rulebook, const void *view, unsigned seat, struct order *list,
                 unsigned count)
{
    const struct dt_state *state = view;
    struct hope hope = {.state = state, .side = seat - 1};
    unsigned need, kept = 0;

    (void)rulebook;
    if (state->agreed.boxes || state->phase != DT_PHASE_ACT || state->active != hope.side ||
        state->score[hope.side] >= goal_of(state, hope.side))
        return count;
    need = look_about(&hope);
    if (may_be_deserted(&hope))
        return count;
    for (unsigned i = 0; i < count; i++)
        if (may_bring(&hope, &list[i], need))
            list[kept++] = list[i];
    return kept;
}
