/* SPDX-License-Identifier: MIT */
/* What the club knows of its players, by letter. */
#include <stdint.h>

#include <string.h>

#include "base/text.h"
#include "tournament/tournament.h"
#include "admin/keeper.h"
#include "people/people.h"
#include "schedule/tournaments.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/test.h"

static void end_game(struct fixture *fixture, int64_t game, unsigned winner)
{
    struct position *position;

    OK(desk_begin(fixture->desk, &err));
    OK(position_get(fixture->desk, game, &position, &err));
    OK(keeper_end(fixture->desk, position, GAME_WON, winner, "time", &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
}

#define TEST_SET_UP(name) FIXTURE_TEST(name, talking_start(fixture))

TEST_SET_UP(the_letter_that_ends_a_game_tells_the_ratings)
{
    end_game(fixture, 1, 2);
    newest_has(fixture, ANNA, "Rating: Anna 1500 → 1338 (−162), Bob 1500 → 1662 (+162).");
    newest_has(fixture, BOB, "Bob 1500 → 1662 (+162)");
}

TEST_SET_UP(who_hides_himself_is_named_to_himself_alone)
{
    fixture_change(fixture, 2, "profile", "hidden");
    end_game(fixture, 1, 2);
    newest_lacks(fixture, ANNA, "Bob 1500");
    newest_has(fixture, BOB, "Bob 1500 → 1662 (+162)");
    asks(fixture, ANNA, "ratings", "1. a player without a name: 1662");
    newest_has(fixture, ANNA, "2. Anna: 1338");
    newest_lacks(fixture, ANNA, "Bob: ");
    asks(fixture, BOB, "ratings", "1. Bob: 1662");
    asks(fixture, ANNA, "player Bob", "Nobody who shows a profile is called \"Bob\".");
}

TEST_SET_UP(a_player_reads_of_himself_and_of_others)
{
    asks(fixture, ANNA, "ratings", "No rated game has ended yet.");
    asks(fixture, ANNA, "player", "Anna has not finished a rated game.");
    end_game(fixture, 1, 2);
    asks(fixture, ANNA, "player Bob", "1. Bob: 1662 ± 581 (1 game: 1 won, 0 drawn, 0 lost)");
    newest_has(fixture, ANNA, "You against Bob: 0 won, 0 drawn, 1 lost.");
    newest_has(fixture, ANNA, "Toy 1, against Anna: won");
    asks(fixture, ANNA, "player", "2. Anna: 1338");
    asks(fixture, ANNA, "stats", "Games: 0 going on, 1 finished.");
    newest_has(fixture, ANNA, "Seat 2 won 1.");
    asks(fixture, ANNA, "player Nobody", "is called \"Nobody\".");
}

TEST_SET_UP(a_profile_is_a_setting_in_each_language)
{
    struct person person;

    sends(fixture, BOB, "profile hidden");
    OK(people_get(fixture->desk, 2, &person, &err));
    assert_int_equal(person.profile, PERSON_PROFILE_HIDDEN);
    fixture_change(fixture, 2, "language", "es");
    sends(fixture, BOB, "perfil público");
    OK(people_get(fixture->desk, 2, &person, &err));
    assert_int_equal(person.profile, PERSON_PROFILE_PUBLIC);
}

/* ---- tournaments ---- */

static void open_one(struct fixture *fixture, const char *name, enum schedule_format format)
{
    struct tournament_terms terms = {.game = "toy",
                                     .rules = {.format = format,
                                               .groups = 1,
                                               .games = 1,
                                               .reach = format == SCHEDULE_LADDER ? 3 : 0},
                                     .by_lot = true};
    int64_t id = 0;

    text_copy(terms.name, sizeof terms.name, name);
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_new(fixture->desk, &terms, &id, &err));
    OK(desk_commit(fixture->desk, &err));
}

static void start_one(struct fixture *fixture, int64_t id)
{
    struct tournament *tournament = NULL;

    OK(desk_begin(fixture->desk, &err));
    OK(tournament_load(fixture->desk, id, &tournament, &err));
    OK(tournament_start(fixture->desk, tournament, &err));
    OK(tournaments_advance(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
    tournament_free(tournament);
    fixture_round(fixture);
}

static void asks_rows(struct fixture *fixture, const char *rows)
{
    ROWS_EACH(row, "tests/commands/clubs.rows", rows) {
        fixture_change(fixture, 1, "language", row.cell[0]);
        asks(fixture, ANNA, row.cell[1], row.cell[2]);
    }
}

TEST_SET_UP(a_tournament_is_spoken_of_in_words_of_ones_own)
{
    open_one(fixture, "Winter cup", SCHEDULE_SWISS);
    open_one(fixture, "Town ladder", SCHEDULE_LADDER);
    asks_rows(fixture, "a_tournament_that_is_open");
    sends(fixture, BOB, "enter 1");
    sends(fixture, BOB, "enter 2");
    start_one(fixture, 1);
    start_one(fixture, 2);
    asks_rows(fixture, "a_tournament_that_goes_on");
}

TEST_SET_UP(a_member_asks_of_others_in_words_of_his_own)
{
    fixture_player(fixture, "Cleo", "cleo@three.example");
    fixture_send(fixture, "cleo@three.example", NULL, NULL, "invite Bob to toy");
    fixture_settle(fixture);
    sends(fixture, BOB, "accept");
    fixture_send(fixture, "cleo@three.example", NULL, NULL, "invite Anna to toy");
    fixture_settle(fixture);
    asks_rows(fixture, "a_member_asks_of_others");
    fixture_player(fixture, "Dora Ruiz", "dora@four.example");
    fixture_send(fixture, "cleo@three.example", NULL, NULL, "invite Anna to toy");
    sends(fixture, ANNA, "reto a Dora a toy");
    asks_rows(fixture, "a_member_speaks_of_offers");
}

TEST_SET_UP(a_newcomer_enters_a_tournament_and_is_not_called_like_it)
{
    open_one(fixture, "Harvest Cup", SCHEDULE_SWISS);
    ROWS_EACH(row, "tests/commands/clubs.rows", "a_newcomer_enters_a_tournament") {
        char who[32];

        snprintf(who, sizeof who, "new%u@one.example", row.number);
        sends(fixture, who, row.cell[0]);
        fixture_answer(fixture, who, row.cell[1]);
        fixture_settle(fixture);
        newest_has(fixture, who, row.cell[2]);
        newest_has(fixture, who, row.cell[3]);
    }
}

TEST_SET_UP(a_new_tournament_is_asked_for_in_words_of_ones_own)
{
    asks(fixture, ANNA, "How do I run a tournament here?", "Nobody takes wishes");
    text_copy(fixture->config.keeper, sizeof fixture->config.keeper, "keeper@club.example");
    asks(fixture, ANNA, "How do I run a tournament here?", "* organize Toy knockout");
    ROWS_EACH(row, "tests/commands/clubs.rows", "a_new_one_is_wanted") {
        fixture_change(fixture, 1, "language", row.cell[0]);
        sends(fixture, ANNA, row.cell[1]);
        newest_has(fixture, "keeper@club.example", row.cell[2]);
    }
}

TEST_SET_UP(a_player_asks_for_a_tournament)
{
    asks(fixture, ANNA, "organize toy swiss Spring cup",
         "Nobody takes wishes for tournaments here");
    text_copy(fixture->config.keeper, sizeof fixture->config.keeper, "keeper@club.example");
    asks(fixture, ANNA, "organize toy swiss Spring cup", "is with the administrator");
    newest_has(fixture, "keeper@club.example",
               "tournament new toy --format swiss --name \"Spring cup\" --announce");
    fixture_change(fixture, 1, "language", "it");
    asks(fixture, ANNA, "organizza toy ladder", "è dall'amministratore");
    newest_has(fixture, "keeper@club.example", "--format ladder --name \"Toy\"");
    asks(fixture, ANNA, "organizza toy monopoly", "organizza");
    asks(fixture, ANNA, "organizza toy swiss \"; rm -rf", "organizza");
    assert_int_equal(fixture_mail_count(fixture, "keeper@club.example"), 2);
}

TEST_SET_UP(a_tournament_is_entered_left_and_played_by_letter)
{
    open_one(fixture, "Winter cup", SCHEDULE_KNOCKOUT);
    asks(fixture, ANNA, "tournaments", "1. Winter cup (Toy, knock-out): open, 0 entrants;");
    asks(fixture, ANNA, "enter 1 apples and pears",
         "You take part in Winter cup; your words are in the luck");
    asks(fixture, ANNA, "enter 1", "You take part in Winter cup already.");
    asks(fixture, ANNA, "leave 1", "You are out of Winter cup.");
    asks(fixture, ANNA, "leave 1", "You do not take part in Winter cup.");
    asks(fixture, ANNA, "I'd like to join the Winter cup, please", "You gave no words");
    asks(fixture, ANNA, "I am dropping out of the winter cup after all",
         "You are out of Winter cup.");
    asks(fixture, ANNA, "enter me in Winter cup", "You gave no words");
    fixture_change(fixture, 2, "language", "es");
    asks(fixture, BOB, "inscribir 1 limones", "Participas en Winter cup;");
    asks(fixture, ANNA, "standings 1", "In it so far: Anna, Bob.");
    asks(fixture, ANNA, "standings", "1. Winter cup (Toy, knock-out): open, 2 entrants;");
    asks(fixture, ANNA, "enter 7", "There is no tournament 7");
    start_one(fixture, 1);
    asks(fixture, ANNA, "enter 1", "Winter cup has begun;");
    asks(fixture, ANNA, "wot place am i in", "Winter cup in round 1;");
    end_game(fixture, 2, 1);
    fixture_round(fixture);
    newest_has(fixture, ANNA, "Winter cup is over. You are at place");
    newest_has(fixture, BOB, "Winter cup ha terminado. Estás en el puesto");
    asks(fixture, ANNA, "standings 1", "2. ");
    is_true(fixture);
}

/* The export must prove itself, and no bit of it may be another. */
TEST_SET_UP(who_forgets_himself_leaves_the_tournament_true)
{
    struct tournament *tournament = NULL;
    OWN(buf) text = {0};

    fixture_change(fixture, 1, "profile", "public");
    open_one(fixture, "Winter cup", SCHEDULE_KNOCKOUT);
    sends(fixture, ANNA, "enter 1 apples");
    sends(fixture, BOB, "enter 1");
    start_one(fixture, 1);
    end_game(fixture, 1, 1);
    end_game(fixture, 2, 1);
    fixture_round(fixture);
    OK(tournament_load(fixture->desk, 1, &tournament, &err));
    assert_int_equal(tournament->log.phase, TOURNAMENT_LOG_OVER);
    OK(tournament_export(fixture->desk, tournament, &text, &err));
    assert_non_null(strstr(buf_text(&text), "\nknow 1 "));
    tournament_free(tournament);
    OK(desk_begin(fixture->desk, &err));
    OK(people_erase(fixture->desk, 1, &err));
    OK(desk_commit(fixture->desk, &err));
    OK(tournament_load(fixture->desk, 1, &tournament, &err));
    buf_clear(&text);
    OK(tournament_export(fixture->desk, tournament, &text, &err));
    assert_null(strstr(buf_text(&text), "\nknow 1 "));
    tournament_free(tournament);
    asks(fixture, BOB, "standings 1", "a player without a name");
}

/* His opponent's rating stays what it was; another of the same name begins anew, and is not he. */
TEST_SET_UP(who_takes_a_forgotten_players_name_does_not_take_his_rating)
{
    struct tournament *tournament = NULL;

    open_one(fixture, "Winter cup", SCHEDULE_KNOCKOUT);
    sends(fixture, ANNA, "enter 1");
    sends(fixture, BOB, "enter 1");
    start_one(fixture, 1);
    end_game(fixture, 1, 1);
    end_game(fixture, 2, 1);
    fixture_round(fixture);
    OK(desk_begin(fixture->desk, &err));
    OK(people_erase(fixture->desk, 1, &err));
    OK(desk_commit(fixture->desk, &err));
    asks(fixture, BOB, "ratings", "1. a former player: 1");
    newest_has(fixture, BOB, "2. Bob: 1");
    newest_lacks(fixture, BOB, "Anna");
    fixture_player(fixture, "Anna", "new@anna.example");
    sends(fixture, BOB, "ratings");
    newest_lacks(fixture, BOB, "Anna");
    sends(fixture, BOB, "standings 1");
    newest_lacks(fixture, BOB, "Anna");
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_load(fixture->desk, 1, &tournament, &err));
    assert_int_equal(tournament_entrant_of(tournament, 3), 0);
    tournament_free(tournament);
    OK(desk_commit(fixture->desk, &err));
    sends(fixture, "new@anna.example", "stats");
    newest_lacks(fixture, "new@anna.example", "1 game");
}

TEST_SET_UP(two_of_one_name_cannot_be)
{
    int64_t player;

    OK(desk_begin(fixture->desk, &err));
    assert_int_equal(people_add(fixture->desk, "aNNA", "other@one.example", "", &player, NULL),
                     RC_EXISTS);
    OK(desk_commit(fixture->desk, &err));
}

TESTS(NULL, NULL)
