/* SPDX-License-Identifier: MIT */
/* Letters that leave although no replica holds what they tell ([server] replica_wait): the log of
 * each game that they are of says so, once in an outage, and its players are told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/export.h"
#include "schedule/schedule.h"
#include "tests/house/talking.h"
#include "tests/test.h"

enum { MINUTE = 60, HOUR = 3600 };

/* As the daemon sees a replica that has been away for so long. */
static void note(struct fixture *fixture, int64_t waited_s, bool without)
{
    struct replica_state state = {
        .how = REPLICA_AWAY, .waited_s = waited_s, .without = without, .why = "no such folder"};
    struct err err = {0};

    if (replica_health_note(fixture->desk, &state, &err) != RC_OK)
        fail_msg("%s", err.text);
}

static void note_well(struct fixture *fixture)
{
    struct err err = {0};

    assert_int_equal(
        replica_health_note(fixture->desk, &(struct replica_state){.how = REPLICA_CURRENT}, &err),
        RC_OK);
}

static unsigned remarks(struct fixture *fixture, int64_t game)
{
    static const char words[] = "letters leave although no second machine holds what they tell";
    OWN(buf) file = {0};
    unsigned count = 0;

    OK(export_game(fixture->desk, game, RECORD_FOR_ALL, &file, &err));
    for (const char *at = buf_text(&file); (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

#define STANDBY(name) FIXTURE_TEST(name, talking_start(fixture))

STANDBY(letters_that_leave_without_a_replica_are_told_in_their_game)
{
    unsigned letters = fixture_mail_count(fixture, ANNA);

    fixture->now_s += HOUR;
    note(fixture, 2 * MINUTE, false);
    assert_int_equal(remarks(fixture, 1), 0); /* letters wait */
    says(fixture, ANNA, "bid 3", "accepted ");
    note(fixture, 3 * MINUTE, true);
    assert_int_equal(remarks(fixture, 1), 1);
    fixture_settle(fixture);
    assert_true(fixture_mail_count(fixture, ANNA) > letters);
    newest_has(fixture, ANNA, "no second machine holds what they tell");
    newest_has(fixture, BOB, "no second machine holds what they tell");
    /* once */
    fixture->now_s += 2 * MINUTE;
    says(fixture, BOB, "bid 2", "accepted ");
    note(fixture, 5 * MINUTE, true);
    fixture->now_s += 2 * MINUTE;
    note(fixture, 7 * MINUTE, true);
    assert_int_equal(remarks(fixture, 1), 1);
    /* and once in the next outage */
    note_well(fixture);
    fixture->now_s += HOUR;
    note(fixture, MINUTE, true);
    assert_int_equal(remarks(fixture, 1), 1); /* nothing happened in it yet */
    says(fixture, ANNA, "bid 1", "accepted ");
    fixture->now_s += 2 * MINUTE;
    note(fixture, 3 * MINUTE, true);
    assert_int_equal(remarks(fixture, 1), 2);
    is_true(fixture);
}

STANDBY(a_game_that_stands_where_the_replica_has_it_says_nothing)
{
    fixture->now_s += HOUR;
    note(fixture, 10 * MINUTE, true);
    assert_int_equal(remarks(fixture, 1), 0);
}

STANDBY(a_game_that_is_made_meanwhile_says_so_too)
{
    fixture->now_s += HOUR;
    note(fixture, 10 * MINUTE, true);
    fixture->now_s += 2 * MINUTE;
    fixture_game(fixture, fixture_position(fixture, 1)->played, "");
    note(fixture, 12 * MINUTE, true);
    assert_int_equal(remarks(fixture, 1), 0);
    assert_int_equal(remarks(fixture, 2), 1);
}

TESTS(NULL, NULL)
