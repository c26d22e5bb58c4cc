/* SPDX-License-Identifier: MIT */
/* A host among the players, by letter: more time, clocks stopped, a seat given on, an end by
 * agreement, another host; and what a host may not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const char dora[] = "dora@four.example";
static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400, HOUR_S = 3600 };

/* Anna offers a game to Bob, and so is its host. */
static void start(struct fixture *fixture, const char *terms)
{
    char line[160];

    fixture_pair(fixture, games_list);
    fixture_player(fixture, "Dora", dora);
    fixture_round(fixture);
    snprintf(line, sizeof line, "invite Bob to toy with rounds=5 setup=1d turn=1d reply=1d %s",
             terms);
    sends(fixture, ANNA, line);
    writes(fixture, BOB, "accept");
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

static bool is_asked(struct fixture *fixture, unsigned seat)
{
    const struct position *position = fixture_position(fixture, 1);

    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == seat)
            return true;
    return false;
}

static int64_t due(struct fixture *fixture, unsigned seat)
{
    const struct position *position = fixture_position(fixture, 1);

    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == seat)
            return position->timing.open[i].due_s;
    return 0;
}

/* Orders, until this seat alone is asked. */
static void play_until_asked(struct fixture *fixture, unsigned seat)
{
    static const char *const address[] = {"", ANNA, BOB};
    char order[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < 60 && (!is_asked(fixture, seat) || is_asked(fixture, 3 - seat)); i++)
        if (fixture_random_order(fixture, 1, is_asked(fixture, 3 - seat) ? 3 - seat : seat, order))
            writes(fixture, address[is_asked(fixture, 3 - seat) ? 3 - seat : seat], order);
    assert_true(is_asked(fixture, seat) && !is_asked(fixture, 3 - seat));
}

FIXTURE_TEST(who_offers_gives_the_other_time_and_himself_none, start(fixture, "host=5d"))
{
    int64_t before;

    assert_int_equal(replay_host(fixture_position(fixture, 1)->replay), 1);
    writes(fixture, ANNA, "host");
    was_told(fixture, ANNA, "You are the host of this game");
    play_until_asked(fixture, 2);
    before = due(fixture, 2);
    writes(fixture, ANNA, "extend Bob 6");
    was_told(fixture, ANNA, "as in \"extend Bob 3\"");
    writes(fixture, ANNA, "extend Bob 2 weeks");
    newest_has(fixture, ANNA, "as in \"extend Bob 3\"");
    writes(fixture, BOB, "extend Bob 3");
    was_told(fixture, BOB, "for the host of this game to propose, who is Anna");
    writes(fixture, ANNA, "extend Bob by three days");
    was_told(fixture, ANNA, "Bob has 3 days more");
    assert_int_equal(due(fixture, 2), before + 3 * DAY_S);
    was_told(fixture, BOB, "By the host, Anna, Bob has 3 days more");
    play_until_asked(fixture, 1);
    writes(fixture, ANNA, "I need one more day");
    was_told(fixture, ANNA, "As host you have more time");
    newest_has(fixture, ANNA, "* extend 1 1");
    before = due(fixture, 1);
    writes(fixture, ANNA, "extend Anna 2");
    assert_int_equal(due(fixture, 1), before);
    was_told(fixture, BOB, "Anna, the host, asks for 2 days more for Anna");
    writes(fixture, BOB, "extend 1 2");
    assert_int_equal(due(fixture, 1), before + 2 * DAY_S);
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

FIXTURE_TEST(a_host_says_it_in_his_own_words, start(fixture, "host=5d"))
{
    int64_t before;

    play_until_asked(fixture, 2);
    ROWS_EACH(row, "tests/commands/host.rows", "a_host_says_it_in_his_own_words") {
        char language[16];

        snprintf(language, sizeof language, "language %s", row.cell[0]);
        writes(fixture, ANNA, language);
        before = due(fixture, 2);
        writes(fixture, ANNA, row.cell[1]);
        assert_int_equal(due(fixture, 2), before + (unsigned)row_number(&row, 2) * DAY_S);
    }
    writes(fixture, ANNA, "language en");
    writes(fixture, ANNA, "give Bob until Friday");
    newest_has(fixture, ANNA, "as in \"extend Bob 3\"");
    writes(fixture, ANNA, "can you stop the clocks until Monday?");
    assert_int_not_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    writes(fixture, ANNA, "let the clocks run again");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    writes(fixture, ANNA, "language it");
    writes(fixture, ANNA, "metti in pausa fino a lunedì");
    assert_int_not_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    writes(fixture, ANNA, "possiamo andare avanti");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    before = due(fixture, 2);
    writes(fixture, ANNA, "did Bob get three more days?");
    assert_int_equal(due(fixture, 2), before);
    writes(fixture, ANNA, "language en");
    before = due(fixture, 2);
    writes(fixture, BOB, "I need one more day, please");
    was_told(fixture, BOB, "Anna, the host, may give up to 5");
    was_told(fixture, ANNA, "Bob asks for more time");
    writes(fixture, ANNA, "yes");
    assert_int_equal(due(fixture, 2), before + DAY_S);
    writes(fixture, BOB, "let Bob be our host");
    was_told(fixture, ANNA, "Bob proposes Bob as host");
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

FIXTURE_TEST(a_host_stops_clocks_while_he_is_asked_nothing, start(fixture, "host=5d"))
{
    play_until_asked(fixture, 1);
    writes(fixture, ANNA, "pause");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    was_told(fixture, BOB, "Anna asks for a pause");
    newest_has(fixture, BOB, "* pause");
    play_until_asked(fixture, 2);
    writes(fixture, ANNA, "pause");
    assert_int_not_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    was_told(fixture, BOB, "Anna, the host, has stopped the clocks");
    writes(fixture, BOB, "resume");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    was_told(fixture, ANNA, "The clocks run again");
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

FIXTURE_TEST(the_host_names_who_takes_the_seat_of_one_who_stays_away,
             start(fixture, "host=5d away=2"))
{
    char order[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < 100 && !replay_is_away(fixture_position(fixture, 1)->replay, 2); i++) {
        if (fixture_random_order(fixture, 1, 1, order))
            writes(fixture, ANNA, order);
        else {
            fixture->now_s += 6 * HOUR_S;
            fixture_settle(fixture);
        }
    }
    writes(fixture, ANNA, "replacement");
    was_told(fixture, ANNA, "You are host: name a player");
    writes(fixture, ANNA, "A substitute for Bob");
    newest_has(fixture, ANNA, "You are host: name a player");
    writes(fixture, ANNA, "replacement Nobody");
    was_told(fixture, ANNA, "Nobody here can be invited");
    writes(fixture, ANNA, "find somebody else for Bob's seat");
    newest_has(fixture, ANNA, "You are host: name a player");
    writes(fixture, ANNA, "replace Bob by Dora");
    was_told(fixture, dora, "asks you to take the seat");
    writes(fixture, dora, "decline");
    was_told(fixture, ANNA, "Dora does not take the seat of Bob");
    writes(fixture, ANNA, "replacement Dora for bob");
    assert_int_equal(fixture_position(fixture, 1)->player[2], 2);
    writes(fixture, dora, "accept");
    assert_int_equal(fixture_position(fixture, 1)->player[2], 3);
    was_told(fixture, dora, "The seat in game 1 is yours");
    was_told(fixture, BOB, "have given your seat to another player");
    was_told(fixture, ANNA, "Dora takes the seat of Bob");
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

FIXTURE_TEST(an_end_takes_the_word_of_all, start(fixture, "host=5d"))
{
    struct outcome outcome;

    play_until_asked(fixture, 2);
    writes(fixture, BOB, "end the game as a draw");
    was_told(fixture, BOB, "for the host of this game to propose");
    writes(fixture, ANNA, "end drawn");
    was_told(fixture, BOB, "Anna agrees to end this game as a draw");
    assert_int_not_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    writes(fixture, BOB, "yes");
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    position_outcome(fixture_position(fixture, 1), &outcome);
    assert_int_equal(outcome.over, GAME_DRAWN);
    was_told(fixture, ANNA, "All players agreed to this end");
    prove(fixture, RECORD_FOR_ALL, toy_find);
}

TEST(all_may_agree_on_another_host)
{
    struct fixture fixture;

    start(&fixture, "host=2d");
    writes(&fixture, BOB, "host Bob");
    was_told(&fixture, ANNA, "Bob proposes Bob as host");
    assert_int_equal(replay_host(fixture_position(&fixture, 1)->replay), 1);
    writes(&fixture, ANNA, "host Bob");
    assert_int_equal(replay_host(fixture_position(&fixture, 1)->replay), 2);
    was_told(&fixture, BOB, "Bob is the host of this game now");
    prove(&fixture, RECORD_FOR_ALL, toy_find);
    fixture_remove(&fixture);
    start(&fixture, "host=none");
    writes(&fixture, ANNA, "host Bob\nextend Bob 2");
    was_told(&fixture, ANNA, "In this game nobody is host");
    fixture_remove(&fixture);
}

FIXTURE_TEST(a_free_seat_of_an_offer_is_filled_by_name, fixture_make(fixture, games_list))
{
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_player(fixture, "Dora", dora);
    fixture_round(fixture);
    sends(fixture, ANNA, "challenge toy with rounds=2");
    sends(fixture, BOB, "invite Dora to 1");
    was_told(fixture, BOB, "Offer 1 is not there, or not for you");
    sends(fixture, ANNA, "invite Dora to 1");
    was_told(fixture, dora, "Anna invites you");
    sends(fixture, ANNA, "invite Bob to 1");
    was_told(fixture, ANNA, "Offer 1 has no free seat");
    writes(fixture, dora, "accept");
    assert_int_equal(fixture_position(fixture, 1)->player[2], 3);
}

TESTS(NULL, NULL)
