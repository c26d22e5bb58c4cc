/* SPDX-License-Identifier: MIT */
/* What would be accepted in place of a refused line; lines that look like greetings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/dungeon_twister/dungeon_twister.h"
#include "play/adjudicate.h"
#include "play/nearest.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

/* Anna writes this; her letter has this outcome, and each of the words is in its answer. */
static void expect(struct fixture *fixture, const char *body, const char *outcome,
                   const char *const *words)
{
    OWN(letter) letter = {0};

    writes(fixture, ANNA, body);
    assert_string_equal(fixture_outcome(fixture), outcome);
    fixture_newest(fixture, ANNA, &letter, NULL);
    for (; *words; words++) {
        if (!strstr(letter.text, *words))
            print_error("\"%s\" is not in:\n%s\n", *words, letter.text);
        assert_non_null(strstr(letter.text, *words));
    }
}

#define LETTER_TEST(name) FIXTURE_TEST(name, talking_start(fixture))

LETTER_TEST(a_forbidden_order_shows_what_would_be_accepted)
{
    expect(fixture, "bid 9", "rejected no-line",
           (const char *const[]){"[TOY-04]", "You could do this, for example", "* bid 0", "* bid 1",
                                 "* bid 2", NULL});
}

LETTER_TEST(a_line_not_understood_shows_what_it_may_mean)
{
    expect(fixture, "bidd 2 then", "rejected no-line",
           (const char *const[]){"not understood", "Did you mean:", "* bid 2", NULL});
}

LETTER_TEST(a_line_that_is_near_no_order_shows_commands)
{
    expect(fixture, "once more the whole board for me if you would be so good", "rejected no-line",
           (const char *const[]){"Did you mean one of these?", "* show", NULL});
}

LETTER_TEST(a_preview_shows_it_too)
{
    expect(fixture, "preview\nbid 9", "answered preview",
           (const char *const[]){"You could do this, for example", "* bid 0", NULL});
}

LETTER_TEST(who_is_not_asked_is_shown_nothing)
{
    struct letter letter = {0};

    writes(fixture, ANNA, "bid 1");
    writes(fixture, ANNA, "bid 2");
    assert_string_equal(fixture_outcome(fixture), "rejected no-line");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_null(strstr(letter.text, "Allowed are"));
    letter_fini(&letter);
    writes(fixture, ANNA, "bidd now");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_null(strstr(letter.text, "Did you mean"));
    letter_fini(&letter);
}

TEST(what_stands_below_a_closing_is_told_and_not_tried)
{
    static const struct game *const real[] = {&dungeon_twister, NULL};
    OWN_MEMORY struct fixture *fixture = calloc(1, sizeof *fixture);
    char order[ORDER_TEXT_BYTES], body[ORDER_TEXT_BYTES + 16];

    fixture_pair(fixture, real);
    fixture_game(fixture, &dungeon_twister, "");
    fixture_round(fixture);
    fixture_answer(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
    assert_true(fixture_random_order(fixture, 1, 1, order));
    snprintf(body, sizeof body, "%s\nCheers,\nEnd\n", order);
    expect(fixture, body, "accepted ", (const char *const[]){"+ team", "End", NULL});
    fixture_remove(fixture);
}

LETTER_TEST(greetings_around_an_order_are_left_out)
{
    expect(fixture, "Hi Robot,\nbid 3\n\nThanks!\nAnna\n", "accepted ",
           (const char *const[]){"+ bid 3", NULL});
}

/* ---- the choice itself ---- */

static struct order moves[6];
static unsigned move_count;

static unsigned some_legal(const void *rulebook, const void *state, unsigned seat,
                           struct order *orders)
{
    (void)rulebook;
    (void)state;
    (void)seat;
    memcpy(orders, moves, move_count * sizeof *moves);
    return move_count;
}

TEST(the_nearest_have_the_longest_common_beginning)
{
    static const struct game_rules rules = {.legal = some_legal};
    static const struct game game = {.name = "some", .rules = &rules};
    const struct order refused = {.kind = 1, .seat = 1, .count = 3, .arg = {7, 5, 5}};
    struct order nearest[NEAREST_MAX];

    moves[0] = (struct order){.kind = 2, .count = 1, .arg = {9}};    /* nothing in common */
    moves[1] = (struct order){.kind = 1, .count = 2, .arg = {8, 5}}; /* its kind */
    moves[2] = (struct order){.kind = 2, .count = 1, .arg = {7}};    /* who acts */
    moves[3] = (struct order){.kind = 1, .count = 1, .arg = {7}};    /* both */
    moves[4] = (struct order){.kind = 1, .count = 2, .arg = {7, 5}}; /* and a step */
    moves[5] = (struct order){.kind = 1, .count = 3, .arg = {7, 4, 4}};
    move_count = 6;
    assert_int_equal(nearest_orders(&game, NULL, NULL, &refused, nearest), NEAREST_MAX);
    assert_memory_equal(&nearest[0], &moves[4], sizeof moves[4]);
    assert_memory_equal(&nearest[1], &moves[5], sizeof moves[5]);
    assert_memory_equal(&nearest[2], &moves[3], sizeof moves[3]);
    moves[0].kind = 3;
    move_count = 1;
    assert_int_equal(nearest_orders(&game, NULL, NULL, &refused, nearest), 1); /* all there is */
    move_count = 0;
    assert_int_equal(nearest_orders(&game, NULL, NULL, &refused, nearest), 0);
}

static bool hurts(const void *state, const struct order *order)
{
    (void)state;
    return order->kind == 2;
}

TEST(what_would_hit_ones_own_side_is_not_proposed)
{
    static const struct game_rules rules = {.legal = some_legal, .hurts_own = hurts};
    static const struct game game = {.name = "some", .rules = &rules};
    const struct order refused = {.kind = 2, .seat = 1, .count = 1, .arg = {7}};
    struct order nearest[NEAREST_MAX];

    moves[0] = (struct order){.kind = 2, .count = 1, .arg = {7}};
    moves[1] = (struct order){.kind = 1, .count = 1, .arg = {7}};
    move_count = 2;
    assert_int_equal(nearest_orders(&game, NULL, NULL, &refused, nearest), 1);
    assert_memory_equal(&nearest[0], &moves[1], sizeof moves[1]);
}

TESTS(NULL, NULL)
