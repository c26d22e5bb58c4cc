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

static const char anna[] = "anna@one.example", bob[] = "bob@two.example";
static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400 };

static void start(struct fixture *fixture)
{
    fixture_make(fixture, games_list);
    fixture_player(fixture, "Anna", anna);
    fixture_player(fixture, "Bob", bob);
    fixture_round(fixture);
}

static void write_to(struct fixture *fixture, const char *from, const char *line)
{
    fixture_send(fixture, from, NULL, NULL, line);
    fixture_settle(fixture);
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
    write_to(fixture, anna, "invite Bob to toy");
    for (unsigned day = 0; day < 28; day++) {
        fixture->now_s += DAY_S;
        fixture_settle(fixture);
    }
    assert_int_equal(told(fixture, bob, "still waits for your"), 1);
    assert_int_equal(told(fixture, bob, "* accept 1"), 1);
    assert_int_equal(told(fixture, anna, "Your seat in offer 1"), 1);
    assert_int_equal(told(fixture, bob, "has ended"), 0);
    for (unsigned day = 0; day < 5; day++) {
        fixture->now_s += DAY_S;
        fixture_settle(fixture);
    }
    assert_int_equal(told(fixture, bob, "has ended"), 1);
    assert_int_equal(told(fixture, anna, "has ended"), 1);
    assert_int_equal(told(fixture, anna, "You are invited"), 0); /* at the head of her letters */
    assert_int_equal(told(fixture, bob, "still waits for your"), 1);
    write_to(fixture, bob, "accept 1");
    assert_int_equal(told(fixture, bob, "is not there"), 1);
}

FIXTURE_TEST(an_offer_that_was_answered_is_not_reminded_of, start(fixture))
{
    write_to(fixture, anna, "invite Bob to toy");
    write_to(fixture, bob, "decline 1");
    assert_int_equal(told(fixture, anna, "You are invited"), 0);
    fixture->now_s += 40 * DAY_S;
    fixture_settle(fixture);
    assert_int_equal(told(fixture, bob, "still waits for your"), 0);
    assert_int_equal(told(fixture, anna, "has ended"), 0);
}

FIXTURE_TEST(an_open_challenge_may_be_for_a_range_of_ratings, start(fixture))
{
    write_to(fixture, anna, "challenge toy with rating=1600..");
    write_to(fixture, bob, "challenges");
    assert_int_equal(told(fixture, bob, "rating=1600.."), 1);
    write_to(fixture, bob, "accept 1");
    assert_int_equal(told(fixture, bob, "yours in this game is 1500"), 1);
    write_to(fixture, anna, "challenge toy with rating=1400..1600");
    write_to(fixture, bob, "accept 2");
    assert_int_equal(told(fixture, bob, "All seats are taken"), 1);
    write_to(fixture, anna, "challenge toy with rating=1600..1400");
    assert_int_equal(told(fixture, anna, "Ratings are written like"), 1);
    write_to(fixture, anna, "invite Bob to toy with rating=1400..");
    assert_int_equal(told(fixture, anna, "challenges to everybody"), 1);
}

TESTS(NULL, NULL)

FIXTURE_TEST(an_offer_that_is_listed_has_its_line_to_answer_by, start(fixture))
{
    write_to(fixture, anna, "challenge toy");
    write_to(fixture, bob, "challenges");
    assert_int_equal(told(fixture, bob, "* accept 1"), 1);
    write_to(fixture, anna, "challenges");
    assert_int_equal(told(fixture, anna, "* accept 1"), 0);
}

FIXTURE_TEST(terms_in_words_are_told_to_who_says_them, start(fixture))
{
    write_to(fixture, anna, "invite Bob to toy, every evening at 9, Rome time");
    assert_int_equal(told(fixture, anna, "turn=daily@21:00"), 1);
    assert_int_equal(told(fixture, bob, "turn=daily@21:00"), 1);
    write_to(fixture, anna, "only people around 1500 please");
    assert_int_equal(told(fixture, anna, "with rating=1400..1600"), 1);
    write_to(fixture, anna, "invite Bob to toy");
    assert_int_equal(told(fixture, anna, "Its terms"), 1);
}

FIXTURE_TEST(who_is_invited_reads_what_the_terms_mean, start(fixture))
{
    write_to(fixture, anna,
             "invite Bob to toy with turn=wed+sun@20:00 zone=Europe/Rome away=2 stock=3 lend=7");
    assert_int_equal(told(fixture, bob, "Sun at 20:00"), 1);
    assert_int_equal(told(fixture, bob, "misses 2"), 1);
    assert_int_equal(told(fixture, bob, "stock on"), 1);
    assert_int_equal(told(fixture, bob, "\"extension\""), 0);
}

/* He who named no zone agreed to an hour in the game's. */
FIXTURE_TEST(a_deadline_is_told_in_the_zone_of_its_hour, start(fixture))
{
    write_to(fixture, anna, "invite Bob to toy with setup=daily@21:00 zone=Europe/Rome");
    write_to(fixture, bob, "accept 1");
    assert_true(told(fixture, bob, "21:00 CE") > 0);
}

FIXTURE_TEST(a_spanish_invitation_names_whom_behind_a, start(fixture))
{
    write_to(fixture, anna, "idioma espa\xC3\xB1ol");
    write_to(fixture, anna, "invitar a Bob a toy con turno=2d");
    assert_int_equal(told(fixture, bob, "Anna invites you"), 1);
}
