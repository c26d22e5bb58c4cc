/* SPDX-License-Identifier: MIT */
/* Notices that nobody takes: tried again later and later, then stopped, and who is told of it. The
 * clock is the test's; tests/cli/test_notices.sh has servers that answer. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ledger/knocks.h"
#include "outbound/knocks.h"
#include "schedule/health.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/test.h"
#include "tests/toy/toy.h"

static const struct game *const games_list[] = {&toy_game, NULL};
static const char anna[] = "anna@one.example";
enum { MINUTE_S = 60, HOUR_S = 3600, DAY_S = 86400 };

/* Anna has her notices where nobody listens, and one waits: that a game begins. */
static void start(struct fixture *fixture)
{
    struct knock_place place;

    fixture_make(fixture, games_list);
    fixture_player(fixture, "Anna", anna);
    fixture_player(fixture, "Bob", "bob@two.example");
    fixture->config.notices.on = fixture->config.notices.inside = true;
    fixture->config.notices.hourly = 100;
    assert_true(knocks_read_wish("webhook https://127.0.0.1:1/nobody", &place));
    OK(desk_begin(fixture->desk, &err));
    OK(knocks_set(fixture->desk, 1, &place, &err));
    OK(ledger_knocks_forget(fixture->desk->ledger, 1, &err)); /* the code */
    OK(knocks_confirm(fixture->desk, 1, &place, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_round(fixture);
}

/* The row of Anna's notice; none: no tries. */
static struct ledger_knock tried(struct fixture *fixture)
{
    struct err err = {0};
    struct ledger_rows rows = ledger_knocks_tried(fixture->desk->ledger, &err);
    struct ledger_knock row, found = {0};

    while (ledger_next(&rows, &row))
        found = row;
    must(ledger_end(&rows), &err);
    found.note = NULL;
    return found;
}

static struct health health_of(struct fixture *fixture)
{
    struct health health = {0};

    OK(health_read(fixture->desk, &health, &err));
    return health;
}

FIXTURE_TEST(what_does_not_arrive_is_tried_later_and_later_and_then_no_more, start(fixture))
{
    static const int64_t delays_s[] = {MINUTE_S,   4 * MINUTE_S, 16 * MINUTE_S, 64 * MINUTE_S,
                                       4 * HOUR_S, 4 * HOUR_S,   4 * HOUR_S};
    enum { DELAYS = sizeof delays_s / sizeof *delays_s };
    struct person person;
    unsigned mail;

    mail = fixture_mail_count(fixture, anna);
    for (int i = 0; i < DELAYS; i++) {
        int64_t due_s = fixture->now_s + delays_s[i];

        assert_int_equal(tried(fixture).tries, i + 1);
        assert_int_equal(tried(fixture).due_s, due_s);
        assert_int_equal(health_of(fixture).knocking, 1);
        fixture->now_s = due_s - 1;
        fixture_round(fixture);
        assert_int_equal(tried(fixture).tries, i + 1);
        fixture->now_s = due_s;
        fixture_round(fixture);
    }
    assert_int_equal(tried(fixture).tries, LEDGER_KNOCK_TRIES);
    OK(people_get(fixture->desk, 1, &person, &err));
    assert_string_equal(person.knock, "");
    fixture_round(fixture);
    newest_has(fixture, anna, "so they are stopped");
    assert_true(fixture_mail_count(fixture, anna) > mail);
    assert_int_equal(health_of(fixture).knocking, 0);
    assert_int_equal(health_of(fixture).deaf, 1);
    mail = fixture_mail_count(fixture, anna);
    fixture->now_s += 30 * DAY_S - 1;
    fixture_round(fixture);
    assert_int_equal(health_of(fixture).deaf, 1);
    fixture->now_s += 1;
    fixture_round(fixture);
    assert_int_equal(health_of(fixture).deaf, 0);
}

FIXTURE_TEST(a_new_address_ends_what_was_told_of_the_old_one, start(fixture))
{
    for (unsigned i = 0; i < LEDGER_KNOCK_TRIES; i++) {
        fixture->now_s += 4 * HOUR_S;
        fixture_round(fixture);
    }
    assert_int_equal(health_of(fixture).deaf, 1);
    writes(fixture, anna, "notify webhook https://127.0.0.1:1/somewhere");
    assert_int_equal(health_of(fixture).deaf, 0);
}

FIXTURE_TEST(a_fault_of_the_servers_own_takes_nobodys_notices_away, start(fixture))
{
    struct knock_place place;
    struct person person;

    assert_true(knocks_read_wish("matrix !aRoomOfToday", &place));
    OK(desk_begin(fixture->desk, &err));
    OK(knocks_set(fixture->desk, 1, &place, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    assert_string_equal(health_of(fixture).knocks, "this server has no Matrix account now");
    for (unsigned i = 0; i < LEDGER_KNOCK_TRIES; i++) {
        fixture->now_s += 4 * HOUR_S;
        fixture_round(fixture);
    }
    assert_int_equal(tried(fixture).tries, 0); /* this one is given up, and no more */
    OK(people_get(fixture->desk, 1, &person, &err));
    assert_true(knocks_read(&person, &place));
}

TESTS(NULL, NULL)
