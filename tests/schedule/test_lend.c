/* SPDX-License-Identifier: MIT */
/* A seat that its player lends by letter: a practice opponent plays it by letters of its own until
 * he is back; and a game left before it begins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands/newgame.h"
#include "games/games.h"
#include "ledger/facts.h"
#include "schedule/practice.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/test.h"

static const struct game *games_list[2];
enum { DAY_S = 86400 };

static void start(struct fixture *fixture, const char *time)
{
    struct newgame wanted = {.time = time, .seats = 2, .options = "", .player = {0, 1, 2}};
    struct verdict verdict;
    int64_t game = 0, robo;

    games_list[0] = wanted.played = games_find("dungeon_twister");
    fixture_pair(fixture, games_list);
    OK(desk_begin(fixture->desk, &err));
    if (strstr(time, "lend=7"))
        OK(practice_add(fixture->desk, "Robo", "easy", &robo, &err));
    OK(newgame_make(fixture->desk, &wanted, &game, &verdict, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
}

static void end(struct fixture *fixture)
{
    prove(fixture, RECORD_FOR_ALL, games_find);
    fixture_remove(fixture);
}

static void at_once(void *context, unsigned waiting)
{
    (void)context;
    (void)waiting;
}

static bool is_late(void *context)
{
    (void)context;
    return true;
}

static unsigned opponents_write(struct fixture *fixture, struct practice_run *run)
{
    const struct practice_clock clock = {at_once, is_late, NULL};
    unsigned written = 0;

    OK(practice_round(fixture->desk, run, &clock, &written, &err));
    fixture_settle(fixture);
    return written;
}

static const struct timing_open *question_of_bob(struct fixture *fixture)
{
    const struct timing *timing = &fixture_position(fixture, 1)->timing;

    for (unsigned i = 0; i < timing->open_count; i++)
        if (timing->open[i].seat == 2)
            return &timing->open[i];
    return NULL;
}

static uint64_t newest(struct fixture *fixture)
{
    return fixture_position(fixture, 1)->chain.number;
}

TEST(a_lent_seat_is_played_until_its_player_is_back)
{
    static const char *const elsewhere[][2] = {
        {"language es", "juega por mí hasta el domingo, con cautela"},
        {"lingua it", "gioca per me fino a domenica, con prudenza"}};
    static const struct {
        const char *said;
        int count;
    } days[] = {{"gioca per me due giorni", 2},
                {"gioca per me una settimana", 7},
                {"gioca per me per 1 settimana", 7}};
    struct practice_run *run = practice_run_new();
    struct fixture fixture;
    uint64_t before;
    bool was;

    start(&fixture, "setup=7d turn=7d reply=7d lend=7");
    writes(&fixture, BOB, "play for me until Sunday");
    was_told(&fixture, BOB, "has not begun");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "luck pears");
    assert_int_equal(opponents_write(&fixture, run), 0);
    writes(&fixture, BOB, "play for me");
    was_told(&fixture, BOB, "Until when?");
    writes(&fixture, BOB, "play for me until Sunday, cautiously");
    was_told(&fixture, BOB, "A practice opponent (hard) plays for you");
    was_told(&fixture, ANNA, "Bob lends the seat");
    assert_true(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    before = newest(&fixture);
    assert_int_equal(opponents_write(&fixture, run), 1);
    assert_true(newest(&fixture) > before);
    assert_int_equal(opponents_write(&fixture, run), 0); /* Anna is asked */
    assert_true(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    writes(&fixture, BOB, "Hi all, I'm back!");
    assert_string_equal(fixture_outcome(&fixture), "answered back");
    was_told(&fixture, BOB, "You play yourself again");
    was_told(&fixture, ANNA, "Bob plays again");
    assert_false(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    OK(ledger_was_lent(fixture.desk->ledger, 1, &was, &err));
    assert_true(was);
    writes(&fixture, BOB, "play for me 2 days, easy");
    assert_true(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    fixture.now_s += 2 * DAY_S + 60;
    fixture_settle(&fixture);
    assert_false(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    for (unsigned i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        const char *level = "";

        writes(&fixture, BOB, elsewhere[i][0]);
        writes(&fixture, BOB, elsewhere[i][1]);
        assert_true(replay_lent_until(fixture_position(&fixture, 1)->replay, 2, &level) > 0);
        assert_string_equal(level, "hard");
    }
    for (unsigned i = 0; i < sizeof days / sizeof *days; i++) {
        writes(&fixture, BOB, "eccomi di nuovo");
        writes(&fixture, BOB, days[i].said);
        assert_in_range(replay_lent_until(fixture_position(&fixture, 1)->replay, 2, NULL),
                        fixture.now_s + days[i].count * DAY_S - 60,
                        fixture.now_s + days[i].count * DAY_S);
    }
    writes(&fixture, BOB, "language en");
    writes(&fixture, BOB, "I'm back");
    writes(&fixture, BOB, "could Anna play for me until tomorrow?");
    was_told(&fixture, BOB, "plays a lent");
    writes(&fixture, BOB, "could the computer play for me until tomorrow?");
    assert_true(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    writes(&fixture, BOB, "I'm back");
    writes(&fixture, BOB, "Play for me for two weeks");
    was_told(&fixture, BOB, "at most");
    practice_run_free(run);
    end(&fixture);
}

TEST(who_lent_his_seat_gets_no_letter_until_it_is_his_again)
{
    struct practice_run *run = practice_run_new();
    struct fixture fixture;
    char order[ORDER_TEXT_BYTES];
    unsigned mail, played = 0;

    start(&fixture, "setup=7d turn=7d reply=7d lend=7");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "luck pears");
    writes(&fixture, BOB, "letters all");
    writes(&fixture, BOB, "lend 2 days, easy");
    mail = fixture_mail_count(&fixture, BOB);
    for (unsigned i = 0; i < 30; i++) {
        played += opponents_write(&fixture, run);
        if (fixture_random_order(&fixture, 1, 1, order))
            writes(&fixture, ANNA, order);
        fixture.now_s += 600;
    }
    assert_in_range(played, 3, 30);
    assert_int_equal(fixture_mail_count(&fixture, BOB), mail);
    while (question_of_bob(&fixture) == NULL) {
        assert_true(fixture_random_order(&fixture, 1, 1, order));
        writes(&fixture, ANNA, order);
    }
    fixture.now_s += 2 * DAY_S;
    fixture_settle(&fixture);
    assert_false(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    was_told(&fixture, BOB, "You are asked");
    assert_int_equal(fixture_mail_count(&fixture, BOB), mail + 1);
    practice_run_free(run);
    end(&fixture);
}

/* "Until Sunday", said on a Sunday evening: the last of seven days is not a whole one. */
TEST(the_last_day_of_a_loan_may_be_cut_short)
{
    struct fixture fixture;
    char line[64];
    time_t last;
    int64_t most_s;

    start(&fixture, "setup=7d turn=7d reply=7d lend=7");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "luck pears");
    last = fixture.now_s + 8 * DAY_S;
    strftime(line, sizeof line, "play for me until %Y-%m-%d", gmtime(&last));
    writes(&fixture, BOB, line);
    was_told(&fixture, BOB, "for 7 days at most");
    last -= DAY_S;
    strftime(line, sizeof line, "play for me until %Y-%m-%d", gmtime(&last));
    most_s = fixture.now_s + 7 * DAY_S;
    writes(&fixture, BOB, line);
    assert_in_range(replay_lent_until(fixture_position(&fixture, 1)->replay, 2, NULL), most_s,
                    most_s + 60);
    end(&fixture);
}

/* It was on its way when the time was over: nothing comes of it, and nobody is asked about it. */
TEST(a_letter_of_the_opponent_that_comes_too_late_is_passed_over)
{
    const struct practice_clock clock = {at_once, is_late, NULL};
    struct practice_run *run = practice_run_new();
    struct fixture fixture;
    unsigned written = 0, mail;

    start(&fixture, "setup=1d turn=1d reply=1d lend=7");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "luck pears");
    writes(&fixture, BOB, "on time draft");
    writes(&fixture, BOB, "draft\nend");
    writes(&fixture, BOB, "lend 1 day");
    assert_true(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    OK(practice_round(fixture.desk, run, &clock, &written, &err));
    assert_int_equal(written, 1);
    mail = fixture_mail_count(&fixture, BOB);
    fixture.now_s += DAY_S + 60;
    fixture_round(&fixture);
    assert_string_equal(fixture_outcome(&fixture), "ignored not-lent");
    fixture_settle(&fixture);
    assert_false(replay_is_lent(fixture_position(&fixture, 1)->replay, 2));
    assert_true(fixture_mail_count(&fixture, BOB) <= mail + 2); /* back, and his time */
    practice_run_free(run);
    end(&fixture);
}

TEST(a_seat_is_lent_by_the_terms_alone)
{
    struct fixture fixture;

    start(&fixture, "setup=7d turn=7d reply=7d lend=2");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "luck pears");
    writes(&fixture, BOB, "play for me until 2026-12-20");
    was_told(&fixture, BOB, "2 days at most");
    writes(&fixture, BOB, "lend 1 day");
    was_told(&fixture, BOB, "no practice opponents");
    writes(&fixture, BOB, "lend");
    was_told(&fixture, BOB, "Until when?");
    end(&fixture);
    start(&fixture, "setup=7d turn=7d reply=7d");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "luck pears");
    writes(&fixture, BOB, "play for me until Sunday");
    was_told(&fixture, BOB, "no seat of this game is lent");
    end(&fixture);
}

TEST(who_leaves_before_the_game_begins_loses_nothing)
{
    struct fixture fixture;
    struct outcome outcome;
    int64_t left;

    start(&fixture, "setup=7d turn=7d reply=7d");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "call off the game");
    was_told(&fixture, BOB, "You have left the game");
    was_told(&fixture, ANNA, "left before the game began");
    position_outcome(fixture_position(&fixture, 1), &outcome);
    assert_int_equal(outcome.over, GAME_VOID);
    OK(ledger_games_left(fixture.desk->ledger, 2, &left, &err));
    assert_int_equal(left, 0);
    end(&fixture);
    start(&fixture, "setup=7d turn=7d reply=7d");
    writes(&fixture, ANNA, "luck apples");
    writes(&fixture, BOB, "luck pears");
    writes(&fixture, BOB, "call off the game");
    was_told(&fixture, BOB, "This game has begun");
    end(&fixture);
}

TESTS(NULL, NULL)
