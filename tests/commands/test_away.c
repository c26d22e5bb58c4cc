/* SPDX-License-Identifier: MIT */
/* A player who stays away, by letter: warned, counted, claimed against, waited for, asked to be
 * replaced; and back in time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "commands/newgame.h"
#include "commands/vacation.h"
#include "inbound/inbound.h"
#include "ledger/facts.h"
#include "outbound/bounces.h"
#include "schedule/tournaments.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400, HOUR_S = 3600 };

static void start(struct fixture *fixture, const char *time)
{
    struct newgame wanted = {
        .played = &toy_game, .options = "rounds=5", .time = time, .seats = 2, .player = {0, 1, 2}};
    struct verdict verdict;
    int64_t game = 0;

    fixture_pair(fixture, games_list);
    OK(desk_begin(fixture->desk, &err));
    OK(newgame_make(fixture->desk, &wanted, &game, &verdict, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    fixture_answer(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

static unsigned missed(struct fixture *fixture, unsigned seat)
{
    return replay_missed(fixture_position(fixture, 1)->replay, seat);
}

/* Anna answers what she is asked, Bob nothing, until he missed so many. */
static void let_bob_miss(struct fixture *fixture, unsigned count)
{
    char order[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < 100 && missed(fixture, 2) < count; i++) {
        assert_int_not_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
        if (fixture_random_order(fixture, 1, 1, order))
            writes(fixture, ANNA, order);
        else {
            fixture->now_s += 6 * HOUR_S;
            fixture_settle(fixture);
        }
    }
    assert_int_equal(missed(fixture, 2), count);
}

FIXTURE_TEST(who_stays_away_is_warned_and_loses_when_it_is_claimed,
             start(fixture, "setup=1d turn=1d reply=1d away=2"))
{
    struct letter letter = {0};
    struct outcome outcome;

    let_bob_miss(fixture, 1);
    writes(fixture, ANNA, "claim");
    was_told(fixture, ANNA, "Nobody in this game");
    was_told(fixture, BOB, "makes 2");
    let_bob_miss(fixture, 2);
    was_told(fixture, ANNA, "Bob has missed 2 deadlines in a row");
    was_told(fixture, ANNA, "* claim");
    was_told(fixture, ANNA, "* give time 3");
    writes(fixture, BOB, "claim");
    was_told(fixture, BOB, "Nobody in this game");
    writes(fixture, BOB, "note I am back");
    assert_int_equal(missed(fixture, 2), 0); /* he is there */
    let_bob_miss(fixture, 2);
    writes(fixture, ANNA, "claim");
    was_told(fixture, ANNA, "You have claimed the win");
    was_told(fixture, BOB, "terms has lost");
    writes(fixture, ANNA, "player Bob");
    was_told(fixture, ANNA, "of the last");
    was_told(fixture, ANNA, "has left 1 game");
    sends(fixture, BOB, "challenge toy");
    sends(fixture, ANNA, "challenges");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "has left 1 game"));
    letter_fini(&letter);
    sends(fixture, BOB, "profile hidden");
    sends(fixture, ANNA, "challenges now");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_null(strstr(letter.text, "and has left"));
    letter_fini(&letter);
    sends(fixture, ANNA, "invite Bob to toy");
    was_told(fixture, BOB, "has left 0 games");
    position_outcome(fixture_position(fixture, 1), &outcome);
    assert_int_equal(outcome.over, GAME_WON);
    assert_int_equal(outcome.winner, 1);
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

FIXTURE_TEST(who_says_that_he_is_back_plays_on, start(fixture, "setup=1d turn=1d reply=1d away=2"))
{
    let_bob_miss(fixture, 2);
    writes(fixture, BOB, "I'm back!");
    assert_int_equal(missed(fixture, 2), 0);
    was_told(fixture, ANNA, "I'm back!");
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

FIXTURE_TEST(waiting_moves_the_deadline_and_asks_again,
             start(fixture, "setup=1d turn=1d reply=1d away=2"))
{
    const struct timing_open *open;
    int64_t due = 0;

    let_bob_miss(fixture, 2);
    for (unsigned i = 0; i < 9; i++) { /* until he is asked again */
        char order[ORDER_TEXT_BYTES];
        const struct position *position = fixture_position(fixture, 1);

        open = NULL;
        for (unsigned k = 0; k < position->timing.open_count; k++)
            if (position->timing.open[k].seat == 2)
                open = &position->timing.open[k];
        if (open || !fixture_random_order(fixture, 1, 1, order))
            break;
        writes(fixture, ANNA, order);
    }
    assert_non_null(open);
    due = open->due_s;
    writes(fixture, ANNA, "give time ever");
    was_told(fixture, ANNA, "1 to 30");
    writes(fixture, ANNA, "give time 5 days");
    was_told(fixture, ANNA, "Bob has 5 days more");
    was_told(fixture, BOB, "Bob has 5 days more");
    assert_int_equal(missed(fixture, 2), 1);
    fixture->now_s = due + 5 * DAY_S - HOUR_S;
    fixture_settle(fixture);
    assert_int_equal(missed(fixture, 2), 1);
    fixture->now_s += 2 * HOUR_S;
    fixture_settle(fixture);
    assert_int_equal(missed(fixture, 2), 2);
    was_told(fixture, ANNA, "Bob has missed 2 deadlines in a row");
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

FIXTURE_TEST(what_the_administrator_says_for_a_player_counts_as_his,
             start(fixture, "setup=1d turn=1d reply=1d away=2"))
{
    struct inbound_result result;
    OWN(buf) told = {0};
    struct outcome outcome;
    struct err err = {0};

    let_bob_miss(fixture, 2);
    must(desk_begin(fixture->desk, &err), &err);
    must(inbound_say(fixture->desk, fixture_position(fixture, 1), 1, "I take the win", &result,
                     &told, &err),
         &err);
    must(desk_commit(fixture->desk, &err), &err);
    assert_non_null(strstr(buf_text(&told), "You have claimed the win"));
    assert_int_equal(result.outcome, LEDGER_ANSWERED);
    fixture_settle(fixture);
    was_told(fixture, ANNA, "You have claimed the win");
    was_told(fixture, BOB, "terms has lost");
    position_outcome(fixture_position(fixture, 1), &outcome);
    assert_int_equal(outcome.winner, 1);
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

static void start_tournament(struct fixture *fixture)
{
    struct tournament_terms terms = {.game = "toy",
                                     .name = "Season",
                                     .time = "setup=1d turn=1d reply=1d away=2",
                                     .rules = {.format = SCHEDULE_ROBIN, .groups = 1, .games = 1},
                                     .by_lot = true};
    struct tournament *tournament = NULL;
    int64_t id;

    fixture_pair(fixture, games_list);
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_new(fixture->desk, &terms, &id, &err));
    OK(tournament_load(fixture->desk, id, &tournament, &err));
    for (int64_t player = 1; player <= 2; player++)
        OK(tournament_enter(fixture->desk, tournament, player, "words", &err));
    OK(tournament_start(fixture->desk, tournament, &err));
    OK(tournaments_advance(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
    tournament_free(tournament);
    fixture_round(fixture);
    fixture_answer(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

FIXTURE_TEST(a_tournaments_game_is_lost_by_who_leaves_it, start_tournament(fixture))
{
    struct tournament *tournament = NULL;
    char order[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < 100 && fixture_position(fixture, 1)->phase != POSITION_OVER; i++) {
        unsigned seat = fixture_position(fixture, 1)->player[1] == 1 ? 1 : 2; /* Anna's */

        if (fixture_random_order(fixture, 1, seat, order))
            writes(fixture, ANNA, order);
        else {
            fixture->now_s += 6 * HOUR_S;
            fixture_settle(fixture);
        }
    }
    fixture_settle(fixture);
    was_told(fixture, BOB, "you have lost this game");
    was_told(fixture, ANNA, "terms has lost");
    OK(tournament_load(fixture->desk, 1, &tournament, &err));
    assert_int_equal(tournament->log.phase, TOURNAMENT_LOG_OVER);
    assert_int_equal(tournament_log_entrant(&tournament->log, tournament->log.row[0].entrant), 1);
    assert_int_equal(tournament->log.row[0].points, 2);
    tournament_free(tournament);
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

/* Nobody writes. */
static void let_both_miss(struct fixture *fixture)
{
    for (unsigned i = 0; i < 100 && fixture_position(fixture, 1)->phase != POSITION_OVER &&
                         (missed(fixture, 1) < 2 || missed(fixture, 2) < 2);
         i++) {
        fixture->now_s += 6 * HOUR_S;
        fixture_settle(fixture);
    }
}

FIXTURE_TEST(a_game_that_all_have_left_ends_for_nobody,
             start(fixture, "setup=1d turn=1d reply=1d away=2"))
{
    struct outcome outcome;
    int64_t left;

    let_both_miss(fixture);
    position_outcome(fixture_position(fixture, 1), &outcome);
    assert_int_equal(outcome.over, GAME_VOID);
    was_told(fixture, ANNA, "No player was there any more");
    was_told(fixture, BOB, "No player was there any more");
    OK(ledger_games_left(fixture->desk->ledger, 2, &left, &err));
    assert_int_equal(left, 1);
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

static void reach_bob(struct fixture *fixture, bool reached)
{
    struct person person;

    OK(desk_begin(fixture->desk, &err));
    OK(people_get(fixture->desk, 2, &person, &err));
    for (unsigned i = 0; i < 9 && !reached; i++)
        OK(bounces_count(fixture->desk, person.address_id, BOUNCE_HARD, &err));
    if (reached)
        OK(bounces_forgive(fixture->desk, person.address_id, &err));
    OK(desk_commit(fixture->desk, &err));
}

static void take_a_day_off(struct fixture *fixture, int64_t player)
{
    enum vacation_verdict verdict;
    char today[TIMETEXT_BYTES];
    unsigned moved;

    timetext_write(fixture->now_s, today);
    today[10] = '\0';
    OK(desk_begin(fixture->desk, &err));
    OK(vacation_book(fixture->desk, player, today, false, &verdict, &moved, &err));
    assert_int_equal(verdict, VACATION_DONE);
    OK(desk_commit(fixture->desk, &err));
}

/* Neither wrote: who comes first is there, and his word counts. */
FIXTURE_TEST(who_was_away_himself_and_is_back_first_may_claim,
             start(fixture, "setup=1d turn=1d reply=1d away=2"))
{
    let_bob_miss(fixture, 2);
    reach_bob(fixture, false); /* so nobody says that it is over */
    let_both_miss(fixture);
    assert_true(missed(fixture, 1) >= 2);
    assert_int_not_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    reach_bob(fixture, true);
    writes(fixture, ANNA, "replacement");
    was_told(fixture, ANNA, "The administrator is asked");
    assert_int_equal(missed(fixture, 1), 0);
    writes(fixture, ANNA, "claim");
    was_told(fixture, ANNA, "You have claimed the win");
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

TEST(nothing_is_claimed_of_who_cannot_be_there)
{
    struct fixture fixture;

    start(&fixture, "setup=1d turn=1d reply=1d away=2");
    let_bob_miss(&fixture, 2);
    fixture_send(&fixture, BOB, NULL, NULL, "zone Rome"); /* no letter of this game */
    fixture_settle(&fixture);
    writes(&fixture, ANNA, "replacement");
    was_told(&fixture, ANNA, "administrator is asked for somebody");
    reach_bob(&fixture, false);
    writes(&fixture, ANNA, "claim");
    was_told(&fixture, ANNA, "Our letters to Bob come back");
    reach_bob(&fixture, true);
    take_a_day_off(&fixture, 2);
    writes(&fixture, ANNA, "status\nclaim");
    was_told(&fixture, ANNA, "Bob has a day off now");
    assert_int_not_equal(fixture_position(&fixture, 1)->phase, POSITION_OVER);
    fixture_remove(&fixture);
    start(&fixture, "setup=1d turn=1d reply=1d away=none");
    for (unsigned i = 0; i < 4; i++) {
        fixture.now_s += DAY_S + HOUR_S;
        fixture_settle(&fixture);
    }
    writes(&fixture, ANNA, "claim");
    was_told(&fixture, ANNA, "nobody is away, however");
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
