/* SPDX-License-Identifier: MIT */
/* How a position looks to the practice opponent: points first, then how near its characters are to
 * the way out, who lies wounded, and what is left in hand. */
#include "old_bot/old_practice.h"

#include <string.h>

#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/state.h"

enum {
    POINT = 1000, /* a victory point */
    GAME = 1000000,
    NEARNESS = 4000,
    NEARNESS_ADDS = 8, /* NEARNESS / (steps + this) is what a character on his way is worth */
    WOUND = 120,
    HIDDEN_SHARE = 3, /* a face-down character counts for a third of one who walks */
    CARD = 6,         /* a strength of combat in hand */
    JUMP = 15,
    SIGHT = 120, /* of a room about to be seen */
    THING = 12,
    FAR = 255,
    UNSEEN = 2, /* steps that a square of a face-down room is thought to cost */
    DETOUR = 6, /* and entering one, which must be revealed first */
    PIT_COST = 4
};

/* Steps to a side's exit row from every square. */
struct reach {
    uint8_t steps[DT_SQUARES];
};

/* What it takes to set foot on each square, and where the rooms nobody has seen are. */
struct ground {
    uint8_t slot[DT_SQUARES]; /* DT_NONE on the starting lines */
    bool seen[DT_SQUARES];
    uint8_t cost[DT_SQUARES];
};

static void survey(const struct dt_state *state, struct ground *ground)
{
    unsigned squares = state->agreed.rows * (unsigned)DT_COLUMNS;

    for (unsigned n = 0; n < squares; n++) {
        unsigned slot = dt_slot_of(state, n);

        ground->slot[n] = (uint8_t)slot;
        ground->seen[n] = slot == DT_NONE || (state->revealed >> slot & 1);
        ground->cost[n] = (uint8_t)(!ground->seen[n]                        ? UNSEEN
                                    : dt_grounds[state->ground[n]].obstacle ? 1 + PIT_COST
                                                                            : 1);
    }
}

/* Squares by their steps, those of the same number in a chain; no step costs CHAINS or more. A
 * square waits once for each neighbour at most. */
enum { CHAINS = 16, WAITING_MAX = (DT_DIRECTIONS + 1) * DT_SQUARES, NOBODY = UINT16_MAX };
struct waiting {
    uint16_t head[CHAINS], next[WAITING_MAX];
    uint8_t square[WAITING_MAX];
    unsigned made, count;
};

static void await(struct waiting *waiting, unsigned square, unsigned steps)
{
    unsigned node = waiting->made++;

    waiting->square[node] = (uint8_t)square;
    waiting->next[node] = waiting->head[steps % CHAINS];
    waiting->head[steps % CHAINS] = (uint16_t)node;
    waiting->count++;
}

/* The neighbour from which a step in this direction leads to `to`; DT_NONE off the board. */
static unsigned behind(unsigned to, unsigned direction, unsigned squares)
{
    unsigned column = to % DT_COLUMNS;

    switch (direction) {
    case DT_NORTH:
        return to >= DT_COLUMNS ? to - DT_COLUMNS : DT_NONE;
    case DT_SOUTH:
        return to + DT_COLUMNS < squares ? to + DT_COLUMNS : DT_NONE;
    case DT_EAST:
        return column > 0 ? to - 1 : DT_NONE;
    default:
        return column + 1 < DT_COLUMNS ? to + 1 : DT_NONE;
    }
}

/* Shorten the ways of a square's neighbours by the way through it. */
static void pass_on(const struct dt_state *state, const struct ground *ground, unsigned to,
                    struct reach *reach, struct waiting *waiting)
{
    unsigned squares = state->agreed.rows * (unsigned)DT_COLUMNS;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        unsigned from = behind(to, d, squares), steps;

        /* in rooms nobody has seen every edge may be open */
        if (from == DT_NONE ||
            (ground->seen[from] && ground->seen[to] && !(state->pass[from] >> d & 1)))
            continue;
        steps = (unsigned)reach->steps[to] + ground->cost[to];
        if (!ground->seen[to] && ground->slot[from] != ground->slot[to])
            steps += DETOUR;
        if (steps < reach->steps[from]) {
            reach->steps[from] = (uint8_t)steps;
            await(waiting, from, steps);
        }
    }
}

static void measure(const struct dt_state *state, const struct ground *ground, unsigned exit_row,
                    struct reach *reach)
{
    struct waiting waiting;

    waiting.made = waiting.count = 0;
    memset(waiting.head, 0xff, sizeof waiting.head);
    memset(reach->steps, FAR, sizeof reach->steps);
    for (unsigned c = 0; c < DT_COLUMNS; c++) {
        reach->steps[exit_row * DT_COLUMNS + c] = 0;
        await(&waiting, exit_row * DT_COLUMNS + c, 0);
    }
    for (unsigned steps = 0; waiting.count > 0; steps++)
        while (waiting.head[steps % CHAINS] != NOBODY) {
            unsigned node = waiting.head[steps % CHAINS];

            waiting.head[steps % CHAINS] = waiting.next[node];
            waiting.count--;
            if (reach->steps[waiting.square[node]] == steps)
                pass_on(state, ground, waiting.square[node], reach, &waiting);
        }
}

/* A slot's middle, as far as anybody knows. */
static unsigned middle_of(unsigned slot)
{
    return dt_slot_square(slot, 2, 2);
}

static int32_t walker(unsigned steps, const struct dt_kind *kind)
{
    int32_t points = kind->out_points ? kind->out_points : 1;

    return NEARNESS / ((int32_t)steps + NEARNESS_ADDS) * points;
}

/* Tokens on the board. */
static int32_t on_board(const struct dt_state *state, unsigned side, const struct reach *reach)
{
    int32_t value = 0;

    for (unsigned kind = 0; kind < DT_KINDS; kind++) {
        unsigned token = dt_token(side, kind);

        if (!dt_kinds[kind].word || !dt_on_board(state, token))
            continue;
        if (kind >= DT_CHARACTER_KINDS)
            continue;
        if (state->wounded >> token & 1)
            value -= WOUND;
        else
            value +=
                walker(reach->steps[state->where[token]], &dt_kinds[kind]) +
                4 * dt_kinds[kind].speed +
                (int32_t)(dt_count(state->at[state->where[token]] & DT_OBJECTS & DT_SIDE(side)) *
                          THING);
    }
    return value;
}

/* Tokens that lie face down, as far as this view knows them. */
static int32_t face_down(const struct dt_state *state, unsigned side, const struct reach *reach)
{
    int32_t value = 0;

    for (unsigned k = 0; k < state->placed_count[side]; k++) {
        const struct dt_placed *placed = &state->placed[side][k];

        if (placed->slot != DT_NONE && placed->token < DT_CHARACTER_KINDS)
            value += walker(reach->steps[middle_of(placed->slot)], &dt_kinds[placed->token]) /
                     HIDDEN_SHARE;
    }
    for (unsigned i = 0; i < DT_TEAM; i++)
        if (state->team[side][i] < DT_CHARACTER_KINDS)
            value += 8 * dt_kinds[state->team[side][i]].speed;
    return value;
}

static int32_t in_hand(const struct dt_state *state, unsigned side)
{
    int32_t value = JUMP * state->jumps[side];

    for (unsigned card = 1; card < DT_CARD_VALUES; card++)
        value += CARD * (int32_t)card * state->combat[side][card];
    return value;
}

static int32_t side_value(const struct dt_state *state, const struct ground *ground, unsigned side)
{
    struct reach reach;

    measure(state, ground, dt_home_row(state, 1 - side), &reach);
    return POINT * state->score[side] + on_board(state, side, &reach) +
           face_down(state, side, &reach) + in_hand(state, side);
}

static int32_t value(const void *rulebook, const void *view, unsigned seat)
{
    const struct dt_state *state = view;
    unsigned side = seat - 1;
    struct ground ground;
    int32_t value;

    (void)rulebook;
    if (state->phase == DT_PHASE_OVER && state->winner)
        return state->winner == seat ? GAME : -GAME;
    survey(state, &ground);
    value = side_value(state, &ground, side) - side_value(state, &ground, 1 - side) * 3 / 4;
    if (state->phase == DT_PHASE_OPEN_ROOM)
        value += SIGHT;
    if (state->active == side)
        value += state->ap;
    return value;
}

/* A card that the other side chose, by the copies in its hand. */
static void guess_card(struct dt_state *state, unsigned side, const struct old_dice *dice)
{
    unsigned cards = 0, at;

    for (unsigned card = 0; card < DT_CARD_VALUES; card++)
        cards += state->combat[side][card];
    if (cards == 0)
        return;
    at = dice->below(dice->context, cards);
    for (unsigned card = 0; card < DT_CARD_VALUES; card++) {
        if (at < state->combat[side][card]) {
            state->chosen[side] = (uint8_t)card;
            return;
        }
        at -= state->combat[side][card];
    }
}

static void guess(const void *rulebook, void *view, unsigned seat, const struct old_dice *dice)
{
    struct dt_state *state = view;

    (void)rulebook;
    (void)seat;
    for (unsigned side = 0; side < DT_SIDES; side++)
        if (state->chosen[side] == DT_UNKNOWN)
            guess_card(state, side, dice);
}

const struct old_practice old_dungeon_twister = {.value = value, .guess = guess};
