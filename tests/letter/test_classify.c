/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "commands/meaning.h"
#include "letter/classify.h"
#include "letter/classify_p.h"
#include "tests/phrases/shipped.h"
#include "tell/command_words.h"
#include "tests/test.h"

#define REPORT(type, status)                                                                       \
    "Content-Type: multipart/report; report-type=" type "; boundary=b\r\n\r\n"                     \
    "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n"                                                 \
    "--b\r\nContent-Type: message/" type "\r\n\r\nReporting-MTA: dns; x\r\n\r\n" status            \
    "--b--\r\n"
#define FAILED  "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: "
#define DELAYED "Final-Recipient: rfc822; a@b.example\r\nAction: delayed\r\nStatus: 4.4.1\r\n\r\n"
#define DELIVERED                                                                                  \
    "Final-Recipient: rfc822; a@b.example\r\nAction: delivered\r\nStatus: 2.0.0\r\n\r\n"

static const char *const own[] = {"postern@games.example", NULL};
static const struct classify_context stranger = {.own = own};
static const struct classify_context token = {.own = own, .token_valid = true};
static const struct classify_context bounce = {.own = own, .bounce_address = true};

struct row {
    const char *fields; /* of the letter, after From and To */
    const struct classify_context *context;
    enum letter_class kind;
    const char *reason;
};

static struct classification classify(const char *from, const char *fields,
                                      const struct classify_context *context)
{
    struct classification got;
    OWN(letter) letter = {0};
    OWN(buf) bytes = {0};

    buf_printf(&bytes, "From: %s\r\nTo: postern+x@games.example\r\n%s", from, fields);
    if (!strstr(fields, "\r\n\r\n"))
        buf_put(&bytes, "\r\nend\r\n");
    assert_int_equal(letter_read(bytes.at, bytes.length, NULL, &letter, NULL), RC_OK);
    letter_classify(&letter, context, &got);
    return got;
}

TEST(each_row_of_the_conventions_is_kept)
{
    static const struct row rows[] = {
        {"", &stranger, LETTER_PERSONAL, ""},
        {"Auto-Submitted: no\r\n", &stranger, LETTER_PERSONAL, ""},
        {"Return-Path: <ann@example.org>\r\n", &stranger, LETTER_PERSONAL, ""},
        {"Return-Path: <>\r\n", &stranger, LETTER_DAEMON, "null-path"},
        {"Return-Path: <>\r\n", &token, LETTER_DAEMON, "null-path"},
        {REPORT("delivery-status", FAILED "5.1.1\r\n\r\n"), &stranger, LETTER_BOUNCE,
         "delivery-report"},
        {REPORT("disposition-notification", ""), &token, LETTER_RECEIPT, "read-receipt"},
        {REPORT("feedback-report", ""), &stranger, LETTER_COMPLAINT, "abuse-report"},
        {"", &bounce, LETTER_BOUNCE, "bounce-address"},
        {"X-Failed-Recipients: a@b.example\r\n", &stranger, LETTER_BOUNCE, "failed-recipients"},
        {"Postern-Loop: games.example\r\n", &token, LETTER_LOOP, "own-letter"},
        {"Sender: Postern+y@Games.example\r\n", &stranger, LETTER_LOOP, "own-address"},
        {"Auto-Submitted: auto-replied (vacation)\r\n", &token, LETTER_AUTO_REPLY,
         "auto-submitted"},
        {"Auto-Submitted: AUTO-GENERATED; x=y\r\n", &stranger, LETTER_AUTO_REPLY, "auto-submitted"},
        {"Precedence: auto_reply\r\n", &token, LETTER_AUTO_REPLY, "auto-reply-field"},
        {"X-Autoreply: yes\r\n", &token, LETTER_AUTO_REPLY, "auto-reply-field"},
        {"Subject: Automatic reply: Game 42\r\n", &token, LETTER_AUTO_REPLY, "vacation-subject"},
        {"Subject: Respuesta autom\xC3\xA1tica: Game 42\r\n", &token, LETTER_AUTO_REPLY,
         "vacation-subject"},
        {"Precedence: bulk\r\n", &stranger, LETTER_FROM_LIST, "bulk"},
        {"Precedence: junk\r\n", &stranger, LETTER_FROM_LIST, "bulk"},
        {"Precedence: list\r\n", &token, LETTER_PERSONAL, ""},
        {"List-Id: <x.example.org>\r\n", &stranger, LETTER_FROM_LIST, "list-field"},
        {"List-Post: <mailto:x@example.org>\r\n", &stranger, LETTER_FROM_LIST, "list-field"},
        {"List-Id: <x.example.org>\r\n", &token, LETTER_PERSONAL, ""},
        {"Content-Disposition: reaction\r\n\r\n\xF0\x9F\x91\x8D\r\n", &token, LETTER_REACTION,
         "reaction"},
        {"\r\n\r\nAnn Reacted to your message: like\r\n", &token, LETTER_PERSONAL, ""},
        {"\r\nAnn Reacted to your message:\r\n", &token, LETTER_REACTION, "reaction"},
        {"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nend\r\n"
         "--b\r\nContent-Type: text/vnd.google.email-reaction+json\r\n\r\n{}\r\n--b--\r\n",
         &token, LETTER_REACTION, "reaction"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct classification got = classify("ann@example.org", rows[i].fields, rows[i].context);

        if (got.kind != rows[i].kind)
            fail_msg("row %zu (%s): %s", i, rows[i].fields, letter_class_name(got.kind));
        assert_string_equal(got.reason, rows[i].reason);
        assert_int_equal(got.may_answer, rows[i].kind == LETTER_PERSONAL);
    }
}

TEST(robots_are_known_by_their_addresses)
{
    static const struct {
        const char *from;
        enum letter_class kind;
    } rows[] = {
        {"MAILER-DAEMON@example.org", LETTER_DAEMON},
        {"Postmaster <postmaster@example.org>", LETTER_DAEMON},
        {"no-reply@example.org", LETTER_DAEMON},
        {"bounces+x=y@example.org", LETTER_DAEMON},
        {"postern@games.example", LETTER_LOOP},
        {"POSTERN+abc@games.EXAMPLE", LETTER_LOOP},
        {"rooter@example.org", LETTER_PERSONAL},
        {"postern@example.org", LETTER_PERSONAL},
        {"", LETTER_DAEMON},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(classify(rows[i].from, "", &token).kind, rows[i].kind);
}

TEST(bounces_are_weighed_by_their_heaviest_recipient)
{
    static const struct {
        const char *fields;
        enum bounce_weight weight;
    } rows[] = {
        {REPORT("delivery-status", FAILED "5.1.1\r\n\r\n"), BOUNCE_HARD},
        {REPORT("delivery-status", FAILED "4.4.7\r\n\r\n"), BOUNCE_SOFT},
        {REPORT("delivery-status", DELAYED), BOUNCE_NONE},
        {REPORT("delivery-status", FAILED "5.2.2\r\n\r\n"), BOUNCE_SOFT},
        {REPORT("delivery-status", FAILED "5.7.23\r\n\r\n"), BOUNCE_OURS},
        {REPORT("delivery-status", FAILED "5.1.8\r\n\r\n"), BOUNCE_OURS},
        {REPORT("delivery-status", FAILED "5.1.10\r\n\r\n"), BOUNCE_HARD},
        {REPORT("delivery-status",
                FAILED "5.0.0\r\nDiagnostic-Code: smtp; 550-5.7.26 no DMARC\r\n\r\n"),
         BOUNCE_OURS},
        {REPORT("delivery-status",
                FAILED "5.0.0\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n"),
         BOUNCE_HARD},
        {REPORT("delivery-status", DELIVERED), BOUNCE_NONE},
        {REPORT("delivery-status", DELAYED DELIVERED FAILED "5.2.1\r\n\r\n"), BOUNCE_HARD},
        {REPORT("delivery-status", ""), BOUNCE_SOFT},
        {"X-Failed-Recipients: a@b.example\r\n", BOUNCE_SOFT},
        {"", BOUNCE_NONE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(classify("ann@example.org", rows[i].fields, &stranger).weight,
                         rows[i].weight);
}

TEST(who_wants_no_receipts_gets_none)
{
    assert_true(classify("ann@example.org", "X-Auto-Response-Suppress: DR, OOF\r\n", &token)
                    .no_bare_receipt);
    assert_false(
        classify("ann@example.org", "X-Auto-Response-Suppress: None\r\n", &token).no_bare_receipt);
    assert_int_equal(classify("ann@example.org", "X-Auto-Response-Suppress: All\r\n", &token).kind,
                     LETTER_PERSONAL);
}

TEST(mailboxes_are_the_same_without_their_subaddress)
{
    assert_true(letter_same_mailbox("a+b@X.example", "A@x.EXAMPLE"));
    assert_false(letter_same_mailbox("a@x.example", "b@x.example"));
    assert_false(letter_same_mailbox("a@x.example", "a@y.example"));
    assert_false(letter_same_mailbox("", ""));
    assert_false(letter_same_mailbox("+a@x.example", "+b@x.example"));
}

static bool reads(void *context, const char *line, size_t length)
{
    (void)context;
    return meaning_reads(shipped_library(), library_language(shipped_library(), "en"), line,
                         length);
}

static enum letter_class class_of(const char *word, const char *behind, const char *body)
{
    const struct classify_context all = {.own = own, .token_valid = true, .reads = reads};
    OWN(buf) fields = {0};

    buf_printf(&fields, "Subject: %s: %s\r\n\r\n%s\r\n", word, behind, body);
    return classify("ann@example.org", buf_text(&fields), &all).kind;
}

/* The words by which programs mark absence, and those by which players do. */
TEST(a_wish_for_vacation_is_no_automatic_answer)
{
    const struct lexicon *words = language_commands(library_language(shipped_library(), "en"));
    unsigned vacation = 0, wishes = 0;

    for (const char *const *mark = classify_absences; *mark; mark++) {
        if (class_of(*mark, "Tower 1", "I cannot read letters.") != LETTER_AUTO_REPLY)
            fail_msg("\"%s: Tower 1\" is taken for a person's", *mark);
        assert_int_equal(class_of(*mark, "Tower 1", "undo"), LETTER_PERSONAL);
    }
    while (strcmp(command_terms[vacation], "command.vacation") != 0)
        vacation++;
    for (unsigned i = 0; i < words->word_count; i++) {
        const char *word = words->word[i].text;

        if (words->word[i].term != vacation)
            continue;
        wishes++;
        if (class_of(word, "20.12. to 3.1.", "") != LETTER_PERSONAL)
            fail_msg("\"%s: 20.12. to 3.1.\" is taken for a program's", word);
    }
    assert_true(wishes > 30);
}

TEST(every_class_has_a_name)
{
    for (int kind = 0; kind < LETTER_CLASS_COUNT; kind++)
        assert_non_null(letter_class_name((enum letter_class)kind));
}

TESTS(NULL, NULL)
