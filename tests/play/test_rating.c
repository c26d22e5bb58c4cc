/* SPDX-License-Identifier: MIT */
/* Glicko-2 against the worked example of its author, and what must hold of any rating. */
#include <stdint.h>

#include <math.h>
#include <stdlib.h>

#include "games/games.h"
#include "admin/keeper.h"
#include "commands/seating.h"
#include "play/adjudicate.h"
#include "play/rating.h"
#include "tests/house/fixture.h"
#include "tests/test.h"

static void close_to(double is, double wanted, double within)
{
    if (fabs(is - wanted) > within)
        fail_msg("%f is not %f", is, wanted);
}

TEST(the_example_of_the_paper_comes_out)
{
    static const struct rating player = {1500.0, 200.0, 0.06};
    static const struct rating_game against[] = {
        {{1400.0, 30.0, 0.06}, 1.0}, {{1550.0, 100.0, 0.06}, 0.0}, {{1700.0, 300.0, 0.06}, 0.0}};
    struct rating after = rating_after(&player, against, 3);

    close_to(after.points, 1464.06, 0.01);
    close_to(after.deviation, 151.52, 0.01);
    close_to(after.volatility, 0.05999, 0.00001);
}

TEST(who_does_not_play_becomes_less_certain)
{
    struct rating player = {1600.0, 50.0, 0.06}, after = rating_after(&player, NULL, 0);

    close_to(after.points, 1600.0, 0.000001);
    close_to(after.deviation, 51.07, 0.01);
    for (int month = 0; month < 2000; month++)
        after = rating_after(&after, NULL, 0);
    close_to(after.deviation, rating_new.deviation, 0.000001);
}

TEST(two_newcomers_part_by_as_much)
{
    struct rating_game won = {rating_new, 1.0}, lost = {rating_new, 0.0}, drawn = {rating_new, 0.5};
    struct rating winner = rating_after(&rating_new, &won, 1);
    struct rating loser = rating_after(&rating_new, &lost, 1);
    struct rating even = rating_after(&rating_new, &drawn, 1);

    assert_true(winner.points > 1600.0);
    close_to(winner.points + loser.points, 3000.0, 0.000001);
    close_to(winner.deviation, loser.deviation, 0.000001);
    assert_true(winner.deviation < rating_new.deviation);
    close_to(even.points, 1500.0, 0.000001);
}

/* Where the result surprises, the search for the volatility begins at its other end. */
TEST(a_great_surprise_raises_the_volatility)
{
    struct rating strong = {2400.0, 30.0, 0.06}, weak = {1000.0, 30.0, 0.06};
    struct rating_game surprise = {strong, 1.0};
    struct rating after = rating_after(&weak, &surprise, 1);

    assert_true(after.volatility > 0.06);
    assert_true(after.points > 1000.0);
    assert_true(isfinite(after.points) && isfinite(after.deviation));
}

/* ---- a seat that changed hands ---- */

static void play(struct fixture *fixture, unsigned letters, const char *second)
{
    char line[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < letters; i++) {
        unsigned seat = adjudicate_is_asked(fixture_position(fixture, 1), 1) ? 1 : 2;

        assert_true(fixture_random_order(fixture, 1, seat, line));
        writes(fixture, seat == 1 ? "anna@one.example" : second, line);
    }
}

static void replace_and_end(struct fixture *fixture, unsigned letters_before,
                            unsigned letters_after)
{
    struct position *position;

    fixture_make(fixture, games);
    fixture_player(fixture, "Anna", "anna@one.example");
    fixture_player(fixture, "Bob", "bob@two.example");
    fixture_player(fixture, "Carla", "carla@three.example");
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    writes(fixture, "anna@one.example", "luck a");
    writes(fixture, "bob@two.example", "luck b");
    play(fixture, letters_before, "bob@two.example");
    OK(desk_begin(fixture->desk, &err));
    OK(position_get(fixture->desk, 1, &position, &err));
    OK(seating_replace(fixture->desk, position, ENTRY_KEEPER, 2, 3, false, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    play(fixture, letters_after, "carla@three.example");
    OK(desk_begin(fixture->desk, &err));
    OK(position_get(fixture->desk, 1, &position, &err));
    OK(keeper_end(fixture->desk, position, GAME_WON, 1, "time", &err));
    OK(desk_commit(fixture->desk, &err));
}

static int64_t loser(struct fixture *fixture, int64_t rule)
{
    OWN_MEMORY struct rating_row *row = NULL;
    unsigned count = 0;

    fixture->config.replaced = rule;
    OK(rating_all(fixture->desk, NULL, false, &row, &count, &err));
    assert_int_equal(count, 2);
    assert_int_equal(row[0].player, 1);
    return row[1].player;
}

TEST(the_result_is_that_of_who_gave_most_of_the_orders)
{
    struct fixture fixture;

    replace_and_end(&fixture, 24, 2);
    assert_int_equal(loser(&fixture, CONFIG_REPLACED_MOST), 2);
    assert_int_equal(loser(&fixture, CONFIG_REPLACED_LAST), 3);
    assert_int_equal(loser(&fixture, CONFIG_REPLACED_FIRST), 2);
    fixture_remove(&fixture);
    replace_and_end(&fixture, 2, 40);
    assert_int_equal(loser(&fixture, CONFIG_REPLACED_MOST), 3);
    fixture_remove(&fixture);
}

FIXTURE_TEST(a_game_tells_what_it_did_to_both, replace_and_end(fixture, 2, 4))
{
    struct rating_change change;

    OK(rating_change(fixture->desk, "dungeon_twister", false, 1, &change, &err));
    assert_true(change.counts);
    close_to(change.before[1].points, 1500.0, 0.01);
    close_to(change.after[1].points, 1662.31, 0.01);
    close_to(change.after[2].points, 1337.69, 0.01);
    OK(rating_change(fixture->desk, "dungeon_twister", true, 1, &change, &err));
    assert_false(change.counts);
}

TESTS(NULL, NULL)
