/* SPDX-License-Identifier: MIT */
/* What a player is asked about before it counts, and whether the letter that asks says why; and
 * that each command of a letter is answered in words that fit it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "commands/seating.h"
#include "play/adjudicate.h"
#include "people/people.h"
#include "commands/newgame.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

#define ROBOT "games@robot.example"
#define CARLA "carla@three.example"

/* ---- confirming ---- */

#define ASKING(name) FIXTURE_TEST(name, talking_start(fixture))

ASKING(a_letter_by_thread_alone_says_what_to_do_better)
{
    OWN(letter) letter = {0};
    uint64_t before = head(fixture);

    fixture_prove_nothing(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    fixture_send(fixture, ANNA, ROBOT, letter.message_id, "bid 3");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked thread-alone");
    assert_int_equal(head(fixture), before);
    newest_has(fixture, ANNA, "came to " ROBOT " itself");
    newest_has(fixture, ANNA, "\"Reply\"");
    newest_has(fixture, ANNA, "bid 3");
    newest_lacks(fixture, ANNA, "another address than yours");
    says(fixture, ANNA, "confirm", "accepted ");
    is_true(fixture);
}

ASKING(a_change_of_the_account_is_asked_about_as_what_it_is)
{
    fixture_prove_nothing(fixture);
    says(fixture, ANNA, "address add anna@new.example", "asked account");
    newest_has(fixture, ANNA, "what guards your account");
    newest_has(fixture, ANNA, "address add anna@new.example");
    newest_lacks(fixture, ANNA, "another address than yours");
    assert_int_equal(fixture_mail_count(fixture, "anna@new.example"), 0);
    says(fixture, ANNA, "confirm", "answered command");
    assert_int_equal(fixture_mail_count(fixture, "anna@new.example"), 1);
}

ASKING(what_a_letter_said_is_asked_about_in_its_owners_words)
{
    says(fixture, ANNA, "language es", "answered command");
    fixture_prove_nothing(fixture);
    says(fixture, ANNA, "address add anna@new.example", "asked account");
    newest_has(fixture, ANNA, "dirección añadir anna@new.example");
}

ASKING(orders_beside_a_guarded_change_count_once)
{
    uint64_t before = head(fixture);

    fixture_prove_nothing(fixture);
    says(fixture, ANNA, "say hello\nbid 3\naddress remove " ANNA, "asked account");
    assert_int_equal(head(fixture), before);
    says(fixture, ANNA, "confirm", "accepted ");
    newest_has(fixture, ANNA, "+ bid 3");
    newest_has(fixture, ANNA, "is your only address");
    assert_int_equal(head(fixture), before + 2); /* words, order */
    newest_has(fixture, BOB, "| hello");
    is_true(fixture);
}

ASKING(a_question_answered_with_something_else_says_what_it_takes)
{
    fixture_prove_nothing(fixture);
    says(fixture, ANNA, "address add anna@new.example", "asked account");
    says(fixture, ANNA, "bid 3", "answered not-confirmed");
    newest_has(fixture, ANNA, "takes the word \"confirm\" alone");
    newest_has(fixture, ANNA, ROBOT);
    assert_true(adjudicate_is_asked(fixture_position(fixture, 1), 1));
}

/* ---- answers that fit ---- */

ASKING(each_setting_of_a_letter_is_answered)
{
    says(fixture, ANNA, "board ascii\nzone Europe/Rome\ndigest weekly\nbid 3", "accepted ");
    newest_has(fixture, ANNA, "All of your orders were carried out.");
    newest_has(fixture, ANNA, "From now on: board ascii.");
    newest_has(fixture, ANNA, "Your time zone is Europe/Rome");
    newest_has(fixture, ANNA, "daily|each");
}

/* As people name a game in the line itself. */
ASKING(a_line_may_begin_with_its_game)
{
    uint64_t before = head(fixture);

    says(fixture, ANNA, "Game 1: bid 3", "accepted ");
    assert_int_equal(head(fixture), before + 1);
    says(fixture, BOB, "#1 bid 2", "accepted ");
    says(fixture, ANNA, "game 7: bid 3", "rejected several-games");
    says(fixture, ANNA, "Partida 1, estado", "answered command");
}

/* A letter without text whose subject is an order; the subject of an answer is ours. */
ASKING(an_order_may_stand_in_the_subject)
{
    OWN(letter) letter = {0};
    OWN(buf) bytes = {0};
    uint64_t before = head(fixture);

    fixture_prove_nothing(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    for (unsigned i = 0; i < 2; i++) {
        buf_clear(&bytes);
        buf_printf(&bytes,
                   "Return-Path: <%s>\nFrom: %s\nTo: %s\nMessage-ID: <subject%u@player.example>\n"
                   "Subject: %sbid 3\nContent-Type: text/plain\n\n",
                   ANNA, ANNA, letter.reply_to, i, i ? "" : "Re: ");
        fixture_deliver(fixture, bytes.at, bytes.length);
        fixture_settle(fixture);
        assert_int_equal(head(fixture), before + i);
    }
    assert_string_equal(fixture_outcome(fixture), "accepted ");
}

/* What is shown is the zone that was meant, and the hour there. */
ASKING(a_zone_is_what_people_mean)
{
    hears(fixture, ANNA, "zone UTC-5", "Your time zone is UTC-5; it is");
    newest_has(fixture, ANNA, "UTC-5");
    hears(fixture, ANNA, "time zone new york", "Your time zone is America/New_York");
    hears(fixture, ANNA, "zona PST", "Your time zone is America/Los_Angeles");
    hears(fixture, ANNA, "zone Foo+7", "We know no time zone \"Foo+7\"");
}

ASKING(a_wrong_setting_shows_its_own_form)
{
    hears(fixture, ANNA, "language xx", "en|es|it");
    hears(fixture, ANNA, "notes open", "[publish|private]");
    says(fixture, ANNA, "block Zoe", "answered command");
    newest_lacks(fixture, ANNA, "nothing was said");
    newest_has(fixture, ANNA, "nobody of that name");
}

ASKING(a_wish_for_notes_shows_them)
{
    hears(fixture, ANNA, "notes publish",
          "Your notes on this game are opened for all when it ends.");
    says(fixture, ANNA, "note mind the troll", "answered command");
    hears(fixture, ANNA, "notes private", "mind the troll");
}

ASKING(no_deadline_is_told_while_the_clocks_stand)
{
    newest_has(fixture, ANNA, "Reply by");
    says(fixture, ANNA, "pause", "answered command");
    says(fixture, BOB, "pause", "answered command");
    newest_has(fixture, ANNA, "The clocks are stopped; you have 7 days once");
    newest_lacks(fixture, ANNA, "Reply by");
    hears(fixture, ANNA, "status\ngames", "7 days left once the clocks run again.");
    newest_has(fixture, ANNA, "the clocks are stopped");
    newest_lacks(fixture, ANNA, "Until");
    newest_lacks(fixture, ANNA, "until");
    says(fixture, ANNA, "resume", "answered command");
    says(fixture, BOB, "resume", "answered command");
    newest_has(fixture, ANNA, "Reply by");
}

ASKING(undo_alone_does_not_guess_what_it_means)
{
    uint64_t before;
    char agree[64];

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command"); /* Bob has moved */
    before = head(fixture);
    says(fixture, BOB, "undo", "answered command");
    snprintf(agree, sizeof agree, "undo %u",
             (unsigned)replay_undo_agreed(fixture_position(fixture, 1)->replay, 1));
    newest_has(fixture, BOB, "Anna asks to go back");
    newest_has(fixture, BOB, agree + strlen("undo "));
    assert_int_equal(head(fixture), before);
    hears(fixture, BOB, agree, "Taken back.");
    is_true(fixture);
}

ASKING(nobody_watches_his_own_game)
{
    unsigned letters = fixture_mail_count(fixture, ANNA);

    hears(fixture, ANNA, "watch 1", "You play in game 1");
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + 1);
}

ASKING(strict_players_are_shown_what_they_may_write)
{
    says(fixture, ANNA, "language es\nstrict on", "answered command");
    hears(fixture, ANNA, "legal", "  bid 3");
    says(fixture, ANNA, "bid 3", "accepted ");
}

ASKING(a_question_is_no_order)
{
    says(fixture, ANNA, "bid 3?", "asked ambiguous"); /* it may be a polite order: asked back */
    newest_has(fixture, ANNA, "bid 3");
    says(fixture, ANNA, "preview\nbid 3", "answered preview");
    says(fixture, ANNA, "bid 3", "accepted ");
}

/* The first question of Dungeon Twister has 1,680 answers. */
ASKING(a_long_list_of_orders_is_in_the_readers_words_and_has_a_page)
{
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};

    OK(desk_begin(fixture->desk, &err));
    OK(people_change(fixture->desk, 1, "format", "html", &err));
    OK(people_change(fixture->desk, 1, "language", "es", &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    says(fixture, ANNA, "luck a", "answered command");
    says(fixture, BOB, "luck b", "answered command");
    newest_has(fixture, ANNA, "Por ejemplo:\n  equipo ");
    says(fixture, ANNA, "legal", "answered command");
    fixture_newest(fixture, ANNA, &letter, &raw);
    assert_non_null(strstr(letter.text, "1680 \xC3\xB3rdenes legales:\n  equipo "));
    assert_null(strstr(letter.text, "team "));
    assert_non_null(strstr(raw.at, "text/html"));
}

/* ---- seats ---- */

/* An anonymous game of Anna and Bob, in which Carla takes Bob's seat. */
static int64_t replace_bob(struct fixture *fixture, int64_t *carla)
{
    struct newgame wanted = {
        .played = &toy_game, .options = "", .seats = 2, .anonymous = true, .player = {0, 1, 2}};
    struct verdict verdict = {0};
    int64_t game;
    struct position *position;
    struct err err = {0};

    *carla = fixture_player(fixture, "Carla", CARLA);
    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    assert_int_equal(newgame_make(fixture->desk, &wanted, &game, &verdict, &err), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    fixture_round(fixture);
    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    assert_int_equal(position_get(fixture->desk, game, &position, &err), RC_OK);
    assert_int_equal(seating_replace(fixture->desk, position, ENTRY_KEEPER, 2, *carla, false, &err),
                     RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    return game;
}

ASKING(a_new_player_of_an_anonymous_game_stays_unknown)
{
    int64_t carla;

    replace_bob(fixture, &carla);
    fixture_round(fixture);
    newest_has(fixture, ANNA, "Another player has the seat of Player 2");
    newest_lacks(fixture, ANNA, "Bob");
    newest_lacks(fixture, ANNA, "Carla");
    newest_lacks(fixture, CARLA, "Anna");
    newest_lacks(fixture, CARLA, "Bob");
}

ASKING(who_left_a_seat_is_told_so_and_troubles_nobody)
{
    OWN(letter) letter = {0};
    int64_t carla, game;
    unsigned letters;

    game = replace_bob(fixture, &carla);
    fixture_newest(fixture, BOB, &letter, NULL);
    fixture_round(fixture);
    letters = fixture_mail_count(fixture, CARLA);
    fixture_send(fixture, BOB, letter.reply_to, letter.message_id, "luck pears");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected seat-left");
    newest_has(fixture, BOB, "when you had this seat");
    assert_int_equal(fixture_mail_count(fixture, CARLA), letters);
    assert_int_equal(fixture_position(fixture, game)->luck[2], ENTRY_LUCK_NONE);
}

/* ---- luck ---- */

/* A second game, whose luck nobody has given. */
static int64_t start_second(struct fixture *fixture)
{
    int64_t game = fixture_game(fixture, &toy_game, "");

    fixture_round(fixture);
    return game;
}

ASKING(words_are_luck_where_they_say_so)
{
    int64_t game = start_second(fixture);

    hears(fixture, ANNA, "legal", "Give your share of the luck");
    newest_lacks(fixture, ANNA, "nothing for you to order");
    says(fixture, ANNA, "I do not know what that is", "rejected luck");
    newest_has(fixture, ANNA, "your letter gave none");
    assert_int_equal(fixture_position(fixture, game)->luck[1], ENTRY_LUCK_NONE);
    hears(fixture, ANNA, "luck seven grey geese", "seven grey geese");
    newest_lacks(fixture, ANNA, "not understood");
    assert_int_equal(fixture_position(fixture, game)->luck[1], ENTRY_LUCK_WORDS);
    says(fixture, BOB, "bid 3", "accepted ");
    newest_has(fixture, BOB, "Your luck is noted.");
}

ASKING(luck_that_was_to_be_sealed_is_not_given_openly)
{
    int64_t game = start_second(fixture);

    says(fixture, ANNA, "luck/1 sealed abcd", "rejected no-line");
    assert_int_equal(fixture_position(fixture, game)->luck[1], ENTRY_LUCK_NONE);
}

ASKING(a_line_is_quoted_as_it_was_spelt)
{
    writes(fixture, ANNA, "gimme anuther froog pls");
    newest_has(fixture, ANNA, "- gimme anuther froog pls");
}

TESTS(NULL, NULL)
