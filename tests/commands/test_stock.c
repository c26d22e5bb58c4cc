/* SPDX-License-Identifier: MIT */
/* Days beyond deadlines, by letter: drawn from a stock when time runs out, as its player once said,
 * and a day more for the asking; both are told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "commands/newgame.h"
#include "commands/vacation.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400, HOUR_S = 3600 };

static void begin(struct fixture *fixture)
{
    fixture_pair(fixture, games_list);
    fixture_round(fixture);
}

static void play(struct fixture *fixture, const char *time)
{
    struct newgame wanted = {
        .played = &toy_game, .options = "rounds=5", .time = time, .seats = 2, .player = {0, 1, 2}};
    struct verdict verdict;
    int64_t game = 0;

    OK(desk_begin(fixture->desk, &err));
    OK(newgame_make(fixture->desk, &wanted, &game, &verdict, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    fixture_answer(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

static void end(struct fixture *fixture)
{
    prove(fixture, RECORD_FOR_ALL, toy_find);
    fixture_remove(fixture);
}

static const struct replay *replay_of(struct fixture *fixture)
{
    return fixture_position(fixture, 1)->replay;
}

/* Until Bob is asked; when it is due. */
static int64_t ask_bob(struct fixture *fixture)
{
    char order[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < 50; i++) {
        const struct position *position = fixture_position(fixture, 1);

        for (unsigned k = 0; k < position->timing.open_count; k++)
            if (position->timing.open[k].seat == 2)
                return position->timing.open[k].due_s;
        assert_true(fixture_random_order(fixture, 1, 1, order));
        writes(fixture, ANNA, order);
    }
    fail_msg("%s", "Bob is asked nothing");
    return 0;
}

static void wait_until(struct fixture *fixture, int64_t at_s)
{
    fixture->now_s = at_s;
    fixture_settle(fixture);
}

TEST(a_day_is_drawn_when_time_runs_out)
{
    struct fixture fixture;
    char order[ORDER_TEXT_BYTES];
    int64_t due_s;

    begin(&fixture);
    sends(&fixture, BOB, "stock on");
    was_told(&fixture, BOB, "From now on a day is drawn");
    play(&fixture, "setup=1d turn=1d reply=1d stock=3 once=2");
    assert_true(replay_stock_agreed(replay_of(&fixture), 2)); /* his first letter said it */
    assert_false(replay_stock_agreed(replay_of(&fixture), 1));
    due_s = ask_bob(&fixture);
    wait_until(&fixture, due_s + HOUR_S);
    assert_int_equal(replay_drawn(replay_of(&fixture), 2), 1);
    assert_int_equal(replay_missed(replay_of(&fixture), 2), 0);
    was_told(&fixture, ANNA, "Bob has run out of time");
    was_told(&fixture, BOB, "Your time has run out");
    was_told(&fixture, BOB, "in it: 2");
    was_told(&fixture, BOB, "Otherwise a");
    assert_int_equal(ask_bob(&fixture), due_s + DAY_S);
    assert_true(fixture_random_order(&fixture, 1, 2, order)); /* on the last minute of it */
    wait_until(&fixture, due_s + DAY_S - 60);
    writes(&fixture, BOB, order);
    assert_int_equal(replay_missed(replay_of(&fixture), 2), 0);
    due_s = ask_bob(&fixture);
    for (unsigned i = 1; i <= 3; i++)
        wait_until(&fixture, due_s + i * DAY_S);
    assert_int_equal(replay_drawn(replay_of(&fixture), 2), 3);
    assert_int_equal(replay_missed(replay_of(&fixture), 2), 1); /* two in a row, then no more */
    end(&fixture);
}

TEST(a_letter_behind_the_deadline_finds_the_day_drawn)
{
    struct fixture fixture;
    char order[ORDER_TEXT_BYTES];

    begin(&fixture);
    play(&fixture, "setup=1d turn=1d reply=1d yearly=3");
    sends(&fixture, BOB, "automatic vacation on");
    was_told(&fixture, BOB, "news in 1 game");
    fixture.now_s = ask_bob(&fixture) + HOUR_S;
    assert_true(fixture_random_order(&fixture, 1, 2, order));
    writes(&fixture, BOB, order);
    assert_int_equal(replay_drawn(replay_of(&fixture), 2), 1);
    assert_int_equal(replay_missed(replay_of(&fixture), 2), 0);
    was_told(&fixture, ANNA, "Bob has run out of time");
    sends(&fixture, BOB, "stock off");
    wait_until(&fixture, ask_bob(&fixture) + HOUR_S);
    assert_int_equal(replay_drawn(replay_of(&fixture), 2), 1);
    assert_int_equal(replay_missed(replay_of(&fixture), 2), 1);
    end(&fixture);
}

TEST(a_day_more_is_for_the_asking_where_the_terms_have_it)
{
    struct fixture fixture;
    int64_t due_s;

    begin(&fixture);
    play(&fixture, "setup=1d turn=1d reply=1d extensions=1");
    due_s = ask_bob(&fixture);
    writes(&fixture, BOB, "one more day");
    was_told(&fixture, BOB, "You have a day more");
    was_told(&fixture, ANNA, "Bob has a day more");
    assert_int_equal(ask_bob(&fixture), due_s + DAY_S);
    writes(&fixture, BOB, "extension");
    was_told(&fixture, BOB, "You have had all the extensions");
    assert_int_equal(ask_bob(&fixture), due_s + DAY_S);
    writes(&fixture, BOB, "pause");
    writes(&fixture, ANNA, "pause");
    was_told(&fixture, BOB, "you have 48 hours"); /* the day that was given, too */
    writes(&fixture, BOB, "resume");
    writes(&fixture, ANNA, "resume");
    wait_until(&fixture, due_s + HOUR_S);
    assert_int_equal(replay_missed(replay_of(&fixture), 2), 0);
    wait_until(&fixture, due_s + DAY_S + HOUR_S);
    assert_int_equal(replay_missed(replay_of(&fixture), 2), 1);
    end(&fixture);
    begin(&fixture);
    play(&fixture, "setup=1d turn=1d reply=1d");
    writes(&fixture, BOB, "extension");
    was_told(&fixture, BOB, "give no day more for the asking");
    end(&fixture);
}

/* ---- who comes and goes ---- */

static const char *const terms[] = {"setup=1d turn=1d reply=1d stock=4 once=2 away=3",
                                    "setup=1d turn=2d reply=1d grace=6h yearly=3 extensions=2",
                                    "setup=1d turn=daily@21:00 zone=Europe/Rome stock=3 away=2",
                                    "setup=1d turn=1d reserve=3d extensions=1 away=2"};
static const char *const lines[] = {"stock on",    "stock off", "extension", "claim", "note here",
                                    "give time 2", "pause",     "resume",    "undo"};
enum { GAMES = 8, TERMS = sizeof terms / sizeof *terms, LINES = sizeof lines / sizeof *lines };

/* A day of a game: who is there answers what he is asked, or says something. vanishes: from then on
 * nothing comes of him, unless he returns. */
static void pass(struct fixture *fixture, unsigned day, const unsigned vanishes[3])
{
    static const char *const address[] = {NULL, ANNA, BOB};

    for (unsigned seat = 1; seat <= 2; seat++) {
        char order[ORDER_TEXT_BYTES];
        const bool is_away = day >= vanishes[seat] && day < vanishes[seat] + 12;

        if (is_away || fixture_position(fixture, 1)->phase == POSITION_OVER)
            continue;
        if (fixture_below(fixture, 4) == 0)
            writes(fixture, address[seat], lines[fixture_below(fixture, LINES)]);
        if (!fixture_position(fixture, 1)->timing.pause_s &&
            fixture_random_order(fixture, 1, seat, order))
            writes(fixture, address[seat], order);
    }
}

/* Of 32 players a third vanishes, and returns if the game waits so long: each game ends, and its
 * record says why each deadline moved. */
TEST(games_of_who_comes_and_goes_end_and_are_sound)
{
    unsigned drawn = 0, given = 0;

    for (unsigned game = 0; game < GAMES; game++) {
        unsigned vanishes[3] = {0, 999, 999}, day = 0;
        struct fixture fixture;

        begin(&fixture);
        fixture.random = fixture.random * 31 + game;
        play(&fixture, terms[game % TERMS]);
        if (game % 3 != 2)
            vanishes[1 + game % 2] = fixture_below(&fixture, 6);
        fixture_send(&fixture, ANNA, NULL, NULL, "stock on");
        sends(&fixture, BOB, "stock on");
        for (; day < 150 && fixture_position(&fixture, 1)->phase != POSITION_OVER; day++) {
            pass(&fixture, day, vanishes);
            for (unsigned hours = 0; hours < 4; hours++)
                wait_until(&fixture, fixture.now_s + 6 * HOUR_S);
            if (fixture_position(&fixture, 1)->timing.pause_s && day % 5 == 4) {
                writes(&fixture, ANNA, "resume");
                writes(&fixture, BOB, "resume");
            }
        }
        assert_int_equal(fixture_position(&fixture, 1)->phase, POSITION_OVER);
        for (unsigned seat = 1; seat <= 2; seat++) {
            drawn += replay_drawn(replay_of(&fixture), seat);
            given += (unsigned)fixture_position(&fixture, 1)->timing.rules.extensions -
                     replay_extensions_left(replay_of(&fixture), seat);
            assert_in_range(replay_drawn(replay_of(&fixture), seat), 0, 4);
        }
        end(&fixture);
    }
    assert_true(drawn > GAMES / 2);
    assert_true(given > 0);
    print_message("%u days were drawn, %u given\n", drawn, given);
}

TESTS(NULL, NULL)
