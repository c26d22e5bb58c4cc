/* SPDX-License-Identifier: MIT */
/* Everything that a mail system and bad people can do: robots in any number and order, loops,
 * floods, guessed tokens, forged senders, injected headers, clocks that jump. What heavy tests
 * carry at full size is set by ABUSE_FULL=1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ledger/care.h"
#include "seal/encode.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/test.h"

#define EVE "eve@three.example"

/* How many of something: few in make check. */
static unsigned many(unsigned few, unsigned full)
{
    return getenv("ABUSE_FULL") ? full : few;
}

/* ---- robots ---- */

/* I3 to I7, as they come in; %u makes each another one, %s is a good reply address. */
static const char *const robots[] = {
    "Return-Path: <>\nFrom: MAILER-DAEMON@one.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\n"
    "Subject: failure\n\nbid 3\n",
    "Return-Path: <>\nFrom: anna@one.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\n\nbid 3\n",
    "From: anna@one.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\n"
    "Auto-Submitted: auto-replied\n\nbid 3\n",
    "From: anna@one.example\nTo: games@robot.example\nMessage-ID: <r%1$u@x.example>\n"
    "Precedence: bulk\n\nbid 3\n",
    "From: list@one.example\nTo: games@robot.example\nMessage-ID: <r%1$u@x.example>\n"
    "List-Id: <a.list.example>\nList-Unsubscribe: <mailto:x@list.example>\n\nbid 3\n",
    "From: games@robot.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\n\nbid 3\n",
    "From: anna@one.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\nMIME-Version: 1.0\n"
    "Content-Type: text/plain\nContent-Disposition: reaction\n\n+1\n",
    "From: anna@one.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\nMIME-Version: 1.0\n"
    "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n"
    "--b\nContent-Type: text/plain\n\nread\n--b\n"
    "Content-Type: message/disposition-notification\n\nDisposition: "
    "manual-action/MDN-sent-manually; displayed\n--b--\n",
    "From: postmaster@one.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\nMIME-Version: 1.0\n"
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
    "--b\nContent-Type: text/plain\n\nno\n--b\nContent-Type: message/delivery-status\n\n"
    "Reporting-MTA: dns; one.example\n\nFinal-Recipient: rfc822; nobody@one.example\n"
    "Action: failed\nStatus: 5.1.1\n--b--\n",
    "From: abuse@one.example\nTo: %2$s\nMessage-ID: <r%1$u@x.example>\nMIME-Version: 1.0\n"
    "Content-Type: multipart/report; report-type=feedback-report; boundary=b\n\n"
    "--b\nContent-Type: text/plain\n\nspam\n--b\nContent-Type: message/feedback-report\n\n"
    "Feedback-Type: abuse\nVersion: 1\n--b--\n",
};
enum { ROBOTS = sizeof robots / sizeof robots[0] };

#define ABUSE(name) FIXTURE_TEST(name, talking_start(fixture))

ABUSE(robots_in_any_number_and_order_change_nothing)
{
    uint64_t before = head(fixture);
    unsigned anna = fixture_mail_count(fixture, ANNA), count = many(200, 5000);
    OWN(letter) letter = {0};

    fixture_newest(fixture, ANNA, &letter, NULL);
    for (unsigned i = 0; i < count; i++) {
        char bytes[2000];

        snprintf(bytes, sizeof bytes, robots[fixture_below(fixture, ROBOTS)], i / 2,
                 letter.reply_to);
        fixture_deliver(fixture, bytes, strlen(bytes));
        if (fixture_below(fixture, 10) == 0)
            fixture_settle(fixture);
    }
    fixture_settle(fixture);
    assert_int_equal(head(fixture), before);
    assert_int_equal(fixture_mail_count(fixture, ANNA), anna);
    assert_int_equal(fixture_mail_count(fixture, "MAILER-DAEMON@one.example"), 0);
    assert_int_equal(fixture_mail_count(fixture, "list@one.example"), 0);
    assert_int_equal(fixture_mail_count(fixture, "postmaster@one.example"), 0);
    says(fixture, ANNA, "bid 3", "accepted ");
    is_true(fixture);
}

/* Each of our letters is answered at once by the same words, without any mark of a robot. */
ABUSE(a_loop_of_two_robots_stops_at_the_third_equal_letter)
{
    unsigned letters = fixture_mail_count(fixture, ANNA), answered = letters;

    for (unsigned i = 0; i < 20; i++) {
        if (i && fixture_mail_count(fixture, ANNA) == answered)
            break;
        answered = fixture_mail_count(fixture, ANNA);
        writes(fixture, ANNA, "Thank you for your message, we will answer soon.");
    }
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + 2);
    assert_string_equal(fixture_outcome(fixture), "ignored loop");
}

/* A player who makes the same mistake in each turn is no robot. */
ABUSE(a_slip_that_comes_again_in_later_turns_is_answered)
{
    static const struct {
        const char *who;
        unsigned seat;
    } players[] = {{ANNA, 1}, {BOB, 2}};

    for (unsigned turn = 0; turn < 4; turn++) {
        says(fixture, ANNA, "let me have the green wun", "rejected no-line");
        for (unsigned i = 0; i < 2; i++) {
            char order[ORDER_TEXT_BYTES];

            if (fixture_random_order(fixture, 1, players[i].seat, order))
                says(fixture, players[i].who, order, "accepted ");
        }
    }
    is_true(fixture);
}

/* The same from an address nobody knows, to the plain address. */
ABUSE(a_loop_with_a_stranger_stops_after_three_letters)
{
    fixture_prove_nothing(fixture);
    for (unsigned i = 0; i < 20; i++) {
        char body[64];

        snprintf(body, sizeof body, "your ticket is number %u", i);
        sends(fixture, EVE, body);
        if (i == 2)
            newest_has(fixture, EVE, "last answer");
    }
    assert_int_equal(fixture_mail_count(fixture, EVE), 3);
}

ABUSE(letters_of_one_stranger_cost_three_answers)
{
    unsigned count = many(300, 10000);

    fixture_prove_nothing(fixture);
    for (unsigned i = 0; i < count; i++)
        fixture_send(fixture, EVE, NULL, NULL, "is this thing on");
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, EVE), 3);
    says(fixture, ANNA, "bid 3", "accepted ");
    is_true(fixture);
}

ABUSE(a_full_mailbox_is_read_to_its_end)
{
    unsigned count = many(500, 100000);

    for (unsigned i = 0; i < count; i++)
        fixture_send(fixture, i % 2 ? BOB : EVE, NULL, NULL, i % 3 ? "hello" : "games");
    writes(fixture, ANNA, "bid 3");
    assert_int_equal(fixture_position(fixture, 1)->decision_count, 1);
    is_true(fixture);
}

/* ---- tokens ---- */

ABUSE(guessed_tokens_are_soon_not_answered)
{
    unsigned letters = fixture_mail_count(fixture, BOB);
    uint64_t before = head(fixture);
    OWN(letter) letter = {0};

    fixture_prove_nothing(fixture);
    fixture_newest(fixture, BOB, &letter, NULL);
    for (unsigned i = 0; i < 50; i++) {
        unsigned char bytes[29];
        char guess[BASE32_CHARS(sizeof bytes) + 1], to[128];

        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (unsigned char)fixture_below(fixture, 256);
        base32_write(bytes, sizeof bytes, guess);
        snprintf(to, sizeof to, "games+%s@robot.example", guess);
        fixture_send(fixture, i % 2 ? BOB : EVE, to, NULL, "bid 3");
    }
    fixture_settle(fixture);
    assert_int_equal(head(fixture), before);
    assert_int_equal(fixture_mail_count(fixture, BOB), letters + 3);
    assert_int_equal(fixture_mail_count(fixture, EVE), 3);
    fixture_send(fixture, BOB, letter.reply_to, letter.message_id, "bid 1");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
}

ABUSE(a_leaked_letter_gives_neither_account_nor_seat)
{
    OWN(letter) leaked = {0};
    uint64_t before = head(fixture);
    unsigned eve;

    fixture_newest(fixture, ANNA, &leaked, NULL);
    fixture_send(fixture, EVE, leaked.reply_to, leaked.message_id,
                 "language es\nboard none\nbid 3");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
    eve = fixture_mail_count(fixture, EVE);
    newest_has(fixture, ANNA, "answer this letter with the word \"confirm\"");
    assert_int_equal(head(fixture), before);
    assert_int_equal(eve, 0);
    hears(fixture, BOB, "status", "Anna: ");
}

/* Our own mail system says that the sender is forged. */
ABUSE(a_forged_sender_is_asked_about_before_settings_change)
{
    static const char forged[] =
        "Authentication-Results: mx.robot.example; dmarc=fail header.from=one.example\n"
        "From: anna@one.example\nTo: games@robot.example\nMessage-ID: <f%u@x.example>\n\n"
        "language es\n";
    char bytes[400];

    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, "mx.robot.example");
    snprintf(bytes, sizeof bytes, forged, 1u);
    fixture_deliver(fixture, bytes, strlen(bytes));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
    newest_has(fixture, ANNA, "could not trust");
    newest_has(fixture, ANNA, "language es");
    hears(fixture, ANNA, "confirm", "te escribo en español");
    snprintf(bytes, sizeof bytes, forged, 2u);
    memcpy(strstr(bytes, "mx.robot"), "mx.rabit", 8); /* somebody else's words */
    fixture_deliver(fixture, bytes, strlen(bytes));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
}

/* DMARC decides; without it a signature or a sending host of the From line's own domain does, and
 * what else failed beside it does not count. A setting shows what is thought: "answered command" of
 * whom it is sure, "asked other-sender" of anybody else. */
ABUSE(an_aligned_pass_outweighs_what_failed_beside_it)
{
    char bytes[600];

    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, "mx.robot.example");
    ROWS_EACH(row, "tests/inbound/abuse.rows", "an_aligned_pass_outweighs_what_failed_beside_it") {
        snprintf(bytes, sizeof bytes,
                 "Authentication-Results: mx.robot.example; %s\nFrom: " ANNA
                 "\nTo: games@robot.example\nMessage-ID: <p%u@x.example>\n\nboard none\n",
                 row.cell[0], row.number);
        fixture_deliver(fixture, bytes, strlen(bytes));
        fixture_settle(fixture);
        assert_string_equal(fixture_outcome(fixture), row.cell[1]);
    }
}

/* Beside a reply address what failed of the hosts on the way is no reason to ask. */
ABUSE(a_host_without_a_name_forges_nothing)
{
    static const char letter[] =
        "Authentication-Results: mx.robot.example; iprev=fail; spf=none; dkim=none\n"
        "From: " ANNA "\nTo: %s\nMessage-ID: <h@x.example>\n\nbid 3\n";
    OWN(letter) question = {0};
    char bytes[500];

    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, "mx.robot.example");
    fixture_newest(fixture, ANNA, &question, NULL);
    snprintf(bytes, sizeof bytes, letter, question.reply_to);
    fixture_deliver(fixture, bytes, strlen(bytes));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
}

/* A forged From line to the plain address, past our own mail system's checks. */
ABUSE(settings_want_the_same_proof_as_orders)
{
    static const char *const settings[] = {"language es", "vacation off", "board none",
                                           "format text", "practice Dungeon Twister"};
    static const char *const results[] = {
        "",                                                                 /* none at all */
        "Authentication-Results: mx.elsewhere.example; dmarc=pass\n",       /* of somebody else */
        "Authentication-Results: mx.robot.example; spf=none; dmarc=none\n", /* nothing proved */
    };
    char bytes[500];

    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        for (unsigned k = 0; k < sizeof results / sizeof *results; k++) {
            text_copy(fixture->config.authserv, sizeof fixture->config.authserv,
                      i % 2 ? "" : "mx.robot.example"); /* where nothing is proved, too */
            snprintf(bytes, sizeof bytes,
                     "%sFrom: " ANNA "\nTo: games@robot.example\nMessage-ID: <s%u.%u@x.example>\n\n"
                     "%s\n",
                     results[k], i, k, settings[i]);
            fixture_deliver(fixture, bytes, strlen(bytes));
            fixture_settle(fixture);
            assert_string_equal(fixture_outcome(fixture),
                                i % 2 ? "asked account" : "asked other-sender");
        }
    snprintf(bytes, sizeof bytes,
             "Authentication-Results: mx.robot.example; dmarc=pass header.from=one.example\n"
             "From: " ANNA "\nTo: games@robot.example\nMessage-ID: <s@x.example>\n\nboard none\n");
    fixture_deliver(fixture, bytes, strlen(bytes));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered command");
    fixture_send(fixture, ANNA, NULL, NULL, "games"); /* costs nothing: told to the known address */
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered command");
}

/* A token alone is not proof where our mail system is told to look at senders and did not. */
ABUSE(an_order_past_our_own_checks_is_asked_about)
{
    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, "mx.past.example");
    writes(fixture, ANNA, "bid 3");
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
    newest_has(fixture, ANNA, "could not trust");
    writes(fixture, ANNA, "confirm");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
}

ABUSE(nobody_confirms_for_another)
{
    static const char forged[] =
        "Authentication-Results: mx.robot.example; dmarc=fail header.from=one.example\n"
        "From: anna@one.example\nTo: games@robot.example\nMessage-ID: <f@x.example>\n\n"
        "language es\n";
    OWN(letter) question = {0};

    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, "mx.robot.example");
    fixture_deliver(fixture, forged, strlen(forged));
    fixture_settle(fixture);
    fixture_newest(fixture, ANNA, &question, NULL);
    fixture_send(fixture, BOB, question.reply_to, question.message_id, "confirm");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered not-confirmed");
}

/* ---- injection ---- */

/* Every line of a header is one of ours or a folded one. */
static void assert_clean(const struct buf *raw)
{
    static const char *const ours[] = {
        "Return-Path:",    "Received:",  "Date:",         "From:",         "To:",
        "Reply-To:",       "Subject:",   "Message-ID:",   "In-Reply-To:",  "References:",
        "Auto-Submitted:", "List-Id:",   "MIME-Version:", "Content-Type:", "Content-Language:",
        "Content-",        "List-Unsub", "X-Auto-Resp",   "Precedence:",   "Delivered-To:",
        "Postern-Loop:"};
    const char *at = raw->at, *end = strstr(raw->at, "\n\n");

    if (strstr(raw->at, "\r\n\r\n"))
        end = strstr(raw->at, "\r\n\r\n") + 1;
    while (at < end) {
        bool known = *at == ' ' || *at == '\t';

        for (size_t i = 0; i < sizeof ours / sizeof ours[0] && !known; i++)
            known = strncasecmp(at, ours[i], strlen(ours[i])) == 0;
        if (!known)
            print_error("foreign header line: %.60s\n", at);
        assert_true(known);
        at = strchr(at, '\n') + 1;
    }
}

ABUSE(nothing_a_letter_holds_becomes_a_header)
{
    ROWS_EACH(row, "tests/inbound/abuse.rows", "nothing_a_letter_holds_becomes_a_header") {
        struct letter letter = {0}, answer = {0};
        struct buf raw = {0};
        char bytes[1200];

        fixture_newest(fixture, ANNA, &letter, NULL);
        for (unsigned to = 0; to < 2; to++) {
            snprintf(bytes, sizeof bytes, row.cell[0], to ? letter.reply_to : "games@robot.example",
                     2 * row.number + to);
            fixture_deliver(fixture, bytes, strlen(bytes));
            fixture_settle(fixture);
            fixture_newest(fixture, ANNA, &answer, &raw);
            assert_clean(&raw);
            letter_fini(&answer);
            buf_fini(&raw);
        }
        letter_fini(&letter);
    }
    assert_int_equal(fixture_mail_count(fixture, EVE), 0);
}

/* ---- time ---- */

ABUSE(of_two_letters_in_one_second_the_first_counts)
{
    OWN(letter) letter = {0};
    uint64_t before = head(fixture);

    fixture_newest(fixture, ANNA, &letter, NULL);
    fixture_send(fixture, ANNA, letter.reply_to, letter.message_id, "bid 3");
    fixture_send(fixture, ANNA, letter.reply_to, letter.message_id, "bid 1");
    fixture_settle(fixture);
    assert_int_equal(head(fixture), before + 1);
    assert_string_equal(fixture_outcome(fixture), "rejected no-line");
    is_true(fixture);
}

ABUSE(a_clock_that_jumps_orders_nothing_twice_or_backwards)
{
    static const int64_t jumps[] = {-86400, 3 * 3600, -30, 7200, -7200, 86400, -1};

    for (unsigned i = 0; i < 40; i++) {
        char order[ORDER_TEXT_BYTES];
        unsigned seat = 1 + i % 2;

        fixture->now_s += jumps[i % (sizeof jumps / sizeof jumps[0])];
        if (fixture_position(fixture, 1)->phase == POSITION_OVER)
            break;
        if (fixture_random_order(fixture, 1, seat, order)) {
            writes(fixture, seat == 1 ? ANNA : BOB, order);
            fixture->now_s += 3600; /* letters from its future wait until then */
            fixture_round(fixture);
        }
    }
    assert_true(head(fixture) > 10);
    is_true(fixture);
}

TESTS(NULL, NULL)
