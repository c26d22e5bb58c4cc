/* SPDX-License-Identifier: MIT */
/* Glicko-2 against the worked example of its author, and what must hold of any rating. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "match/rating.h"

static void close_to(double is, double wanted, double within)
{
    if (fabs(is - wanted) > within)
        fail_msg("%f is not %f", is, wanted);
}

static void the_example_of_the_paper_comes_out(void **state)
{
    static const struct rating player = {1500.0, 200.0, 0.06};
    static const struct rating_game games[] = {
        {{1400.0, 30.0, 0.06}, 1.0}, {{1550.0, 100.0, 0.06}, 0.0}, {{1700.0, 300.0, 0.06}, 0.0}};
    struct rating after = rating_after(&player, games, 3);

    (void)state;
    close_to(after.points, 1464.06, 0.01);
    close_to(after.deviation, 151.52, 0.01);
    close_to(after.volatility, 0.05999, 0.00001);
}

static void who_does_not_play_becomes_less_certain(void **state)
{
    struct rating player = {1600.0, 50.0, 0.06}, after = rating_after(&player, NULL, 0);

    (void)state;
    close_to(after.points, 1600.0, 0.000001);
    close_to(after.deviation, 51.07, 0.01);
    for (int month = 0; month < 2000; month++)
        after = rating_after(&after, NULL, 0);
    close_to(after.deviation, rating_new.deviation, 0.000001);
}

static void two_newcomers_part_by_as_much(void **state)
{
    struct rating_game won = {rating_new, 1.0}, lost = {rating_new, 0.0}, drawn = {rating_new, 0.5};
    struct rating winner = rating_after(&rating_new, &won, 1);
    struct rating loser = rating_after(&rating_new, &lost, 1);
    struct rating even = rating_after(&rating_new, &drawn, 1);

    (void)state;
    assert_true(winner.points > 1600.0);
    close_to(winner.points + loser.points, 3000.0, 0.000001);
    close_to(winner.deviation, loser.deviation, 0.000001);
    assert_true(winner.deviation < rating_new.deviation);
    close_to(even.points, 1500.0, 0.000001);
}

/* Where the result surprises, the search for the volatility begins at its other end. */
static void a_great_surprise_raises_the_volatility(void **state)
{
    struct rating strong = {2400.0, 30.0, 0.06}, weak = {1000.0, 30.0, 0.06};
    struct rating_game surprise = {strong, 1.0};
    struct rating after = rating_after(&weak, &surprise, 1);

    (void)state;
    assert_true(after.volatility > 0.06);
    assert_true(after.points > 1000.0);
    assert_true(isfinite(after.points) && isfinite(after.deviation));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper_comes_out),
        cmocka_unit_test(who_does_not_play_becomes_less_certain),
        cmocka_unit_test(two_newcomers_part_by_as_much),
        cmocka_unit_test(a_great_surprise_raises_the_volatility),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
