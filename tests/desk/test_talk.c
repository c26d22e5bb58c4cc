/* What players say besides orders: taking back, words to each other. Every effect on a game is an
 * entry that all exports prove. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/desk/talking.h"

/* ---- taking back ---- */

static void an_own_order_is_taken_back_while_nobody_saw_anything(void **state)
{
    struct fixture *fixture = *state;

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    newest_has(fixture, ANNA, "Taken back");
    newest_has(fixture, ANNA, "You are asked");
    newest_has(fixture, BOB, "Anna has taken back \"bid\"");
    says(fixture, ANNA, "bid 1", "accepted ");
    says(fixture, BOB, "bid 2", "accepted ");
    newest_has(fixture, ANNA, "Bob");
    is_true(fixture);
}

static void orders_follow_an_undo_in_one_letter(void **state)
{
    struct fixture *fixture = *state;

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, ANNA, "undo\nbid 4", "accepted ");
    newest_has(fixture, ANNA, "+ bid 4");
    says(fixture, ANNA, "bid 3\nundo", "rejected no-line");
    newest_has(fixture, ANNA, "first line");
    is_true(fixture);
}

static void after_something_was_seen_the_others_must_agree(void **state)
{
    struct fixture *fixture = *state;
    uint64_t to = head(fixture);
    char line[32];

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    newest_has(fixture, ANNA, "Something has come to light since");
    newest_has(fixture, BOB, "Anna asks to take back");
    assert_int_equal(fixture_position(fixture, 1)->decision_count, 2);
    snprintf(line, sizeof line, "undo %u", (unsigned)to);
    says(fixture, BOB, line, "answered command");
    newest_has(fixture, BOB, "Taken back");
    newest_has(fixture, ANNA, "All agreed");
    newest_has(fixture, ANNA, "You are asked");
    says(fixture, ANNA, "bid 0", "accepted ");
    says(fixture, BOB, "bid 4", "accepted ");
    is_true(fixture);
}

static void who_does_not_agree_is_heard(void **state)
{
    struct fixture *fixture = *state;

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    says(fixture, BOB, "no undo", "answered command");
    newest_has(fixture, BOB, "It stays as it is");
    newest_has(fixture, ANNA, "Bob does not agree");
    says(fixture, BOB, "no undo", "answered command");
    newest_has(fixture, BOB, "Nobody asks");
    is_true(fixture);
}

static void a_request_lapses_with_the_next_order(void **state)
{
    struct fixture *fixture = *state;
    uint64_t to = head(fixture);
    char line[32];

    says(fixture, ANNA, "bid 3", "accepted ");
    says(fixture, BOB, "bid 1", "accepted ");
    says(fixture, ANNA, "undo", "answered command");
    says(fixture, BOB, "bid 2", "accepted ");
    snprintf(line, sizeof line, "undo %u", (unsigned)to);
    says(fixture, BOB, line, "answered command");
    newest_has(fixture, BOB, "Something has come to light since"); /* it is his request now */
    is_true(fixture);
}

static void what_cannot_be_taken_back_is_told_so(void **state)
{
    struct fixture *fixture = *state;

    says(fixture, ANNA, "undo", "answered command");
    newest_has(fixture, ANNA, "no order that could be taken back");
    says(fixture, ANNA, "undo 1", "answered command");
    newest_has(fixture, ANNA, "cannot go back to entry 1");
    says(fixture, ANNA, "undo 9999", "answered command");
    newest_has(fixture, ANNA, "cannot go back to entry 9999");
    says(fixture, ANNA, "preview\nundo", "answered command");
    newest_has(fixture, ANNA, "In a preview");
}

/* Draws and seals of what was undone come again, the draws with the same values. */
static void an_undone_game_goes_on_to_a_proved_end(void **state)
{
    struct fixture *fixture = *state;

    for (unsigned round = 0; round < 200; round++) {
        char order[ORDER_TEXT_BYTES];
        unsigned seat = 1 + fixture_below(fixture, 2);
        const char *who = seat == 1 ? ANNA : BOB;

        if (fixture_position(fixture, 1)->phase == POSITION_OVER)
            break;
        if (fixture_random_order(fixture, 1, seat, order)) {
            says(fixture, who, order, "accepted ");
            if (fixture_below(fixture, 3) == 0)
                take_back(fixture, seat);
        }
    }
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    is_true(fixture);
}

/* ---- words ---- */

static void words_reach_the_other_player(void **state)
{
    struct fixture *fixture = *state;

    says(fixture, ANNA, "say good luck to you", "answered command");
    newest_has(fixture, ANNA, "on their way");
    newest_has(fixture, BOB, "Anna says:");
    newest_has(fixture, BOB, "| good luck to you");
    says(fixture, BOB, "say to Anna: only for you\nbid 2", "accepted ");
    newest_has(fixture, ANNA, "Bob says to you alone:");
    newest_has(fixture, ANNA, "| only for you");
    says(fixture, BOB, "say to Carl: who?", "answered command");
    newest_has(fixture, BOB, "nobody of that name");
    says(fixture, ANNA, "bid 1", "accepted ");
    is_true(fixture);
}

static void words_may_fill_several_lines(void **state)
{
    struct fixture *fixture = *state;

    says(fixture, ANNA, "say\nDear Bob,\nbid 3 is what I would do.\n.\nbid 2", "accepted ");
    newest_has(fixture, BOB, "| Dear Bob,\n");
    newest_has(fixture, BOB, "| bid 3 is what I would do.");
    newest_has(fixture, ANNA, "+ bid 2");
    says(fixture, BOB,
         "say this is a line that was so long that my own mail program has\n"
         "broken it for me\nbid 1",
         "accepted ");
    newest_has(fixture, ANNA, "my own mail program has broken");
    is_true(fixture);
}

static void words_stand_in_the_exports_of_those_they_are_for(void **state)
{
    struct fixture *fixture = *state;

    says(fixture, ANNA, "say to all: hello everybody", "answered command");
    says(fixture, ANNA, "say to Bob: secretly", "answered command");
    assert_true(export_has(fixture, RECORD_FOR_ALL, "hello everybody"));
    assert_false(export_has(fixture, RECORD_FOR_ALL, "secretly"));
    assert_true(export_has(fixture, 1, "secretly"));
    assert_true(export_has(fixture, 2, "secretly"));
    is_true(fixture);
}

int main(void)
{
#define TALK(name) cmocka_unit_test_setup_teardown(name, talking_setup, talking_teardown)
    const struct CMUnitTest tests[] = {
        TALK(an_own_order_is_taken_back_while_nobody_saw_anything),
        TALK(orders_follow_an_undo_in_one_letter),
        TALK(after_something_was_seen_the_others_must_agree),
        TALK(who_does_not_agree_is_heard),
        TALK(a_request_lapses_with_the_next_order),
        TALK(what_cannot_be_taken_back_is_told_so),
        TALK(an_undone_game_goes_on_to_a_proved_end),
        TALK(words_reach_the_other_player),
        TALK(words_may_fill_several_lines),
        TALK(words_stand_in_the_exports_of_those_they_are_for),
    };
    return cmocka_run_group_tests_name("talk", tests, NULL, NULL);
}
