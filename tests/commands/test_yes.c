/* SPDX-License-Identifier: MIT */
/* What a bare "yes" is taken for: what the letter proposed that it answers, and nothing else. */
#include <string.h>

#include "games/games.h"
#include "rules/understand.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/test.h"

static const char *address_of(unsigned seat)
{
    return seat == 1 ? ANNA : BOB;
}

/* The seat that is asked whether it uses something, where "yes" is an order. */
static unsigned asked_to_use(struct fixture *fixture)
{
    const struct position *position = fixture_position(fixture, 1);
    unsigned seat = position->decision_count ? position->decision[0].seat : 0;
    struct understanding read;

    return seat && understand_line(position->played, position_rulebook(position),
                                   language_lexicon(library_language(fixture->desk->library, "en"),
                                                    position->played),
                                   seat, position_state(position), "yes", 3, NULL, NULL,
                                   &read) == VERDICT_DONE
               ? seat
               : 0;
}

/* One game by chance, up to that question; 0: it ended without. */
static unsigned play(struct fixture *fixture, uint64_t chance)
{
    static const struct game *one[2];
    char line[ORDER_TEXT_BYTES];
    unsigned seat = 0;

    one[0] = games_find("welcome_back");
    fixture_make(fixture, one);
    fixture->random += chance;
    fixture_start(fixture, one[0]);
    while (fixture_position(fixture, 1)->decision_count && !(seat = asked_to_use(fixture))) {
        unsigned next = fixture_position(fixture, 1)->decision[0].seat;

        assert_true(fixture_random_order(fixture, 1, next, line));
        writes(fixture, address_of(next), line);
    }
    if (!seat)
        fixture_remove(fixture);
    return seat;
}

static unsigned begin(struct fixture *fixture)
{
    enum { GAMES_MOST = 40 };
    unsigned seat = 0;

    for (uint64_t chance = 0; !seat && chance < GAMES_MOST; chance++)
        seat = play(fixture, chance);
    assert_true(seat);
    return seat;
}

TEST(a_yes_to_another_question_than_the_games_uses_nothing)
{
    struct fixture fixture;
    unsigned seat = begin(&fixture);
    const char *me = address_of(seat);
    uint64_t before = head(&fixture);

    hears(&fixture, me, "vacation some day soon", "Write the first and the last day");
    says(&fixture, me, "Yes", "asked yes");
    newest_has(&fixture, me, "A \"yes\" says enough");
    assert_int_equal(head(&fixture), before);
    says(&fixture, me, "Yes", "accepted ");
    assert_true(head(&fixture) > before);
    fixture_remove(&fixture);
}

TEST(a_yes_to_the_games_own_question_answers_it)
{
    struct fixture fixture;
    unsigned seat = begin(&fixture);

    says(&fixture, address_of(seat), "Yes", "accepted ");
    fixture_remove(&fixture);
}

TEST(a_yes_books_the_days_that_were_offered)
{
    static const char *const yes[] = {"Yes", "Yes, please book that", "yep book it",
                                      "Yes, that is what I meant."};
    struct fixture fixture;
    unsigned seat = begin(&fixture);
    uint64_t before = head(&fixture);

    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        says(&fixture, address_of(seat), "From the 7th to the 11th of December",
             "answered command");
        newest_has(&fixture, address_of(seat), "Nothing is booked yet");
        says(&fixture, address_of(seat), yes[i], "answered command");
        newest_has(&fixture, address_of(seat), "11 Dec");
        newest_lacks(&fixture, address_of(seat), "Nothing is booked yet");
        says(&fixture, address_of(seat), "vacation off", "answered command");
        newest_has(&fixture, address_of(seat), "You are asked");
    }
    assert_true(before > 0);
    fixture_remove(&fixture);
}

TEST(a_yes_to_what_proposes_several_is_asked_back)
{
    struct fixture fixture;
    unsigned seat = begin(&fixture);
    uint64_t before = head(&fixture);

    writes(&fixture, address_of(seat), "I passed last time, so now a new card please");
    says(&fixture, address_of(seat), "Yes", "asked yes");
    assert_int_equal(head(&fixture), before);
    fixture_remove(&fixture);
}

/* Bob's game waits for his luck; Carol's invitation comes between. */
static void invite(struct fixture *fixture)
{
    static const struct game *one[2];

    one[0] = games_find("welcome_back");
    fixture_pair(fixture, one);
    fixture_game(fixture, one[0], "");
    fixture_round(fixture);
    sends(fixture, ANNA, "invite Bob to welcome back");
    newest_has(fixture, BOB, "Anna invites you");
}

TEST(a_yes_to_an_invitation_is_about_the_invitation)
{
    static const char *const yes[] = {"Yes",
                                      "Yes please, I should love to.",
                                      "sure why not",
                                      "Count me in",
                                      "With pleasure!",
                                      "I accept Anna's invitation"};

    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        struct fixture fixture;
        uint64_t before;

        invite(&fixture);
        before = head(&fixture);
        says(&fixture, BOB, yes[i], "answered command");
        assert_int_equal(head(&fixture), before);
        was_told(&fixture, BOB, "begins");
        fixture_remove(&fixture);
    }
}

FIXTURE_TEST(what_answers_an_invitation_and_is_not_understood_asks_about_it, invite(fixture))
{
    uint64_t before = head(fixture);

    ROWS_EACH(row, "tests/commands/people.rows", "an_invitation_is_answered_at_length") {
        writes(fixture, BOB, row.cell[0]);
        newest_has(fixture, BOB, row.cell[1]);
        newest_has(fixture, BOB, row.cell[2]);
    }
    assert_int_equal(head(fixture), before);
}

FIXTURE_TEST(who_takes_one_invitation_and_not_another_is_asked, invite(fixture))
{
    uint64_t before = head(fixture);

    sends(fixture, BOB, "I accept Tom's offer but not Anna's");
    newest_has(fixture, BOB, "accept");
    assert_int_equal(head(fixture), before);
}

FIXTURE_TEST(days_off_are_offered_beside_the_invitation_that_is_answered, invite(fixture))
{
    writes(fixture, BOB, "I'm on vacation 10 to 20 August, can you stop my games?");
    newest_has(fixture, BOB, "accept 1");
    newest_has(fixture, BOB, "vacation 20");
}

/* ---- whoever is named is invited ---- */

TEST(all_who_are_named_are_invited_and_hear_of_each_other)
{
    static const struct game *one[2];
    struct fixture fixture;

    one[0] = games_find("welcome_back");
    fixture_make(&fixture, one);
    fixture_player(&fixture, "Anna", ANNA);
    fixture_player(&fixture, "Grandma Joan", BOB);
    fixture_player(&fixture, "Tom", "tom@three.example");
    fixture_round(&fixture);
    asks(&fixture, ANNA, "May I play Welcome Back to the Dungeon with Grandma Joan and Tom?",
         "to Grandma Joan, Tom");
    newest_has(&fixture, BOB, "Invited beside you: Tom.");
    newest_has(&fixture, "tom@three.example", "Invited beside you: Grandma Joan.");
    asks(&fixture, ANNA, "May I play Welcome Back with Tom and Nemo?", "invited as \"Nemo\"");
    asks(&fixture, ANNA, "is there anyone to play WB with?", "challenge Welcome Back");
    asks(&fixture, ANNA, "how do you win", "Welcome Back to the Dungeon\nThe last one");
    newest_has(&fixture, "tom@three.example", "Invited beside you: Grandma Joan.");
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
