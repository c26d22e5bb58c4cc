/* SPDX-License-Identifier: MIT */
/* Obstacles in a row: who crosses them from one end crosses them from the other (DT-ROPE-08,
 * PD-RIFT-03), who came may go back, and a jump can be taken back by a jump. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "dt_support.h"
#include "games/dungeon_twister/walk.h"
#include "tests/test.h"

enum { TRIES = 60000, LONGEST = 5, WEST_END = 70 };

static struct dt_rulebook book;
static struct dt_chance chance;

static int set_up(void **state)
{
    (void)state;
    dt_load_boxes(&book);
    chance.at = 20261123;
    return 0;
}

static void put(struct dt_state *state, unsigned token, unsigned square)
{
    state->at[square] |= DT_BIT(token);
    state->where[token] = (uint8_t)square;
}

static void open_edge(struct dt_state *state, unsigned from, unsigned direction)
{
    state->pass[from] |= (uint8_t)(1u << direction);
    state->pass[(int)from + dt_step[direction]] |= (uint8_t)(1u << (direction + 2) % 4);
}

/* Floor, then `length` squares of any ground, then floor; floor beside some of them. */
static void lay_row(struct dt_state *state, unsigned length)
{
    static const uint8_t grounds[] = {DT_GROUND_PIT,      DT_GROUND_PIT,       DT_GROUND_RIFT,
                                      DT_GROUND_RIFT,     DT_GROUND_MISTY_PIT, DT_GROUND_FALSE_PIT,
                                      DT_GROUND_FLOOR,    DT_GROUND_ROCKS,     DT_GROUND_RUBBLE,
                                      DT_GROUND_FOUNTAIN, DT_GROUND_PENTACLE};

    memset(state, 0, sizeof *state);
    state->agreed.rows = 22;
    memset(state->where, DT_NONE, sizeof state->where);
    memset(state->illusion, DT_NONE, sizeof state->illusion);
    for (unsigned i = 0; i < length + 2; i++) {
        unsigned square = WEST_END + i;
        bool end = i == 0 || i == length + 1;
        unsigned kind =
            dt_below(&chance, 3) ? dt_below(&chance, 6) : dt_below(&chance, sizeof grounds);

        state->ground[square] = end ? DT_GROUND_FLOOR : grounds[kind];
        if (state->ground[square] == DT_GROUND_FALSE_PIT)
            state->illusion[dt_below(&chance, 2)][DT_FALSE_PIT] = (uint8_t)square;
        if (i)
            open_edge(state, square, DT_WEST);
        if (dt_below(&chance, 2)) {
            state->ground[square + 10] = DT_GROUND_FLOOR;
            open_edge(state, square, DT_NORTH);
        }
    }
}

/* Somebody or something on a square of the row, as the rules let it be there. */
static void fill_square(struct dt_state *state, unsigned square, unsigned mover)
{
    static const uint8_t kinds[] = {DT_THIEF, DT_ELF_SCOUT, DT_GOBLIN, DT_TROLL};
    unsigned kind = kinds[dt_below(&chance, sizeof kinds)];
    unsigned side = dt_below(&chance, 4) == 0;
    unsigned token = dt_token(side, kind), rope = dt_token(1, DT_ROPE_2);
    const struct dt_ground_row *row = &dt_grounds[state->ground[square]];

    if (row->solid || row->deadly || dt_below(&chance, 2))
        return;
    if (dt_below(&chance, 2) && state->where[rope] == DT_NONE)
        put(state, rope, square);
    if (dt_below(&chance, 2) || state->where[token] != DT_NONE || token == mover)
        return;
    if (row->obstacle && !(state->at[square] & DT_BIT(rope)) && (kind != DT_THIEF || row->rift))
        return;
    put(state, token, square);
    if (dt_below(&chance, 3) == 0)
        state->wounded |= DT_BIT(token);
}

/* Any character of Blue on the west end, with what he can carry of two Ropes and a Fire Shield. */
static void make_mover(struct dt_state *state, struct dt_mover *mover, unsigned length)
{
    static const uint8_t kinds[] = {DT_GOBLIN,      DT_THIEF,   DT_ELF_SCOUT,
                                    DT_PALADIN,     DT_PALADIN, DT_GHOST,
                                    DT_ILLUSIONIST, DT_WIZARD,  DT_WALL_WALKER};
    static const uint8_t things[] = {DT_ROPE, DT_ROPE_2, DT_SHIELD};
    unsigned token = dt_token(0, kinds[dt_below(&chance, sizeof kinds)]);
    unsigned carries = dt_kinds[dt_kind_of(token)].carries;

    put(state, token, WEST_END);
    for (unsigned i = 0; i < sizeof things && carries; i++)
        if (dt_below(&chance, 4)) {
            put(state, dt_token(0, things[i]), WEST_END);
            carries--;
        }
    for (unsigned i = 1; i <= length; i++)
        fill_square(state, WEST_END + i, token);
    dt_mover_init(mover, &book, state, token);
    mover->speed = DT_WALK_MAX;
}

/* Take him and what he carries from one square to another. */
static void carry_over(struct dt_state *state, struct dt_mover *mover, unsigned to)
{
    uint64_t party = state->at[mover->start];

    for (uint64_t set = party; set; set &= set - 1)
        state->where[dt_first(set)] = (uint8_t)to;
    state->at[mover->start] = 0;
    state->at[to] = party;
    mover->start = (uint8_t)to;
}

static enum dt_rule walk(const struct dt_mover *mover, const int *square, unsigned count)
{
    struct order order = {.seat = 1, .kind = DT_ORDER_MOVE, .count = 2};
    struct dt_walk walk;

    for (unsigned i = 0; i < count; i++)
        order.arg[order.count++] = (int16_t)square[i];
    dt_walk(mover, &order, &walk);
    return walk.rule;
}

static void show(const struct dt_state *state, const struct dt_mover *mover, unsigned length)
{
    print_error("%s\n", dt_kinds[dt_kind_of(mover->token)].word);
    for (unsigned i = 0; i < length + 2; i++) {
        print_error("  %s:", dt_grounds[state->ground[WEST_END + i]].key);
        for (uint64_t set = state->at[WEST_END + i]; set; set &= set - 1)
            print_error(" %u %s%s", dt_side_of(dt_first(set)),
                        dt_kinds[dt_kind_of(dt_first(set))].word,
                        state->wounded & DT_BIT(dt_first(set)) ? " wounded" : "");
        print_error("\n");
    }
}

TEST(a_row_of_obstacles_is_crossed_from_both_ends_alike)
{
    unsigned crossed = 0;

    for (unsigned try = 0; try < TRIES; try++) {
        unsigned length = 1 + dt_below(&chance, LONGEST);
        int forth[LONGEST + 1], back[LONGEST + 1];
        struct dt_state state;
        struct dt_mover mover;
        enum dt_rule there, home;

        lay_row(&state, length);
        make_mover(&state, &mover, length);
        for (unsigned i = 0; i <= length; i++) {
            forth[i] = (int)(WEST_END + 1 + i);
            back[i] = (int)(WEST_END + length - i);
        }
        there = walk(&mover, forth, length + 1);
        carry_over(&state, &mover, WEST_END + length + 1);
        home = walk(&mover, back, length + 1);
        if (!there != !home) {
            show(&state, &mover, length);
            fail_msg("eastwards rule %u, westwards rule %u", there, home);
        }
        crossed += !there;
    }
    assert_in_range(crossed, TRIES / 10, TRIES - TRIES / 10); /* both are tried */
}

TEST(who_came_may_go_back)
{
    for (unsigned try = 0; try < TRIES; try++) {
        unsigned length = 1 + dt_below(&chance, LONGEST), far = 0;
        int path[2 * LONGEST];
        struct dt_state state;
        struct dt_mover mover;
        enum dt_rule rule;

        lay_row(&state, length);
        make_mover(&state, &mover, length);
        for (unsigned steps = 1; steps <= length; steps++) {
            for (unsigned i = 0; i < 2 * steps; i++)
                path[i] = (int)(WEST_END + (i < steps ? i + 1 : 2 * steps - 1 - i));
            rule = walk(&mover, path, 2 * steps);
            if (!rule)
                far = steps;
            else if (walk(&mover, path, steps + 1) == DT_ALLOWED) {
                show(&state, &mover, length);
                fail_msg("%u squares there, and not back: rule %u", steps, rule);
            }
        }
        assert_in_range(far, 0, length);
    }
}

TEST(a_jump_can_be_jumped_back)
{
    unsigned jumped = 0;

    for (unsigned try = 0; try < TRIES; try++) {
        struct dt_state state;
        struct dt_mover mover;
        bool there, home;
        enum { EAST_END = WEST_END + 2 };

        lay_row(&state, 1);
        make_mover(&state, &mover, 0);
        state.ground[WEST_END] = dt_below(&chance, 2) ? DT_GROUND_PIT : DT_GROUND_RIFT;
        state.ground[EAST_END] = dt_below(&chance, 2) ? DT_GROUND_PIT : DT_GROUND_RIFT;
        there = !dt_may_stop(&mover, NULL, WEST_END, mover.party & ~DT_BIT(mover.token)) &&
                !dt_may_land(&mover, EAST_END, DT_RULE_JUMP_EXIT);
        home = !dt_may_stop(&mover, NULL, EAST_END, mover.party & ~DT_BIT(mover.token));
        carry_over(&state, &mover, EAST_END);
        home = home && !dt_may_land(&mover, WEST_END, DT_RULE_JUMP_EXIT);
        if (there != home) {
            show(&state, &mover, 1);
            fail_msg("a jump eastwards is %sallowed, back is not so", there ? "" : "not ");
        }
        jumped += there;
    }
    assert_in_range(jumped, 1, TRIES - 1);
}

TESTS(set_up, NULL)
