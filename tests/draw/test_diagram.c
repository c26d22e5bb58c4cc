/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draw_support.h"
#include "games/dungeon_twister/art.h"
#include "games/dungeon_twister/diagram.h"
#include "tests/test.h"

/* A bare position: all rooms up, 1D upright in w1, pieces where a test wants them. */
static void bare_position(struct dt_rulebook *book, struct dt_state *state)
{
    static const char *const rooms[DT_SLOTS] = {"1D", "1G", "2D", "2G", "3D", "3G", "4D", "4G"};
    struct playing *playing = calloc(1, sizeof *playing);

    assert_non_null(playing);
    playing_begin(playing, 1, "");
    *book = playing->book;
    *state = playing->state;
    free(playing);
    for (unsigned token = 0; token < DT_TOKENS; token++)
        state->where[token] = DT_GONE;
    memset(state->team, DT_NONE, sizeof state->team);
    for (unsigned slot = 0; slot < DT_SLOTS; slot++) {
        state->room[slot] = (uint8_t)dt_room_find(book, rooms[slot]);
        state->turned[slot] = 0;
    }
    state->agreed.slots = state->revealed = 0xFF;
    state->phase = DT_PHASE_ACT;
    dt_refresh(book, state);
}

static unsigned square_of(const char *name)
{
    return (unsigned)(atoi(name + 1) * DT_COLUMNS + name[0] - 'a');
}

static void put(struct dt_state *state, unsigned side, unsigned kind, const char *square)
{
    dt_put(state, dt_token(side, kind), square_of(square));
}

static const struct scene_piece *piece_of(const struct scene *scene, unsigned symbol, unsigned seat)
{
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->piece[i].symbol == symbol && scene->piece[i].seat == seat)
            return &scene->piece[i];
    return NULL;
}

static bool has_edge(const struct scene *scene, int x, int y, enum scene_side side,
                     enum scene_edge_kind kind)
{
    for (int i = 0; i < scene->edge_count; i++) {
        const struct scene_edge *edge = &scene->edge[i];

        if (edge->x == x && edge->y == y && edge->side == side && edge->kind == kind)
            return true;
    }
    return false;
}

struct fixture {
    struct dt_rulebook book;
    struct dt_state state, before[4];
    struct order order[4];
    struct game_past past[4];
    struct scene scene;
};

static int make_fixture(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);

    if (!f)
        return -1;
    bare_position(&f->book, &f->state);
    *state = f;
    return 0;
}

static int free_fixture(void **state)
{
    free(*state);
    return 0;
}

static void draw_scene(struct fixture *f, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        f->past[i] = (struct game_past){&f->before[i], &f->order[i]};
    dt_scene(&f->book, &f->state, 1, f->past, count, &f->scene);
    assert_int_equal(f->scene.lost, 0);
}

#define TEST_SET_UP(name) TEST_ON(name, make_fixture, free_fixture, fixture, f)

TEST_SET_UP(rooms_walls_and_gates_are_listed)
{
    draw_scene(f, 0);
    assert_int_equal(f->scene.columns, 10);
    assert_int_equal(f->scene.rows, 22);
    assert_int_equal(f->scene.area_count, 8);
    assert_string_equal(f->scene.area[0].name, "w1");
    assert_string_equal(f->scene.area[0].title, "1D");
    assert_int_equal(f->scene.area[0].turn, 1);
    assert_int_equal(f->scene.area[1].turn, -1);
    /* 1D upright: a wall above a5, the portcullis east of b4 is seen from a... of its west */
    assert_true(has_edge(&f->scene, 0, 5, SCENE_NORTH, SCENE_EDGE_WALL));
    assert_true(has_edge(&f->scene, 0, 4, SCENE_EAST, SCENE_EDGE_GATE));
    assert_false(has_edge(&f->scene, 1, 5, SCENE_NORTH, SCENE_EDGE_WALL));
}

TEST_SET_UP(portcullises_show_their_state)
{
    uint64_t gate = UINT64_C(1) << dt_edge(&f->book, &f->state, square_of("a4"), DT_EAST);

    f->state.open[0] = gate;
    draw_scene(f, 0);
    assert_true(has_edge(&f->scene, 0, 4, SCENE_EAST, SCENE_EDGE_GATE_OPEN));
    f->state.open[0] = 0;
    f->state.broken[0] = gate;
    draw_scene(f, 0);
    assert_true(has_edge(&f->scene, 0, 4, SCENE_EAST, SCENE_EDGE_GATE_BROKEN));
}

TEST_SET_UP(burdens_belong_to_their_bearer)
{
    const struct scene_piece *rope, *goblin;

    put(&f->state, 0, DT_THIEF, "c4");
    put(&f->state, 1, DT_ROPE, "c4");
    put(&f->state, 0, DT_CLERIC, "b2");
    put(&f->state, 0, DT_GOBLIN, "b2");
    f->state.wounded = DT_BIT(dt_token(0, DT_GOBLIN));
    draw_scene(f, 0);
    rope = piece_of(&f->scene, DT_SYMBOL_ROPE, 2);
    goblin = piece_of(&f->scene, DT_SYMBOL_GOBLIN, 1);
    assert_true(rope && goblin);
    assert_int_equal(f->scene.piece[rope->on].symbol, DT_SYMBOL_THIEF);
    assert_int_equal(f->scene.piece[goblin->on].symbol, DT_SYMBOL_CLERIC);
    assert_true(goblin->down);
    assert_int_equal(piece_of(&f->scene, DT_SYMBOL_THIEF, 1)->number[0], 5);
}

static void give(struct fixture *f, unsigned at, unsigned kind, unsigned seat, unsigned count,
                 const int16_t *arg)
{
    f->before[at] = f->state;
    f->order[at].kind = (uint16_t)kind;
    f->order[at].seat = (uint8_t)seat;
    f->order[at].count = (uint8_t)count;
    memcpy(f->order[at].arg, arg, count * sizeof *arg);
}

TEST_SET_UP(a_path_turns_with_its_room)
{
    const int16_t move[] = {DT_TROLL, 0, 1 * DT_COLUMNS + 1};
    const int16_t turn[] = {DT_MEKANORK, 0, 0, 0};

    put(&f->state, 0, DT_TROLL, "a1");
    put(&f->state, 0, DT_MEKANORK, "c3");
    give(f, 0, DT_ORDER_MOVE, 1, 3, move);
    put(&f->state, 0, DT_TROLL, "b1");
    give(f, 1, DT_ORDER_ROTATE, 1, 4, turn);
    f->state.turned[0] = 1;
    dt_refresh(&f->book, &f->state);
    put(&f->state, 0, DT_TROLL, "a4"); /* b1, turned clockwise */
    draw_scene(f, 2);
    assert_int_equal(f->scene.step_count, 2);
    assert_int_equal(f->scene.step[0].kind, SCENE_STEP_MOVE);
    assert_int_equal(f->scene.step[0].point[0].x, 0);
    assert_int_equal(f->scene.step[0].point[0].y, 5);
    assert_int_equal(f->scene.step[0].point[1].x, 0);
    assert_int_equal(f->scene.step[0].point[1].y, 4);
    assert_int_equal(f->scene.step[0].was[0].x, 0); /* as it is told */
    assert_int_equal(f->scene.step[0].was[0].y, 1);
    assert_int_equal(f->scene.step[0].was[1].x, 1);
    assert_int_equal(f->scene.step[0].was[1].y, 1);
    assert_int_equal(f->scene.step[1].kind, SCENE_STEP_TURN);
    assert_int_equal(f->scene.step[1].area, 0);
    assert_int_equal(f->scene.step[1].number, 2);
}

TEST_SET_UP(leaving_leads_off_the_board)
{
    const int16_t move[] = {DT_GOBLIN, 0, 21 * DT_COLUMNS + 2};
    const struct scene_step *step = &f->scene.step[0];

    put(&f->state, 0, DT_GOBLIN, "c20");
    give(f, 0, DT_ORDER_MOVE, 1, 3, move);
    dt_remove(&f->state, dt_token(0, DT_GOBLIN), DT_ESCAPED);
    draw_scene(f, 1);
    assert_int_equal(step->kind, SCENE_STEP_EXIT);
    assert_int_equal(step->point_count, 3);
    assert_int_equal(step->point[2].y, 22);
}

TEST_SET_UP(a_blow_and_what_came_of_it_share_a_number)
{
    const int16_t attack[] = {DT_WARRIOR, 0, DT_KINDS + DT_TROLL};
    const int16_t card[] = {3};

    put(&f->state, 0, DT_WARRIOR, "b2");
    put(&f->state, 1, DT_TROLL, "b3");
    give(f, 0, DT_ORDER_ATTACK, 1, 3, attack);
    f->state.phase = DT_PHASE_COMBAT;
    give(f, 1, DT_ORDER_COMBAT, 2, 1, card);
    f->state.phase = DT_PHASE_ACT;
    f->state.wounded = DT_BIT(dt_token(1, DT_TROLL));
    draw_scene(f, 2);
    assert_int_equal(f->scene.step_count, 2);
    assert_int_equal(f->scene.step[0].kind, SCENE_STEP_BLOW);
    assert_int_equal(f->scene.step[0].with, DT_SYMBOL_TROLL);
    assert_int_equal(f->scene.step[1].kind, SCENE_STEP_DOWN);
    assert_int_equal(f->scene.step[1].number, 1);
    f->state.wounded = 0;
    draw_scene(f, 2);
    assert_int_equal(f->scene.step[1].kind, SCENE_STEP_DRAWN);
}

/* Only the end of an action may be news: a combat card of a blow struck before the last letter. */
TEST_SET_UP(a_past_that_begins_with_an_outcome_counts_from_one)
{
    const int16_t card[] = {3};

    put(&f->state, 0, DT_WARRIOR, "b2");
    put(&f->state, 1, DT_TROLL, "b3");
    f->state.phase = DT_PHASE_COMBAT;
    give(f, 0, DT_ORDER_COMBAT, 2, 1, card);
    f->state.phase = DT_PHASE_ACT;
    dt_remove(&f->state, dt_token(1, DT_TROLL), DT_KILLED);
    draw_scene(f, 1);
    assert_int_equal(f->scene.step_count, 1);
    assert_int_equal(f->scene.step[0].kind, SCENE_STEP_LOST);
    assert_int_equal(f->scene.step[0].number, 1);
}

/* A seat's picture is made of its view, and shows nothing that the view does not know. */
TEST_SET_UP(nothing_hidden_is_shown)
{
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    unsigned hidden = 0;

    assert_non_null(playing);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        playing_begin(playing, seed, "");
        for (unsigned turn = 0; turn < 30 && playing_turn(playing, 2); turn++) {
            playing_scene(playing, 2, &f->scene);
            assert_int_equal(f->scene.lost, 0);
            for (int i = 0; i < f->scene.piece_count; i++)
                if (f->scene.piece[i].area >= 0 && f->scene.piece[i].seat == 1) {
                    assert_int_equal(f->scene.piece[i].symbol, DT_SYMBOL_NONE);
                    hidden++;
                }
            for (int i = 0; i < f->scene.area_count; i++)
                if (f->scene.area[i].hidden)
                    assert_string_equal(f->scene.area[i].title, "");
            for (int i = 0; i < f->scene.panel[1].row_count; i++)
                assert_true(f->scene.panel[1].seat != 1 || playing->state.agreed.show_hands ||
                            playing->state.phase == DT_PHASE_OVER ||
                            f->scene.panel[1].row[i].term != DT_TERM_PANEL_COMBAT);
        }
    }
    assert_true(hidden > 100);
}

TESTS(NULL, NULL)
