/* SPDX-License-Identifier: MIT */
/* How much one can bring about by writing much: questions to a player about strangers' letters,
 * rounds of two robots, words that somebody else must read, answers; and that who plays fast never
 * meets a limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { HOUR = 3600, DAY = 86400 };

/* A second passes, and not the fixture's minute. */
static void settle(struct fixture *fixture)
{
    fixture_settle(fixture);
    fixture->now_s -= 59;
}

static void says_at_once(struct fixture *fixture, const char *who, const char *body,
                         const char *outcome)
{
    says(fixture, who, body, outcome);
    fixture->now_s -= 59;
}

static void wait_s(struct fixture *fixture, int64_t seconds)
{
    fixture->now_s += seconds;
    fixture_round(fixture);
}

/* ---- questions about letters of others ---- */

static void write_as_stranger(struct fixture *fixture, const struct letter *leaked, unsigned i,
                              const char *body)
{
    char from[64];

    snprintf(from, sizeof from, "s%u@many.example", i);
    fixture_send(fixture, from, leaked->reply_to, leaked->message_id, body);
    settle(fixture);
}

#define LIMIT(name) FIXTURE_TEST(name, talking_start(fixture))

LIMIT(strangers_have_a_player_asked_a_few_times_and_no_more)
{
    unsigned before = fixture_mail_count(fixture, ANNA);
    uint64_t n = head(fixture);
    OWN(letter) leaked = {0};

    fixture_newest(fixture, ANNA, &leaked, NULL);
    fixture->now_s += HOUR - fixture->now_s % HOUR;
    for (unsigned i = 0; i < 60; i++)
        write_as_stranger(fixture, &leaked, i, "bid 3");
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + 5);
    assert_string_equal(fixture_outcome(fixture), "ignored asked-enough");
    newest_has(fixture, ANNA, "often enough");
    for (unsigned hour = 1; hour < 24; hour++) {
        wait_s(fixture, HOUR);
        for (unsigned i = 0; i < 10; i++)
            write_as_stranger(fixture, &leaked, 100 * hour + i, "bid 3");
    }
    assert_true(fixture_mail_count(fixture, ANNA) <= before + 2 * 15); /* two days, at most */
    assert_int_equal(head(fixture), n);
    fixture_send(fixture, ANNA, leaked.reply_to, leaked.message_id, "bid 3");
    settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    is_true(fixture);
}

LIMIT(one_stranger_uses_up_no_more_than_his_part)
{
    unsigned before = fixture_mail_count(fixture, ANNA);
    OWN(letter) leaked = {0};

    fixture_newest(fixture, ANNA, &leaked, NULL);
    fixture->now_s += DAY - fixture->now_s % DAY;
    for (unsigned i = 0; i < 30; i++) {
        write_as_stranger(fixture, &leaked, 1, "bid 3");
        fixture->now_s += HOUR / 2;
    }
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + 5);
    write_as_stranger(fixture, &leaked, 2, "bid 3");
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
}

/* Whoever knows a reply address may write what he likes, and none of it is passed on. */
LIMIT(a_strangers_words_are_not_passed_on)
{
    static const char *const letters[] = {
        "bid 3\nBuy pills at http://evil.example/now\nsay evil.example is cheap",
        "say evil.example\nnote evil.example\nreport evil.example\nluck evil.example",
        "standing evil.example\nblock evil.example and so on\ninvite evil, x@evil.example to dt",
        "evil.example\n\nbid 3 evil.example\nbid/1/1 sealed evil.example",
        "please, evil.example, bid 3\nlanguage http://evil.example",
    };
    OWN(letter) leaked = {0};

    fixture_newest(fixture, ANNA, &leaked, NULL);
    for (unsigned i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        OWN(letter) letter = {0};
        OWN(buf) raw = {0};

        write_as_stranger(fixture, &leaked, i, letters[i]);
        assert_string_equal(fixture_outcome(fixture), "asked other-sender");
        fixture_newest(fixture, ANNA, &letter, &raw);
        assert_null(strstr(letter.text, "evil"));
        assert_null(strstr(buf_text(&raw), "evil"));
    }
    write_as_stranger(fixture, &leaked, 9, "bid 2 \nboard ascii\nrubbish of all kinds");
    assert_string_equal(fixture_outcome(fixture), "ignored asked-enough");
    wait_s(fixture, HOUR);
    write_as_stranger(fixture, &leaked, 9, "bid 2 \nboard ascii\nrubbish of all kinds");
    newest_has(fixture, ANNA, "bid 2");
    newest_has(fixture, ANNA, "board ascii");
    newest_has(fixture, ANNA, "written them: 1.");
    newest_lacks(fixture, ANNA, "rubbish");
    says_at_once(fixture, ANNA, "confirm", "accepted ");
}

/* ---- rounds of robots ---- */

/* Without any mark of a robot, and with other words in each letter. */
LIMIT(a_loop_whose_words_change_ends_after_a_few_rounds)
{
    unsigned before = fixture_mail_count(fixture, ANNA), answered = 0;

    fixture->now_s += DAY - fixture->now_s % DAY;
    for (unsigned i = 0; i < 40; i++) {
        char body[80];

        snprintf(body, sizeof body, "Your ticket %u was opened, we will look into it at once.", i);
        fixture_answer(fixture, ANNA, body);
        settle(fixture);
        if (fixture_mail_count(fixture, ANNA) == before + answered)
            break;
        answered++;
        if (i == 4)
            newest_has(fixture, ANNA, "last answer");
    }
    assert_int_equal(answered, 5);
    assert_string_equal(fixture_outcome(fixture), "ignored loop");
    says_at_once(fixture, ANNA, "help", "answered command"); /* a person is answered again */
    says_at_once(fixture, ANNA, "bid tree", "rejected no-line");
    says_at_once(fixture, ANNA, "bid 3", "accepted ");
}

/* Letters without a text, each with another subject, were answered with help each time. */
LIMIT(a_loop_of_empty_letters_ends_too)
{
    unsigned before = fixture_mail_count(fixture, BOB);

    for (unsigned i = 0; i < 40; i++) {
        char bytes[300];

        snprintf(bytes, sizeof bytes,
                 "From: " BOB "\nTo: games@robot.example\nMessage-ID: <e%u@x.example>\n"
                 "Subject: ticket %u\n\n\n",
                 i, i);
        fixture_deliver(fixture, bytes, strlen(bytes));
        settle(fixture);
    }
    assert_in_range(fixture_mail_count(fixture, BOB), before + 1, before + 5);
}

/* ---- words that another must read ---- */

LIMIT(words_beyond_so_many_letters_wait_for_the_next_one)
{
    unsigned before = fixture_mail_count(fixture, BOB);
    OWN(letter) letter = {0};
    char body[64];

    fixture->now_s += HOUR - fixture->now_s % HOUR;
    for (unsigned i = 1; i <= 300; i++) {
        snprintf(body, sizeof body, "say these are words %u.", i);
        says_at_once(fixture, ANNA, body, "answered command");
        if (i == 12)
            newest_lacks(fixture, ANNA, "your words go along");
        if (i == 13)
            newest_has(fixture, ANNA, "your words go along");
    }
    assert_int_equal(fixture_mail_count(fixture, BOB), before + 12);
    newest_has(fixture, BOB, "these are words 12.");
    wait_s(fixture, HOUR); /* at the latest, in one letter */
    assert_int_equal(fixture_mail_count(fixture, BOB), before + 13);
    fixture_newest(fixture, BOB, &letter, NULL);
    for (unsigned i = 13; i <= 300; i++) {
        snprintf(body, sizeof body, "these are words %u.", i);
        assert_non_null(strstr(letter.text, body));
    }
    assert_null(strstr(letter.text, "these are words 12."));
    is_true(fixture);
}

/* What waits goes with any letter of that game before. */
LIMIT(waiting_words_go_with_the_next_letter)
{
    unsigned before;
    char body[64];

    fixture->now_s += HOUR - fixture->now_s % HOUR;
    for (unsigned i = 1; i <= 20; i++) {
        snprintf(body, sizeof body, "say these are words %u.", i);
        says_at_once(fixture, ANNA, body, "answered command");
    }
    before = fixture_mail_count(fixture, BOB);
    says_at_once(fixture, BOB, "help", "answered command");
    newest_has(fixture, BOB, "these are words 13.");
    newest_has(fixture, BOB, "these are words 20.");
    wait_s(fixture, 2 * HOUR);
    assert_int_equal(fixture_mail_count(fixture, BOB), before + 1); /* and not once more */
}

/* ---- many answers ---- */

LIMIT(past_many_answers_the_rest_waits_for_the_hour_and_comes_once)
{
    unsigned before = fixture_mail_count(fixture, ANNA), most = 120;
    OWN(letter) letter = {0};
    uint64_t n = head(fixture);

    wait_s(fixture, HOUR);
    fixture_newest(fixture, ANNA, &letter, NULL);
    for (unsigned i = 1; i <= 300; i++) {
        fixture_send(fixture, ANNA, letter.reply_to, letter.message_id, "status");
        settle(fixture);
        assert_string_equal(fixture_outcome(fixture), "answered command");
        if (i == most)
            newest_has(fixture, ANNA, "than a hundred");
        if (i < most)
            assert_int_equal(fixture_mail_count(fixture, ANNA), before + i);
    }
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + most);
    wait_s(fixture, HOUR);
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + 2 * most);
    fixture_close(fixture); /* none is lost with the program, none comes twice */
    fixture_open(fixture);
    wait_s(fixture, HOUR);
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + 300);
    wait_s(fixture, 5 * HOUR);
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + 300);
    assert_int_equal(head(fixture), n);
    says_at_once(fixture, ANNA, "status", "answered command");
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + 301);
    newest_lacks(fixture, ANNA, "than a hundred");
    is_true(fixture);
}

/* While answers wait, the game goes on: an order is answered, and a question is asked, at once. */
LIMIT(an_order_is_answered_at_once_while_answers_wait)
{
    unsigned before;

    for (unsigned i = 1; i <= 130; i++)
        fixture_answer(fixture, ANNA, i % 2 ? "status" : "legal");
    settle(fixture);
    before = fixture_mail_count(fixture, ANNA);
    says_at_once(fixture, BOB, "bid 1", "accepted ");
    says_at_once(fixture, ANNA, "bid 3", "accepted ");
    assert_true(fixture_mail_count(fixture, ANNA) > before);
    newest_has(fixture, ANNA, "All of your orders were carried out.");
    says_at_once(fixture, ANNA, "status", "answered command"); /* who plays is answered again */
    newest_lacks(fixture, ANNA, "than a hundred");
}

/* A preview, words and an order, three letters a turn, for hundreds of turns within the hour. */
LIMIT(a_fast_game_never_meets_a_limit)
{
    static const char *const address[] = {NULL, ANNA, BOB};
    unsigned orders = 0, letters = 0;

    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    fixture_answer(fixture, ANNA, "luck apples");
    settle(fixture);
    fixture_answer(fixture, BOB, "luck pears");
    settle(fixture);
    for (unsigned i = 0; i < 1200 && orders < 300; i++) {
        const struct position *position = fixture_position(fixture, 2);
        char line[ORDER_TEXT_BYTES], preview[ORDER_TEXT_BYTES + 16];
        unsigned seat = 0, mail;

        for (unsigned d = 0; d < position->decision_count && !seat; d++)
            seat = position->decision[d].seat;
        if (!seat || !fixture_random_order(fixture, 2, seat, line))
            break;
        mail = fixture_mail_count(fixture, address[seat]);
        snprintf(preview, sizeof preview, "preview\n%s", line);
        says_at_once(fixture, address[seat], preview, "answered preview");
        assert_int_equal(fixture_mail_count(fixture, address[seat]), mail + 1);
        newest_lacks(fixture, address[seat], "than a hundred");
        fixture_answer(fixture, address[seat], line);
        settle(fixture);
        if (strcmp(fixture_outcome(fixture), "accepted ") != 0)
            print_error("%s: %s\n", line, fixture_outcome(fixture));
        assert_string_equal(fixture_outcome(fixture), "accepted ");
        assert_true(fixture_mail_count(fixture, address[seat]) >= mail + 2);
        orders++;
        letters += 2;
    }
    print_message("%u letters with %u orders\n", letters, orders);
    assert_true(orders >= 150);
}

static unsigned answers_to(struct fixture *fixture, const char *from, const char *results,
                           const char *line)
{
    char bytes[400];
    unsigned before = fixture_mail_count(fixture, from);

    snprintf(bytes, sizeof bytes,
             "Authentication-Results: mx.robot.example; %s\nFrom: Pills <%s>\nTo: "
             "games@robot.example\nSubject: cheap pills\nMessage-ID: <%s.%u@x.example>\n\n%s\n",
             results, from, line, fixture->sent, line);
    fixture_deliver(fixture, bytes, strlen(bytes));
    settle(fixture);
    return fixture_mail_count(fixture, from) - before;
}

/* Senders are forged by the thousand: not so many letters go to people who never wrote, few to one
 * domain, none where our mail system knows; and newcomers keep their share. */
LIMIT(answers_to_strangers_are_limited_all_together)
{
    static const char *const lines[] = {"join cheap-pills", "good evening", "recover cheap-pills"};
    unsigned answered = 0, of_one = 0;
    struct letter letter = {0};
    char from[64];

    fixture->config.strangers = 10;
    fixture->now_s += HOUR - fixture->now_s % HOUR;
    assert_int_equal(answers_to(fixture, "v@many.example", "dmarc=fail", "join"), 0);
    assert_string_equal(fixture_outcome(fixture), "ignored forged");
    for (unsigned i = 0; i < 30; i++) {
        snprintf(from, sizeof from, "v%u@many%u.example", i, i);
        if (answers_to(fixture, from, "dmarc=none", lines[i % 3])) {
            answered++;
            fixture_newest(fixture, from, &letter, NULL);
            assert_null(strstr(letter.subject, "pills"));
            assert_null(strstr(letter.text, "pills"));
            letter_fini(&letter);
        } else
            assert_string_equal(fixture_outcome(fixture), "ignored strangers-many");
        snprintf(from, sizeof from, "w%u@host%u.one.example", i, i);
        of_one += answers_to(fixture, from, "dmarc=pass", lines[i % 3]);
    }
    assert_int_equal(answered, 5);
    assert_int_equal(of_one, 2);
    for (unsigned i = 0; i < 10; i++) {
        snprintf(from, sizeof from, "n%u@new%u.example", i, i);
        answered += answers_to(fixture, from, "dmarc=pass", "join");
    }
    assert_int_equal(answered, 10 - of_one);
    says(fixture, ANNA, "help", "answered command"); /* players are */
    wait_s(fixture, HOUR);
    assert_int_equal(answers_to(fixture, "late@many.example", "dmarc=none", "join"), 1);
}

/* However a player's own reply address comes into his words, nobody reads it there. */
LIMIT(a_reply_address_in_words_is_masked)
{
    struct letter own = {0}, told = {0};

    ROWS_EACH(row, "tests/inbound/limits.rows", "a_reply_address_in_words_is_masked") {
        char line[300], token[64];

        fixture_newest(fixture, ANNA, &own, NULL);
        text_copy(token, strcspn(own.reply_to, "@") + 1 - strlen("games+"),
                  own.reply_to + strlen("games+"));
        snprintf(line, sizeof line, row.cell[0], "games", token, token + 9, token + 1);
        says(fixture, ANNA, line, "answered command");
        fixture_newest(fixture, BOB, &told, NULL);
        if (!strstr(told.text, "****"))
            fail_msg("form %u: %s", row.number, told.text);
        assert_null(strstr(told.text, token + 9));
        letter_fini(&own);
        letter_fini(&told);
    }
}

TESTS(NULL, NULL)
