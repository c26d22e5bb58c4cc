/* SPDX-License-Identifier: MIT */
/* What becomes of letters that are not simply an order: outcome, answer, and nothing half done. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "base/text.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "play/adjudicate.h"
#include "server/files.h"
#include "tests/house/talking.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

/* A letter with these lines from Anna, in answer to her newest one, has this outcome; its answer
 * has these words; the log grows by `entries`. */
static void expect(struct fixture *fixture, const char *body, const char *outcome,
                   const char *words, unsigned entries)
{
    uint64_t before = head(fixture);
    unsigned letters = fixture_mail_count(fixture, ANNA);

    writes(fixture, ANNA, body);
    assert_string_equal(fixture_outcome(fixture), outcome);
    assert_int_equal(head(fixture), before + entries);
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + (words ? 1 : 0));
    if (words)
        newest_has(fixture, ANNA, words);
}

/* Raw bytes: this outcome, nothing logged, `answers` letters to the address. */
static void expect_raw(struct fixture *fixture, const char *bytes, size_t length,
                       const char *outcome, const char *answered, unsigned answers)
{
    uint64_t before = head(fixture);
    unsigned letters = fixture_mail_count(fixture, answered);

    fixture_deliver(fixture, bytes, length);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), outcome);
    assert_int_equal(head(fixture), before);
    assert_int_equal(fixture_mail_count(fixture, answered), letters + answers);
}

#define LETTER_TEST(name) FIXTURE_TEST(name, talking_start(fixture))

LETTER_TEST(an_order_is_carried_out_and_answered)
{
    expect(fixture, "bid 3", "accepted ", "+ bid 3", 1);
}

LETTER_TEST(an_empty_letter_is_told_so)
{
    expect(fixture, "", "rejected no-orders", "no order in your letter", 0);
}

LETTER_TEST(unknown_words_are_named)
{
    expect(fixture, "bidd 3", "rejected no-line", "None of your orders", 0);
}

LETTER_TEST(a_forbidden_order_names_its_clause)
{
    expect(fixture, "bid 9", "rejected no-line", "[TOY-04]", 0);
}

LETTER_TEST(lines_after_a_refused_one_are_not_tried)
{
    expect(fixture, "bid 9\nbid 3", "rejected no-line", "not tried", 0);
}

LETTER_TEST(what_was_done_before_a_refused_line_stays)
{
    expect(fixture, "bid 3\nbid 4", "part some-lines", "not tried", 1);
}

LETTER_TEST(with_all_nothing_is_done_when_one_line_is_refused)
{
    expect(fixture, "all\nbid 3\nbid 9", "rejected no-line", "allowed, but you wrote", 0);
    expect(fixture, "all\nbid 3", "accepted ", "+ bid 3", 1);
}

LETTER_TEST(with_all_what_stands_below_the_orders_voids_nothing)
{
    expect(fixture, "all\nbid 3\nbidd 4", "rejected no-line", "allowed, but you wrote", 0);
    expect(fixture, "all\nbid 3\nbid 3 at once", "rejected no-line", "allowed, but you wrote", 0);
    expect(fixture, "all\nAcme Games Ltd., 12 Main Street", "rejected no-line",
           "None of your orders", 0);
    expect(fixture, "all\nbid 3\n\nAnna at Acme Games Ltd., 12 Main Street\nTel. 555-0100",
           "accepted ", "not read as an order: Tel. 555-0100", 1);
}

/* What a charset lost is never guessed. */
LETTER_TEST(a_line_with_lost_characters_is_asked_back)
{
    expect(fixture,
           "b\xEF\xBF\xBD"
           "d 3",
           "rejected no-line", "bid", 0);
    expect(fixture, "bid \xEF\xBF\xBD", "rejected no-line", "bid", 0);
    expect(fixture, "bid 3\xEF\xBF\xBD", "rejected no-line", "bid", 0);
    expect(fixture,
           "b\xEF\xBF\xBD"
           "d 3\nbid 4",
           "rejected no-line", "bid", 0);
}

LETTER_TEST(chat_stops_no_order)
{
    expect(fixture, "Hello! What lovely weather today.\n\nbid 3", "accepted ",
           "say Hello! What lovely", 1);
}

LETTER_TEST(talk_alone_is_offered_to_the_others)
{
    expect(fixture, "My aunt was here and we talked for hours.", "rejected no-orders",
           "* say My aunt was here", 0);
}

LETTER_TEST(who_is_sorry_for_the_wait_withholds_nothing)
{
    expect(fixture, "Sorry for the wait, it was a long week here.\nbid 3", "accepted ", "+ bid 3",
           1);
}

/* What cannot be a name must not be looked at for ever. */
LETTER_TEST(a_word_too_long_for_a_name_is_passed)
{
    expect(fixture, "would Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa play",
           "rejected no-line", "", 0);
}

LETTER_TEST(a_courtesy_before_an_order_stops_it_in_no_sentence)
{
    expect(fixture, "thank you if you like my garden and bid 3", "rejected no-line", "", 0);
    expect(fixture, "thank you for your kind letter and bid 3", "accepted ", "thank you for", 1);
}

LETTER_TEST(what_may_withhold_an_order_is_asked_back)
{
    expect(fixture, "perhaps rather another evening\nbid 3", "rejected no-line", "not tried", 0);
    expect(fixture, "This came by post on Friday:\nbid 3", "rejected no-line", "not tried", 0);
    expect(fixture, "hmm\nbid 3", "rejected no-line", "not tried", 0);
    expect(fixture, "My move:\nbid 3", "accepted ", "+ bid 3", 1);
}

LETTER_TEST(a_preview_changes_nothing)
{
    expect(fixture, "preview\nbid 3", "answered preview", "This is a preview", 0);
    expect(fixture, "bid 3", "accepted ", "+ bid 3", 1);
}

LETTER_TEST(an_order_when_others_are_asked_is_refused)
{
    expect(fixture, "bid 3", "accepted ", "Waiting for Bob", 1);
    expect(fixture, "bid 2", "rejected no-line", "[TOY-04]", 0);
}

LETTER_TEST(questions_are_answered)
{
    expect(fixture, "help", "answered command", "help account: your name", 0);
    expect(fixture, "games", "answered command", "your move, until", 0);
    expect(fixture, "legal", "answered command", "legal orders:", 0);
    expect(fixture, "show", "answered command", "You are asked", 0);
}

LETTER_TEST(settings_are_taken_and_wrong_ones_explained)
{
    expect(fixture, "board ascii", "answered command", "From now on: board ascii", 0);
    expect(fixture, "board purple", "answered command", "There is no such setting", 0);
    expect(fixture, "strict on", "answered command", "From now on: strict on", 0);
}

LETTER_TEST(the_same_letter_again_does_nothing)
{
    static const char raw[] = "From: anna@one.example\nTo: games@robot.example\n"
                              "Message-ID: <same@x.example>\n\ngames\n";

    fixture_deliver(fixture, raw, strlen(raw));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered command");
    expect_raw(fixture, raw, strlen(raw), "repeat same-message-id", ANNA, 0);
}

/* Whoever knows a Message-ID, or guesses one, takes nobody's letter away by it. */
LETTER_TEST(another_letter_under_a_used_id_is_a_new_one)
{
    static const char form[] = "From: %s\nTo: %s\nMessage-ID: <same@x.example>\n\n%s\n";
    OWN(letter) question = {0};
    uint64_t before = head(fixture);
    char raw[1000];

    fixture_prove_nothing(fixture);
    fixture_newest(fixture, ANNA, &question, NULL);
    snprintf(raw, sizeof raw, form, "eve@evil.example", "games@robot.example", "bid 3");
    fixture_deliver(fixture, raw, strlen(raw));
    fixture_settle(fixture);
    snprintf(raw, sizeof raw, form, BOB, "games@robot.example", "games");
    fixture_deliver(fixture, raw, strlen(raw));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered command");
    snprintf(raw, sizeof raw, form, ANNA, question.reply_to, "bidd 3");
    fixture_deliver(fixture, raw, strlen(raw));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected no-line");
    snprintf(raw, sizeof raw, form, ANNA, question.reply_to, "bid 3"); /* a client that resends */
    fixture_deliver(fixture, raw, strlen(raw));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_int_equal(head(fixture), before + 1);
    fixture_deliver(fixture, raw, strlen(raw));
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "repeat same-message-id");
    assert_int_equal(head(fixture), before + 1);
}

LETTER_TEST(the_same_orders_under_a_new_id_are_a_repeat)
{
    OWN(letter) letter = {0};

    fixture_newest(fixture, ANNA, &letter, NULL);
    fixture_send(fixture, ANNA, letter.reply_to, letter.message_id, "bid 3");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    fixture_send(fixture, ANNA, letter.reply_to, letter.message_id, "bid 3");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "repeat said-before");
}

LETTER_TEST(a_token_of_a_finished_question_is_told_so)
{
    OWN(letter) old = {0};

    fixture_newest(fixture, ANNA, &old, NULL);
    writes(fixture, ANNA, "bid 3");
    writes(fixture, BOB, "bid 1");
    fixture_send(fixture, ANNA, old.reply_to, NULL, "bid 2");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected finished-decision");
    newest_has(fixture, ANNA, "answers a question that has been settled");
    newest_has(fixture, ANNA, "may be ordered now");
    newest_has(fixture, ANNA, "* bid 2");
    says(fixture, ANNA, "yes", "accepted ");
}

LETTER_TEST(somebody_elses_token_asks_its_owner)
{
    OWN(letter) letter = {0};
    uint64_t before = head(fixture);

    fixture_newest(fixture, ANNA, &letter, NULL);
    fixture_send(fixture, BOB, letter.reply_to, NULL, "bid 0");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
    assert_int_equal(head(fixture), before);
    newest_has(fixture, ANNA, "answer this letter with the word \"confirm\"");
    writes(fixture, ANNA, "confirm");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_int_equal(head(fixture), before + 1);
}

/* A list's copy: its From line is Anna's, its token too, and all who read the list have both. */
static void send_through_list(struct fixture *fixture, const char *from, const char *result,
                              const char *body)
{
    OWN(letter) question = {0};
    OWN(buf) bytes = {0};

    fixture_newest(fixture, ANNA, &question, NULL);
    buf_printf(&bytes,
               "%sFrom: %s\nTo: %s\nMessage-ID: <list%u@lists.example>\n"
               "List-Id: <players.lists.example>\nPrecedence: list\n\n%s\n",
               result, from, question.reply_to, fixture->sent++, body);
    fixture_deliver(fixture, bytes.at, bytes.length);
    fixture_settle(fixture);
}

LETTER_TEST(a_copy_of_a_list_asks_the_registered_player)
{
    static const char passed[] =
        "Authentication-Results: mx.robot.example; dmarc=pass header.from=one.example\n";
    uint64_t before = head(fixture);

    send_through_list(fixture, ANNA, "", "bid 0");
    assert_string_equal(fixture_outcome(fixture), "asked through-list");
    assert_int_equal(head(fixture), before);
    newest_has(fixture, ANNA, "through a mailing list");
    writes(fixture, ANNA, "confirm");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_int_equal(head(fixture), before + 1);
    strcpy(fixture->config.authserv, "mx.robot.example");
    send_through_list(fixture, ANNA, passed, "status");
    assert_string_equal(fixture_outcome(fixture), "answered command");
}

LETTER_TEST(nothing_is_answered_to_a_list)
{
    unsigned letters;

    send_through_list(fixture, "list@lists.example", "", "bid 0");
    assert_string_equal(fixture_outcome(fixture), "asked other-sender");
    letters = fixture_mail_count(fixture, ANNA);
    send_through_list(fixture, "list@lists.example", "", "status");
    assert_int_equal(fixture_mail_count(fixture, "list@lists.example"), 0);
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + 1);
}

/* A calendar's answer to the deadline's invitation. */
static void send_calendar(struct fixture *fixture, const char *text)
{
    OWN(letter) question = {0};
    OWN(buf) bytes = {0};

    fixture_newest(fixture, ANNA, &question, NULL);
    buf_printf(&bytes,
               "From: Anna <" ANNA ">\nTo: %s\nMessage-ID: <cal%u@one.example>\n"
               "Subject: Accepted\nMIME-Version: 1.0\n"
               "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n%s\n--b\n"
               "Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n"
               "METHOD:REPLY\nEND:VCALENDAR\n--b--\n",
               question.reply_to, fixture->sent++, text);
    fixture_deliver(fixture, bytes.at, bytes.length);
    fixture_settle(fixture);
}

LETTER_TEST(an_answer_of_a_calendar_is_no_order)
{
    unsigned letters = fixture_mail_count(fixture, ANNA);
    uint64_t before = head(fixture);

    send_calendar(fixture, "Anna has accepted this invitation.");
    assert_string_equal(fixture_outcome(fixture), "ignored calendar-answer");
    send_calendar(fixture, "");
    assert_string_equal(fixture_outcome(fixture), "ignored calendar-answer");
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters);
    send_calendar(fixture, "Anna has accepted.\nbid 0"); /* a person wrote below */
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_int_equal(head(fixture), before + 1);
}

LETTER_TEST(the_players_own_name_is_no_order)
{
    writes(fixture, ANNA, "bid 0\n\nAnna\n");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
}

LETTER_TEST(a_letter_that_goes_round_is_not_answered)
{
    OWN(buf) bytes = {0};
    unsigned letters = fixture_mail_count(fixture, ANNA);

    for (unsigned i = 0; i < 101; i++)
        buf_printf(&bytes, "Received: from a by b; %u\n", i);
    buf_put(&bytes, "From: " ANNA "\nTo: games@robot.example\nMessage-ID: <r@one.example>\n\n"
                    "help\n");
    fixture_deliver(fixture, bytes.at, bytes.length);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "ignored loop");
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters);
}

LETTER_TEST(an_altered_token_is_not_known)
{
    OWN(letter) letter = {0};
    char *at;

    fixture_newest(fixture, ANNA, &letter, NULL);
    at = strchr(letter.reply_to, '@') - 1;
    *at = *at == 'a' ? 'e' : 'a';
    fixture_send(fixture, ANNA, letter.reply_to, NULL, "bid 0");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected unknown-token");
}

LETTER_TEST(a_letter_by_thread_alone_counts_for_its_own_seat_only)
{
    OWN(letter) letter = {0};

    fixture_prove_nothing(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    fixture_send(fixture, BOB, NULL, letter.message_id, "bid 0");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected not-your-seat");
    fixture_send(fixture, ANNA, NULL, letter.message_id, "games");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered command");
    fixture_send(fixture, ANNA, NULL, letter.message_id, "bid 0"); /* its number can be guessed */
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "asked thread-alone");
    writes(fixture, ANNA, "confirm");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
}

LETTER_TEST(an_order_without_a_game_is_for_the_only_one_that_asks)
{
    uint64_t before = fixture_position(fixture, 1)->chain.number;

    sends(fixture, ANNA, "bid 0");
    assert_memory_equal(fixture_outcome(fixture), "accepted", 8);
    assert_true(fixture_position(fixture, 1)->chain.number > before);
}

LETTER_TEST(an_order_that_was_taken_is_known_without_its_game)
{
    sends(fixture, ANNA, "bid 0");
    sends(fixture, ANNA, "bid 0");
    assert_memory_not_equal(fixture_outcome(fixture), "rejected no-game", 16);
}

LETTER_TEST(an_order_that_may_be_for_several_games_is_told_so)
{
    fixture_game(fixture, &toy_game, "");
    fixture_round(fixture);
    sends(fixture, ANNA, "bid 0");
    assert_string_equal(fixture_outcome(fixture), "rejected no-game");
}

LETTER_TEST(an_order_outside_a_game_is_told_where_it_may_be_meant)
{
    OWN(letter) letter = {0};

    fixture_game(fixture, &toy_game, "");
    fixture_round(fixture);
    sends(fixture, ANNA, "language es");
    sends(fixture, ANNA, "bid 0");
    assert_string_equal(fixture_outcome(fixture), "rejected no-game");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "partida 1: bid 0"));
    assert_non_null(strstr(letter.text, "partida 2: bid 0"));
    sends(fixture, ANNA, "partida 1: bid 0");
    assert_memory_equal(fixture_outcome(fixture), "accepted", 8);
}

LETTER_TEST(nothing_is_proposed_for_words_that_every_wish_has)
{
    static const char *const words[] = {"next card pls", "choose four for me, I have no idea",
                                        "salida"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        OWN(letter) letter = {0};

        sends(fixture, ANNA, words[i]);
        fixture_newest(fixture, ANNA, &letter, NULL);
        assert_null(strstr(letter.text, "Did you mean"));
    }
}

LETTER_TEST(a_stranger_is_answered_three_times_a_day)
{
    fixture_prove_nothing(fixture);
    for (unsigned i = 0; i < 3; i++) {
        fixture_send(fixture, "eve@three.example", NULL, NULL, "is this thing on");
        fixture_settle(fixture);
        assert_string_equal(fixture_outcome(fixture), "answered stranger");
    }
    fixture_send(fixture, "eve@three.example", NULL, NULL, "hello?");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "ignored stranger-again");
    assert_int_equal(fixture_mail_count(fixture, "eve@three.example"), 3);
    fixture->now_s += 86400;
    fixture_send(fixture, "eve@three.example", NULL, NULL, "hello??");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "answered stranger");
}

LETTER_TEST(robots_get_no_answer)
{
    static const char vacation[] =
        "Return-Path: <anna@one.example>\nFrom: anna@one.example\nTo: games@robot.example\n"
        "Auto-Submitted: auto-replied\nMessage-ID: <v@x.example>\nSubject: away\n\nI am away\n";
    static const char bounce[] =
        "Return-Path: <>\nFrom: MAILER-DAEMON@one.example\nTo: games@robot.example\n"
        "Message-ID: <b@x.example>\nSubject: failure\n\nit failed\n";

    expect_raw(fixture, vacation, strlen(vacation), "ignored auto-reply", ANNA, 0);
    expect_raw(fixture, bounce, strlen(bounce), "ignored daemon", "MAILER-DAEMON@one.example", 0);
}

LETTER_TEST(broken_bytes_are_kept_and_do_no_harm)
{
    OWN(buf) deep = {0}, binary = {0};

    expect_raw(fixture, "", 0, "ignored not-a-letter", ANNA, 0);
    for (unsigned i = 0; i < 70000; i++)
        buf_put_char(&binary, (char)fixture_below(fixture, 256));
    fixture_deliver(fixture, binary.at, binary.length);
    fixture_settle(fixture);
    assert_memory_equal(fixture_outcome(fixture), "ignored ", 8);

    buf_put(&deep, "From: anna@one.example\nTo: games@robot.example\nMessage-ID: <d@x.example>\n"
                   "MIME-Version: 1.0\n");
    for (unsigned i = 0; i < 200; i++)
        buf_printf(&deep, "Content-Type: multipart/mixed; boundary=b%u\n\n--b%u\n", i, i);
    buf_put(&deep, "Content-Type: text/plain\n\nbid 3\n");
    fixture_deliver(fixture, deep.at, deep.length);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected too-deep");
}

/* A phone's screenshot beside an order. */
LETTER_TEST(of_a_large_letter_the_text_is_read)
{
    OWN(letter) letter = {0};
    OWN(buf) large = {0};

    fixture_prove_nothing(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    buf_printf(&large,
               "From: " ANNA "\nTo: %s\nMessage-ID: <l@x.example>\nMIME-Version: 1.0\n"
               "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nbid 3\n\n--b\n"
               "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n",
               letter.reply_to);
    for (unsigned i = 0; i < 32 * 1024; i++)
        buf_put(&large, "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAA==\n");
    buf_put(&large, "--b--\n");
    fixture_deliver(fixture, large.at, large.length);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    newest_has(fixture, ANNA, "Your letter was large");
}

LETTER_TEST(a_letter_of_ten_megabytes_is_told_so)
{
    OWN(letter) letter = {0};
    OWN(buf) huge = {0};

    fixture_newest(fixture, ANNA, &letter, NULL);
    buf_printf(&huge, "From: " ANNA "\nTo: %s\nMessage-ID: <h@x.example>\n\n", letter.reply_to);
    for (unsigned i = 0; i < 10 * 1024 * 16; i++)
        buf_put(&huge, "bid 3 bid 3 bid 3 bid 3 bid 3 bid 3 bid 3 bid 3 bid 3 bid 3 ab\n");
    expect_raw(fixture, huge.at, huge.length, "rejected too-big", ANNA, 1);
    newest_has(fixture, ANNA, "too large");
}

LETTER_TEST(wrongly_encoded_text_is_read_as_far_as_it_can_be)
{
    OWN(letter) letter = {0};
    OWN(buf) bytes = {0};

    fixture_prove_nothing(fixture);
    fixture_newest(fixture, ANNA, &letter, NULL);
    buf_printf(&bytes,
               "From: " ANNA "\nTo: %s\nMessage-ID: <w@x.example>\n"
               "Content-Type: text/plain; charset=utf-8\n\nb\xef\xfd\x80\xff 3\n",
               letter.reply_to);
    expect_raw(fixture, bytes.at, bytes.length, "rejected no-line", ANNA, 1);
}

LETTER_TEST(orders_below_the_quote_are_pointed_out)
{
    OWN(letter) letter = {0};

    fixture_newest(fixture, ANNA, &letter, NULL);
    fixture_send(fixture, ANNA, letter.reply_to, NULL, "-=-=- marker\n\nbid 3");
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "rejected orders-below");
}

LETTER_TEST(a_letter_that_cannot_be_stored_goes_aside_alone)
{
    static const char raw[] = "From: anna@one.example\nTo: games@robot.example\n\ngames\n";
    char name[253], path[FIXTURE_PATH * 3];
    unsigned letters = fixture_mail_count(fixture, ANNA);

    memset(name, 'x', sizeof name - 1); /* longer than a source id of the ledger */
    name[sizeof name - 1] = '\0';
    snprintf(path, sizeof path, "%s/mail/games@robot.example/new/%s", fixture->folder, name);
    assert_int_equal(files_create(path, 0600, raw, strlen(raw), NULL), RC_OK);
    writes(fixture, ANNA, "bid 3");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + 1);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void damage(struct fixture *fixture, const char *sql)
{
    char path[FIXTURE_PATH * 2];
    sqlite3 *db;

    fixture_close(fixture);
    snprintf(path, sizeof path, "%s/postern.db", fixture->folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    fixture_open(fixture);
}

static enum rc join_outcomes(void *user, const struct ledger_letter_row *row, struct err *err)
{
    (void)err;
    text_put(user, ledger_outcome_name(row->outcome.kind));
    text_put_char(user, ',');
    return RC_OK;
}

static unsigned count_said(struct fixture *fixture)
{
    char path[FIXTURE_PATH * 2];
    sqlite3_stmt *stmt;
    sqlite3 *db;
    int count;

    snprintf(path, sizeof path, "%s/postern.db", fixture->folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM said", -1, &stmt, NULL), 0);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    count = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return (unsigned)count;
}

LETTER_TEST(a_letter_that_cannot_be_dealt_with_leaves_no_trace_among_others)
{
    unsigned said = count_said(fixture);
    TEXT_IN(text, outcomes, 256);

    damage(fixture,
           "DROP TRIGGER entry_fixed; UPDATE entry SET text = 'x' WHERE game = 1 AND n = 2");
    fixture_send(fixture, BOB, NULL, NULL, "language it");
    fixture_answer(fixture, ANNA, "bid 3");
    sends(fixture, BOB, "help");
    FIXTURE_EACH(ledger_letters(fixture->desk->ledger, 0, NULL), ledger_letter_row, join_outcomes,
                 &text);
    assert_true(text_starts_with(outcomes, "answered,set aside,answered,"));
    assert_int_equal(count_said(fixture), said);
}

/* As if the program had ended so often while the newest letter was in hand. */
static void crash(struct fixture *fixture, unsigned times)
{
    struct err err = {0};
    char id[32];
    int tries;

    snprintf(id, sizeof id, "%06u.test", fixture->sent);
    while (times--)
        must(ledger_crash_count(fixture->desk->ledger, "maildir:in", id, fixture->now_s, &tries,
                                &err),
             &err);
}

LETTER_TEST(a_letter_that_crashed_twice_is_set_aside)
{
    unsigned before = fixture_mail_count(fixture, ANNA);

    fixture_answer(fixture, ANNA, "bid 3");
    crash(fixture, 2);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "set aside crashed");
    newest_has(fixture, ANNA, "could not be read");
    assert_int_equal(fixture_mail_count(fixture, ANNA), before + 1);
}

/* Telling of it brought the program down as well. */
LETTER_TEST(a_letter_that_crashed_three_times_is_not_looked_at)
{
    unsigned before = fixture_mail_count(fixture, ANNA);

    fixture_answer(fixture, ANNA, "bid 3");
    crash(fixture, 3);
    fixture_settle(fixture);
    assert_string_equal(fixture_outcome(fixture), "set aside crashed");
    assert_int_equal(fixture_mail_count(fixture, ANNA), before);
}

LETTER_TEST(a_frozen_game_takes_no_orders)
{
    OK(ledger_freeze(fixture->desk->ledger, 1, fixture->now_s, "test", &err));
    expect(fixture, "bid 3", "rejected frozen", "frozen until the administrator", 0);
}

static void copy_file(struct fixture *fixture, const char *from, const char *to)
{
    char command[FIXTURE_PATH * 4];

    snprintf(command, sizeof command, "cp '%s/%s' '%s/%s'", fixture->folder, from, fixture->folder,
             to);
    assert_int_equal(system(command), 0);
}

/* Letters went out with a head that the restored ledger does not have. */
LETTER_TEST(a_restored_older_ledger_freezes_its_game)
{
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};
    unsigned letters;

    fixture_close(fixture); /* the last to close leaves no file beside the ledger */
    copy_file(fixture, "postern.db", "old.db");
    fixture_open(fixture);
    writes(fixture, ANNA, "bid 3");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    fixture_close(fixture);
    copy_file(fixture, "old.db", "postern.db");
    fixture_open(fixture);
    letters = fixture_mail_count(fixture, BOB);
    writes(fixture, BOB, "bid 1");
    assert_string_equal(fixture_outcome(fixture), "rejected frozen");
    assert_int_equal(fixture_mail_count(fixture, BOB), letters + 1); /* he is answered, */
    fixture_newest(fixture, BOB, &letter, &raw);
    assert_non_null(strstr(buf_text(&raw), "frozen"));
    assert_null(strstr(buf_text(&raw), "postern-head")); /* and nothing is signed */
}

LETTER_TEST(a_finished_game_takes_no_orders)
{
    writes(fixture, ANNA, "resign");
    assert_string_equal(fixture_outcome(fixture), "accepted ");
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    expect(fixture, "bid 3", "rejected game-over", "This game is over", 0);
}

LETTER_TEST(a_missed_deadline_takes_its_default)
{
    uint64_t before = head(fixture);
    unsigned letters = fixture_mail_count(fixture, ANNA);

    fixture->now_s += 6 * 86400 + 86400 / 2; /* a reminder a day before */
    fixture_round(fixture);
    fixture_round(fixture);
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters + 1);
    newest_has(fixture, ANNA, "still waiting for your answer");
    assert_int_equal(head(fixture), before);
    fixture->now_s += 86400;
    fixture_round(fixture); /* lists the inbox past the deadline … */
    fixture_settle(fixture);
    assert_true(head(fixture) > before);
}

/* ---- the log ---- */

struct log_reader {
    int fd;
    unsigned lines, commits, too_early;
};

/* Count what was logged of letters and deadlines since the last time. */
static unsigned read_log(struct log_reader *reader)
{
    char text[1 << 15];
    ssize_t length = read(reader->fd, text, sizeof text - 1);
    unsigned before = reader->lines;

    text[length > 0 ? length : 0] = '\0';
    for (const char *at = text; (at = strstr(at, "event=")) != NULL; at++)
        reader->lines +=
            text_starts_with(at, "event=letter-in ") || text_starts_with(at, "event=deadline ");
    return reader->lines - before;
}

/* Nothing is told of a change between its begin and its commit. */
static void look_at_log(void *user, const char *step)
{
    struct log_reader *reader = user;
    unsigned new;

    if (text_equal(step, "BEGIN_IMMEDIATE"))
        read_log(reader);
    if (!text_equal(step, "before COMMIT"))
        return;
    reader->commits++;
    new = read_log(reader);
    reader->too_early += new;
}

LETTER_TEST(the_log_tells_of_letters_and_deadlines_once_they_are_durable)
{
    struct log_reader reader = {0};
    int fds[2];

    assert_int_equal(pipe2(fds, O_NONBLOCK), 0);
    reader.fd = fds[0];
    fixture->desk->log = (struct log){.open = true, .fd = fds[1], .least = LOG_INFO};
    ledger_set_step(fixture->desk->ledger, look_at_log, &reader);
    fixture_answer(fixture, ANNA, "bid 3");
    fixture_round(fixture);
    read_log(&reader);
    assert_int_equal(reader.lines, 1);
    assert_true(reader.commits > 0);
    fixture->now_s += 30 * 86400;
    fixture_settle(fixture);
    read_log(&reader);
    assert_true(reader.lines > 1);
    assert_int_equal(reader.too_early, 0);
    ledger_set_step(fixture->desk->ledger, NULL, NULL);
    fixture->desk->log = (struct log){0};
    close(fds[0]);
    close(fds[1]);
}

TESTS(NULL, NULL)
