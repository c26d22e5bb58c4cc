/* Addresses that bounce, sign-up, second addresses, offers, watchers, digests: people by letter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "desk/adjudicate.h"
#include "desk/bounces.h"
#include "desk/people.h"
#include "desk/rebuild.h"
#include "tests/desk/fixture.h"
#include "tests/toy/toy.h"

static const char anna[] = "anna@one.example", bob[] = "bob@two.example";
static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400 };

static void must(enum rc rc, const struct err *err)
{
    if (rc != RC_OK)
        print_error("%s: %s\n", rc_name(rc), err->text);
    assert_int_equal(rc, RC_OK);
}

static void start(struct fixture *fixture)
{
    fixture_make(fixture, games_list);
    fixture_player(fixture, "Anna", anna);
    fixture_player(fixture, "Bob", bob);
}

/* The newest letter in a mailbox holds these words. */
static void expect_newest(struct fixture *fixture, const char *address, const char *words)
{
    struct letter letter = {0};

    fixture_newest(fixture, address, &letter, NULL);
    if (!strstr(letter.text, words))
        print_error("no \"%s\" in:\n%s\n", words, letter.text);
    assert_non_null(strstr(letter.text, words));
    letter_fini(&letter);
}

/* ---- bounces ---- */

/* A report comes back to the keyed sender of the newest letter to an address. */
static void bounce(struct fixture *fixture, const char *address, const char *status)
{
    struct letter letter = {0};
    struct buf raw = {0}, report = {0};
    const char *path, *end;

    fixture_newest(fixture, address, &letter, &raw);
    path = strstr(buf_text(&raw), "Return-Path: <");
    assert_non_null(path);
    path += strlen("Return-Path: <");
    end = strchr(path, '>');
    assert_true(end > path);
    buf_printf(&report,
               "Return-Path: <>\nFrom: MAILER-DAEMON@two.example\nTo: %.*s\n"
               "Message-ID: <bounce%u@two.example>\nMIME-Version: 1.0\nContent-Type: "
               "multipart/report; report-type=delivery-status; boundary=b\n\n"
               "--b\nContent-Type: text/plain\n\nno luck\n"
               "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; two.example\n\n"
               "Final-Recipient: rfc822; somebody-else@elsewhere.example\nAction: %s\n"
               "Status: %s\n\n--b--\n",
               (int)(end - path), path, fixture->sent + 1, *status == '4' ? "delayed" : "failed",
               status);
    fixture_deliver(fixture, report.at, report.length);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "ignored bounce");
    letter_fini(&letter);
    buf_fini(&raw);
    buf_fini(&report);
}

static void an_address_that_bounces_hard_gets_no_more_letters(void **state)
{
    struct fixture fixture;
    struct person person;
    struct err err = {0};
    unsigned count;
    bool reached = true;

    (void)state;
    start(&fixture);
    text_copy(fixture.config.keeper, sizeof fixture.config.keeper, "keeper@robot.example");
    fixture_game(&fixture, &toy_game, "rounds=5");
    fixture_round(&fixture);
    for (unsigned i = 0; i < 3; i++)
        bounce(&fixture, bob, "5.1.1");
    must(people_get(fixture.desk, 2, &person, &err), &err);
    must(bounces_reach(fixture.desk, 2, &reached, &err), &err);
    assert_false(reached);
    expect_newest(&fixture, "keeper@robot.example", "Letters to Bob (player 2) come back");
    count = fixture_mail_count(&fixture, bob);
    fixture_answer(&fixture, anna, "luck apples");
    fixture_settle(&fixture);
    fixture.now_s += 8 * DAY_S;
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    assert_int_equal(fixture_mail_count(&fixture, bob), count);
    fixture_send(&fixture, bob, NULL, NULL, "games"); /* he is there again */
    fixture_settle(&fixture);
    assert_true(fixture_mail_count(&fixture, bob) > count);
    fixture_remove(&fixture);
}

static void soft_bounces_fade(void **state)
{
    struct fixture fixture;
    struct err err = {0};
    bool reached;

    (void)state;
    start(&fixture);
    fixture_game(&fixture, &toy_game, "rounds=5");
    fixture_round(&fixture);
    for (unsigned i = 0; i < 20; i++) {
        bounce(&fixture, bob, "4.2.2");
        fixture.now_s += 4 * DAY_S;
    }
    must(bounces_reach(fixture.desk, 2, &reached, &err), &err);
    assert_true(reached);
    fixture_remove(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_that_bounces_hard_gets_no_more_letters),
        cmocka_unit_test(soft_bounces_fade),
    };

    return cmocka_run_group_tests_name("people", tests, NULL, NULL);
}
