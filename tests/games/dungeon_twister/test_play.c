/* SPDX-License-Identifier: MIT */
/* Random games: never stuck, every promise kept after every order. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dt_support.h"
#include "tests/test.h"

#ifdef POSTERN_SANITIZERS
enum { GAMES = 80, BOXES_GAMES = 40 };
#else
enum { GAMES = 400, BOXES_GAMES = 150 };
#endif
enum { TURNS_MAX = 400 };

/* How many games: DT_GAMES of the environment, for those who want more. */
static unsigned games(unsigned usual)
{
    const char *wanted = getenv("DT_GAMES");

    return wanted ? (unsigned)strtoul(wanted, NULL, 10) : usual;
}

static struct dt_rulebook book;

static void write(const struct order *order, char text[ORDER_TEXT_BYTES])
{
    struct text out;

    text_init(&out, text, ORDER_TEXT_BYTES);
    dungeon_twister.text->write_order(&book, NULL, order, ORDER_FULL, &out);
    assert_false(out.cut);
}

static void orders_read_back(const struct order *order)
{
    char text[ORDER_TEXT_BYTES];
    struct order back;

    write(order, text);
    if (!dungeon_twister.text->read_order(&book, order->seat, text, strlen(text), &back))
        fail_msg("cannot read back: %s", text);
    assert_int_equal(back.kind, order->kind);
    assert_int_equal(back.count, order->count);
    assert_memory_equal(back.arg, order->arg, order->count * sizeof *order->arg);
}

static void position_reads_back(const struct dt_state *state)
{
    static char text[POSITION_TEXT_BYTES];
    struct dt_state back;
    struct err err = {0};
    struct text out;

    text_init(&out, text, sizeof text);
    dungeon_twister.text->write(&book, state, &out);
    assert_false(out.cut);
    if (dungeon_twister.text->read(&book, text, out.length, &back, &err))
        fail_msg("line %u: %s\n%s", err.line, err.text, text);
    if (memcmp(&back, state, sizeof back) != 0)
        fail_msg("differs after reading:\n%s", text);
}

static void play(const char *(*options)(struct dt_chance *), unsigned count)
{
    static struct event_list events;
    static struct dt_state state;
    unsigned finished = 0, orders = 0;

    for (unsigned game = 0; game < count; game++) {
        struct dt_chance chance = {game + 1};
        const char *clause;
        struct order order;

        dt_new_game(&book, options(&chance), &state);
        while (state.turn <= TURNS_MAX && dt_random_order(&book, &state, &chance, &order)) {
            orders_read_back(&order);
            events.count = 0;
            if (!dungeon_twister.rules->apply(&book, &state, &order, &events)) {
                char text[ORDER_TEXT_BYTES];

                write(&order, text);
                fail_msg("seed %u: refused: %s", game + 1, text);
            }
            orders++;
            clause = dungeon_twister.rules->invariant(&book, &state);
            if (clause)
                fail_msg("seed %u: breaks %s", game + 1, clause);
            if (orders % 16 == 0)
                position_reads_back(&state);
        }
        finished += state.phase == DT_PHASE_OVER;
    }
    assert_int_equal(events.lost, 0);
    print_message("# %u games, %u finished, %u orders, seeds 1 to %u\n", count, finished, orders,
                  count);
    assert_true(finished > 0);
}

TEST(random_games_come_to_an_end_or_the_limit)
{
    dt_load_shipped(&book);
    play(dt_random_options, games(GAMES));
}

TEST(so_do_games_with_the_second_box_in_every_mode)
{
    dt_load_boxes(&book);
    play(dt_random_boxes, games(BOXES_GAMES));
}

TESTS(NULL, NULL)
