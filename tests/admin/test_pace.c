/* SPDX-License-Identifier: MIT */
/* What counts as a hand-over, a letter and a wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/games.h"
#include "admin/pace.h"
#include "tests/house/talking.h"

static struct pace gather(struct fixture *fixture)
{
    struct pace *pace, first;
    struct err err = {0};
    unsigned count;

    assert_int_equal(pace_gather(fixture->desk, 1, &pace, &count, &err), RC_OK);
    assert_int_equal(count, 1);
    first = *pace;
    free(pace);
    return first;
}

static void luck_is_a_phase_of_its_own(void **state)
{
    struct pace pace = gather(*state);

    assert_string_equal(pace.kind, "toy");
    assert_int_equal(pace.seats, 2);
    assert_false(pace.is_over);
    for (unsigned seat = 1; seat <= 2; seat++) {
        assert_int_equal(pace.count[seat][PACE_LUCK].handovers, 1);
        assert_int_equal(pace.count[seat][PACE_LUCK].written, 1);
    }
    assert_int_equal(pace.count[1][PACE_LUCK].waited_s, 60);
    assert_int_equal(pace.count[2][PACE_LUCK].waited_s, 120);
    assert_int_equal(pace_sum(&pace, 0, PACE_PHASES).handovers, 2);
    assert_int_equal(pace.lasted_s, 120);
}

static void a_question_is_a_letter_and_no_handover(void **state)
{
    struct pace before = gather(*state), after;

    says(*state, ANNA, "legal", "answered command");
    says(*state, ANNA, "bid 1", "accepted ");
    after = gather(*state);
    assert_int_equal(pace_sum(&after, 1, PACE_PHASES).written,
                     pace_sum(&before, 1, PACE_PHASES).written + 2);
    assert_int_equal(pace_sum(&after, 1, PACE_PHASES).got,
                     pace_sum(&before, 1, PACE_PHASES).got + 2);
    assert_int_equal(pace_sum(&after, 1, PACE_PHASES).handovers,
                     pace_sum(&before, 1, PACE_PHASES).handovers + 1);
}

static void what_one_seat_orders_in_a_row_is_one_handover(void **state)
{
    struct pace before = gather(*state), after;

    says(*state, ANNA, "bid 3", "accepted ");
    says(*state, ANNA, "undo\nbid 4", "accepted ");
    after = gather(*state);
    assert_int_equal(pace_sum(&after, 1, PACE_PHASES).handovers,
                     pace_sum(&before, 1, PACE_PHASES).handovers + 1);
    says(*state, BOB, "bid 1", "accepted ");
    after = gather(*state);
    assert_int_equal(pace_sum(&after, 2, PACE_PHASES).handovers,
                     pace_sum(&before, 2, PACE_PHASES).handovers + 1);
}

static void write_to(struct fixture *fixture, const char *who, const char *body)
{
    fixture_answer(fixture, who, body);
    fixture_settle(fixture);
}

/* Set-ups by lists that came before the question cost none; a line for an open question does. */
static void a_line_costs_a_handover_only_where_the_game_waited_for_it(void **state)
{
    struct fixture fixture;
    struct pace pace;

    (void)state;
    fixture_make(&fixture, games);
    fixture_player(&fixture, "Anna", ANNA);
    fixture_player(&fixture, "Bob", BOB);
    fixture_game(&fixture, games_find("dungeon_twister"), "");
    fixture_round(&fixture);
    write_to(&fixture, ANNA,
             "luck apples\nstanding team thief wizard goblin troll; the rest by lot");
    write_to(&fixture, BOB, "luck pears");
    pace = gather(&fixture);
    assert_int_equal(pace_sum(&pace, 1, PACE_SETUP).handovers, 0);
    write_to(&fixture, BOB, "standing team thief wizard goblin troll; the rest by lot");
    pace = gather(&fixture);
    assert_int_equal(pace_sum(&pace, 1, PACE_SETUP).handovers, 0);
    assert_int_equal(pace_sum(&pace, 1, PACE_SETUP).lines, 11);
    assert_int_equal(pace_sum(&pace, 2, PACE_SETUP).handovers, 0); /* the luck was his, too */
    assert_int_equal(pace_sum(&pace, 2, PACE_SETUP).lines, 11);
    fixture_remove(&fixture);
}

static void a_game_that_is_not_there_is_told(void **state)
{
    struct fixture *fixture = *state;
    struct pace *pace;
    struct err err = {0};
    unsigned count;

    assert_int_equal(pace_gather(fixture->desk, 7, &pace, &count, &err), RC_NOT_FOUND);
    assert_null(pace);
    assert_int_equal(pace_gather(fixture->desk, 0, &pace, &count, &err), RC_OK);
    assert_int_equal(count, 1);
    free(pace);
}

int main(void)
{
#define TALKING(test) cmocka_unit_test_setup_teardown(test, talking_setup, talking_teardown)
    const struct CMUnitTest tests[] = {
        TALKING(luck_is_a_phase_of_its_own),
        TALKING(a_question_is_a_letter_and_no_handover),
        TALKING(what_one_seat_orders_in_a_row_is_one_handover),
        cmocka_unit_test(a_line_costs_a_handover_only_where_the_game_waited_for_it),
        TALKING(a_game_that_is_not_there_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
