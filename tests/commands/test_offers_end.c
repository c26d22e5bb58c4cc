/* SPDX-License-Identifier: MIT */
/* Offers by letter that nobody takes up: reminded of once, ended by themselves; and a range of
 * ratings for who may take a seat. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/fixture.h"
#include "tests/house/searching.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400 };

static void start(struct fixture *fixture)
{
    fixture_pair(fixture, games_list);
    fixture_round(fixture);
}

/* How often his letters say it. */
static unsigned told(struct fixture *fixture, const char *address, const char *words)
{
    OWN(buf) raw = {0}, text = {0};
    unsigned count = 0;

    search_mailbox(fixture, address, &raw, &text);
    for (const char *at = buf_text(&text); (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

FIXTURE_TEST(an_offer_ends_by_itself_after_one_reminder, start(fixture))
{
    sends(fixture, ANNA, "invite Bob to toy");
    for (unsigned day = 0; day < 28; day++) {
        fixture->now_s += DAY_S;
        fixture_settle(fixture);
    }
    assert_int_equal(told(fixture, BOB, "still waits for your"), 1);
    assert_int_equal(told(fixture, BOB, "* accept 1"), 2); /* the invitation has it, too */
    assert_int_equal(told(fixture, ANNA, "Your seat in offer 1"), 1);
    assert_int_equal(told(fixture, BOB, "has ended"), 0);
    for (unsigned day = 0; day < 5; day++) {
        fixture->now_s += DAY_S;
        fixture_settle(fixture);
    }
    assert_int_equal(told(fixture, BOB, "has ended"), 1);
    assert_int_equal(told(fixture, ANNA, "has ended"), 1);
    assert_int_equal(told(fixture, ANNA, "You are invited"), 0); /* at the head of her letters */
    assert_int_equal(told(fixture, BOB, "still waits for your"), 1);
    sends(fixture, BOB, "accept 1");
    assert_int_equal(told(fixture, BOB, "is not there"), 1);
}

FIXTURE_TEST(an_offer_that_was_answered_is_not_reminded_of, start(fixture))
{
    sends(fixture, ANNA, "invite Bob to toy");
    sends(fixture, BOB, "decline 1");
    assert_int_equal(told(fixture, ANNA, "You are invited"), 0);
    fixture->now_s += 40 * DAY_S;
    fixture_settle(fixture);
    assert_int_equal(told(fixture, BOB, "still waits for your"), 0);
    assert_int_equal(told(fixture, ANNA, "has ended"), 0);
}

FIXTURE_TEST(an_open_challenge_may_be_for_a_range_of_ratings, start(fixture))
{
    sends(fixture, ANNA, "challenge toy with rating=1600..");
    sends(fixture, BOB, "challenges");
    assert_int_equal(told(fixture, BOB, "for ratings ≥ 1600."), 1);
    assert_int_equal(told(fixture, BOB, "* accept 1"), 0);
    sends(fixture, BOB, "accept 1");
    assert_int_equal(told(fixture, BOB, "yours in this game is 1500"), 1);
    sends(fixture, ANNA, "challenge toy with rating=1400..1600");
    sends(fixture, BOB, "accept 2");
    assert_int_equal(told(fixture, BOB, "All seats are taken"), 1);
    sends(fixture, ANNA, "challenge toy with rating=1600..1400");
    assert_int_equal(told(fixture, ANNA, "Ratings are written like"), 1);
    sends(fixture, ANNA, "invite Bob to toy with rating=1400..");
    assert_int_equal(told(fixture, ANNA, "challenges to everybody"), 1);
    sends(fixture, ANNA, "challenge toy rating=1400..");
    assert_int_equal(told(fixture, ANNA, "for ratings ≥ 1400."), 1);
    sends(fixture, BOB, "challenges");
    assert_int_equal(told(fixture, BOB, "* accept 3"), 1);
    sends(fixture, BOB, "accept 9");
    assert_int_equal(told(fixture, BOB, "Offer 9 is not there"), 1);
}

TESTS(NULL, NULL)

FIXTURE_TEST(an_offer_that_is_listed_has_its_line_to_answer_by, start(fixture))
{
    sends(fixture, ANNA, "challenge toy");
    sends(fixture, BOB, "challenges");
    assert_int_equal(told(fixture, BOB, "* accept 1"), 1);
    sends(fixture, ANNA, "challenges");
    assert_int_equal(told(fixture, ANNA, "* accept 1"), 0);
    sends(fixture, BOB, "challenges");
    fixture_answer(fixture, BOB, "I'll take that one");
    fixture_settle(fixture);
    assert_int_equal(fixture_position(fixture, 1)->genesis.seats, 2);
}

FIXTURE_TEST(a_challenge_is_taken_by_whose_it_is, start(fixture))
{
    sends(fixture, ANNA, "name Anna Lee\nchallenge toy");
    sends(fixture, BOB, "Hi I accept Anna's challenge");
    assert_int_equal(fixture_position(fixture, 1)->genesis.seats, 2);
    sends(fixture, ANNA, "challenge toy");
    sends(fixture, ANNA, "challenge toy");
    sends(fixture, BOB, "Take Anna Lee's, please");
    assert_int_equal(told(fixture, BOB, "* accept 2"), 1);
}

FIXTURE_TEST(terms_in_words_are_told_to_who_says_them, start(fixture))
{
    sends(fixture, ANNA, "invite Bob to toy, every evening at 9, Rome time");
    assert_int_equal(told(fixture, ANNA, "21:00, Europe/Rome"), 1);
    assert_int_equal(told(fixture, BOB, "21:00, Europe/Rome"), 1);
    sends(fixture, ANNA, "only people around 1500 please");
    assert_int_equal(told(fixture, ANNA, "with rating=1400..1600"), 1);
    sends(fixture, ANNA, "invite Bob to toy");
    assert_int_equal(told(fixture, ANNA, "The others read"), 1);
}

FIXTURE_TEST(terms_stay_where_it_is_asked_against_whom, start(fixture))
{
    sends(fixture, ANNA, "offer toy turn=6h away=2 yearly=2");
    assert_int_equal(told(fixture, ANNA, "* challenge Toy with turn=6h away=2 yearly=2"), 1);
    sends(fixture, ANNA, "I'd like to play toy with anybody, a vacation of 3 days a year each");
    assert_int_equal(told(fixture, ANNA, "Your vacation"), 0);
    assert_int_equal(told(fixture, ANNA, "* challenge Toy\n"), 1);
}

FIXTURE_TEST(who_is_invited_reads_what_the_terms_mean, start(fixture))
{
    sends(fixture, ANNA,
          "invite Bob to toy with turn=wed+sun@20:00 zone=Europe/Rome away=2 stock=3 lend=7");
    assert_int_equal(told(fixture, BOB, "Sun at 20:00"), 1);
    assert_int_equal(told(fixture, BOB, "misses 2"), 1);
    assert_int_equal(told(fixture, BOB, "stock on"), 1);
    assert_int_equal(told(fixture, BOB, "\"extension\""), 0);
    sends(fixture, ANNA, "challenge toy yearly=2 away=2");
    assert_int_equal(told(fixture, ANNA, "2 of a year"), 1);
    sends(fixture, BOB, "challenges");
    assert_int_equal(told(fixture, BOB, "2 of a year"), 1);
    assert_int_equal(told(fixture, BOB, "misses 2"), 3);
    assert_int_equal(told(fixture, BOB, "host"), 0);
}

/* He who named no zone agreed to an hour in the game's. */
FIXTURE_TEST(a_deadline_is_told_in_the_zone_of_its_hour, start(fixture))
{
    sends(fixture, ANNA, "invite Bob to toy with setup=daily@21:00 zone=Europe/Rome");
    sends(fixture, BOB, "accept 1");
    assert_true(told(fixture, BOB, "21:00 CE") > 0);
}

FIXTURE_TEST(a_spanish_invitation_names_whom_behind_a, start(fixture))
{
    sends(fixture, ANNA, "idioma espa\xC3\xB1ol");
    sends(fixture, ANNA, "invitar a Bob a toy con turno=2d");
    assert_int_equal(told(fixture, BOB, "Anna invites you"), 1);
}
