/* SPDX-License-Identifier: MIT */
/* Estimates how far every square is from a side's way out, for the practice opponent alone. */
#include "games/dungeon_twister/reach.h"

enum {
    UNSEEN = 2,  /* steps that a square of a face-down room is thought to cost */
    DETOUR = 6,  /* and entering one, which must be revealed first */
    PIT = 5,     /* a pit that must be jumped or bridged */
    WALL = 9,    /* a wall or portcullis: a room must be turned, or a way round found */
    THROUGH = 4, /* the same for who steps through it, an Action */
    CHAINS = 16, /* no step costs as many */
    WAITING_MAX = (DT_DIRECTIONS + 1) * DT_SQUARES,
    NOBODY = UINT16_MAX
};

/* Squares by their steps, those of the same number in a chain. A square waits once for each
 * neighbour at most. */
struct waiting {
    uint16_t head[CHAINS], next[WAITING_MAX];
    uint8_t square[WAITING_MAX];
    unsigned made, count;
};

/* What it takes to set foot on each square, and where the rooms nobody has seen are. */
struct ground {
    const struct dt_state *state;
    enum dt_gait gait;
    unsigned squares;
    uint8_t slot[DT_SQUARES]; /* DT_NONE on the starting lines */
    bool seen[DT_SQUARES];
    uint8_t cost[DT_SQUARES];
};

static void survey(struct ground *ground, const struct dt_state *state, enum dt_gait gait)
{
    ground->state = state;
    ground->gait = gait;
    ground->squares = state->agreed.rows * (unsigned)DT_COLUMNS;
    for (unsigned n = 0; n < ground->squares; n++) {
        unsigned slot = dt_slot_of(state, n);
        const struct dt_ground_row *row = &dt_grounds[state->ground[n]];

        ground->slot[n] = (uint8_t)slot;
        ground->seen[n] = slot == DT_NONE || (state->revealed >> slot & 1);
        ground->cost[n] = (uint8_t)(!ground->seen[n]                        ? UNSEEN
                                    : gait == DT_GAIT_WALK && row->obstacle ? PIT
                                    : gait != DT_GAIT_THROUGH && row->solid ? PIT
                                    : row->deadly && gait == DT_GAIT_WALK   ? PIT
                                                                            : 1);
    }
}

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

/* Shorten the ways of a square's neighbours by the way through it. In rooms nobody has seen every
 * edge may be open. */
static void pass_on(const struct ground *ground, unsigned to, uint8_t *reached,
                    struct waiting *waiting)
{
    for (unsigned d = 0; d < DT_DIRECTIONS; d++) {
        unsigned from = behind(to, d, ground->squares), steps;

        if (from == DT_NONE)
            continue;
        steps = (unsigned)reached[to] + ground->cost[to];
        if (!ground->seen[to] && ground->slot[from] != ground->slot[to])
            steps += DETOUR;
        else if (ground->seen[from] && ground->seen[to] && !(ground->state->pass[from] >> d & 1))
            steps += ground->gait == DT_GAIT_THROUGH ? THROUGH : WALL;
        if (steps < reached[from]) {
            reached[from] = (uint8_t)steps;
            await(waiting, from, steps);
        }
    }
}

unsigned dt_reach_measure(struct dt_reach *reach, unsigned side, enum dt_gait gait, unsigned square)
{
    uint8_t *reached = reach->steps[side][gait];
    unsigned exit_row = dt_home_row(reach->state, 1 - side);
    struct waiting waiting;
    struct ground ground;

    survey(&ground, reach->state, gait);
    waiting.made = waiting.count = 0;
    memset(waiting.head, 0xff, sizeof waiting.head);
    memset(reached, DT_REACH_FAR, DT_SQUARES);
    for (unsigned c = 0; c < DT_COLUMNS; c++) {
        reached[exit_row * DT_COLUMNS + c] = 0;
        await(&waiting, exit_row * DT_COLUMNS + c, 0);
    }
    for (unsigned steps = 0; waiting.count > 0; steps++)
        while (waiting.head[steps % CHAINS] != NOBODY) {
            unsigned node = waiting.head[steps % CHAINS];

            waiting.head[steps % CHAINS] = waiting.next[node];
            waiting.count--;
            if (reached[waiting.square[node]] == steps)
                pass_on(&ground, waiting.square[node], reached, &waiting);
        }
    reach->measured[side][gait] = true;
    return reached[square];
}

/* All that the distances depend on, hashed. */
static uint64_t key_of(const struct dt_state *state)
{
    uint64_t one = state->revealed + UINT64_C(0x9e3779b97f4a7c15), two = 1, word;

    for (unsigned i = 0; i + sizeof word <= DT_SQUARES; i += sizeof word) {
        memcpy(&word, &state->pass[i], sizeof word);
        one = (one ^ word) * UINT64_C(0xd6e8feb86659fd93);
        one ^= one >> 32;
        memcpy(&word, &state->ground[i], sizeof word); /* a second lane: neither waits */
        two = (two ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        two ^= two >> 32;
    }
    one = (one ^ two << 1) * UINT64_C(0xd6e8feb86659fd93);
    return one ^ one >> 29 ? one ^ one >> 29 : 1;
}

struct dt_reach *dt_reach_of(struct dt_reach_memory *memory, const struct dt_state *state)
{
    uint64_t key = key_of(state);
    struct dt_reach *reach = &memory->kept[key % DT_REACHES_KEPT];

    if (reach->key != key) {
        reach->key = key;
        memset(reach->measured, 0, sizeof reach->measured);
    }
    reach->state = state;
    return reach;
}
