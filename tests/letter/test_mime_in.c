/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/buf.h"
#include "letter/flowed.h"
#include "letter/html_text.h"
#include "letter/mime_in.h"
#include "tests/rows.h"
#include "tests/test.h"

#define HEAD  "From: Ann <ann@example.org>\r\nTo: postern+abc@games.example\r\n"
#define PLAIN "Content-Type: text/plain; charset=utf-8\r\n"

static struct letter read_letter(const char *bytes)
{
    struct letter letter = {0};
    struct err err = {0};

    if (letter_read(bytes, strlen(bytes), NULL, &letter, &err) != RC_OK)
        fail_msg("%s", err.text);
    return letter;
}

TEST(the_header_of_a_letter_is_read)
{
    static const char bytes[] =
        "Return-Path: <ann@Example.ORG>\r\n"
        "Delivered-To: postern+tok@games.example\r\n"
        "Authentication-Results: mx.games.example;\r\n"
        " dkim=pass (good; \"signature\") header.d=example.org;\r\n"
        " spf=PASS smtp.mailfrom=ann@example.org; dmarc=fail\r\n"
        "Authentication-Results: other.example 1; none\r\n"
        "From: =?utf-8?Q?Ann_=C3=84ngstr=C3=B6m?= <Ann@Example.ORG>\r\n"
        "To: Postern <postern+tok2@GAMES.example>, undisclosed: x@y.example, z@y.example;\r\n"
        "Cc: b@example.org\r\n"
        "Subject: =?iso-8859-1?Q?Re:_Spiel_42_=FCber?=\r\n"
        " =?iso-8859-1?Q?_alles?=\r\n"
        "Message-ID: <m1@example.org>\r\n"
        "In-Reply-To: <t9@games.example> (your letter)\r\n"
        "References: <t1@games.example>\r\n <t9@games.example>\r\n"
        "Date: Sat, 21 Nov 2026 22:15:00 +0100\r\n"
        "Auto-Submitted: Auto-Replied; owner=x\r\n"
        "Precedence: Bulk\r\n"
        "X-Auto-Response-Suppress: DR, OOF\r\n"
        "List-Unsubscribe: <mailto:x>\r\n"
        "Content-Language: de-DE\r\n"
        "\r\nend\r\n";
    OWN(letter) letter = read_letter(bytes);

    assert_string_equal(letter.from.name, "Ann \xC3\x84ngstr\xC3\xB6m");
    assert_string_equal(letter.from.address, "Ann@example.org");
    assert_int_equal(letter.from_count, 1);
    assert_true(letter.has_return_path);
    assert_string_equal(letter.return_path, "ann@example.org");
    assert_int_equal(letter.recipient_count, 5);
    assert_string_equal(letter.recipient[0], "postern+tok@games.example");
    assert_string_equal(letter.recipient[1], "postern+tok2@games.example");
    assert_string_equal(letter.recipient[4], "b@example.org");
    assert_string_equal(letter.subject, "Re: Spiel 42 \xC3\xBC"
                                        "ber alles");
    assert_string_equal(letter.message_id, "m1@example.org");
    assert_string_equal(letter.in_reply_to, "t9@games.example");
    assert_int_equal(letter.reference_count, 2);
    assert_string_equal(letter.references[1], "t9@games.example");
    assert_string_equal(letter.date, "Sat, 21 Nov 2026 22:15:00 +0100");
    assert_string_equal(letter.auto_submitted, "auto-replied");
    assert_string_equal(letter.precedence, "bulk");
    assert_string_equal(letter.response_suppress, "dr, oof");
    assert_true(letter.list_fields);
    assert_string_equal(letter.content_language, "de-de");
    assert_string_equal(letter.text, "end\n");
}

TEST(authentication_results_are_read_with_their_server)
{
    static const char bytes[] =
        HEAD "Authentication-Results: MX.games.example 1;\r\n"
             " dkim=pass (a (b) \\) c; d=e) header.d=example.org header.i=\"@x; y\";\r\n"
             " SPF/1=Pass smtp.mailfrom=ann@example.org;broken; dmarc = fail\r\n"
             "Authentication-Results: other.example; dkim=pass\r\n\r\nend\r\n";
    static const struct {
        const char *server, *method, *result, *property;
        unsigned field;
    } rows[] = {
        {"mx.games.example", "dkim", "pass", "header.d=example.org header.i=@x__y", 0},
        {"mx.games.example", "spf", "pass", "smtp.mailfrom=ann@example.org", 0},
        {"mx.games.example", "dmarc", "fail", "", 0},
        {"other.example", "dkim", "pass", "", 1},
    };
    OWN(letter) letter = read_letter(bytes);

    assert_int_equal(letter.auth_count, 4);
    for (unsigned i = 0; i < letter.auth_count; i++) {
        assert_string_equal(letter.auth[i].server, rows[i].server);
        assert_string_equal(letter.auth[i].method, rows[i].method);
        assert_string_equal(letter.auth[i].result, rows[i].result);
        assert_string_equal(letter.auth[i].property, rows[i].property);
        assert_int_equal(letter.auth[i].field, rows[i].field);
    }
}

TEST(the_null_path_is_told_from_none)
{
    OWN(letter) with = read_letter("Return-Path: <>\r\n" HEAD "\r\nx\r\n");
    OWN(letter) without = read_letter(HEAD "\r\nx\r\n");

    assert_true(with.has_return_path);
    assert_string_equal(with.return_path, "");
    assert_false(without.has_return_path);
}

TEST(text_is_decoded_from_what_mail_programs_send)
{
    ROWS_EACH(row, "tests/letter/mime_in.rows", "text_is_decoded_from_what_mail_programs_send") {
        OWN(letter) letter = read_letter(row.cell[0]);

        assert_string_equal(letter.text, row.cell[1]);
        assert_int_equal(letter.flaw, LETTER_WHOLE);
    }
}

TEST(a_guess_at_the_charset_is_admitted)
{
    OWN(letter) letter = read_letter(HEAD PLAIN "\r\nladr\xF3n\r\n");

    assert_true(letter.text_repaired);
    assert_string_equal(letter.text_charset, "utf-8");
}

#define MULTI(type) HEAD "Content-Type: multipart/" type "; boundary=b\r\n\r\n"
#define PART        "--b\r\nContent-Type: text/plain\r\n\r\n"
#define HTML        "--b\r\nContent-Type: text/html\r\n\r\n"
#define END         "--b--\r\n"

TEST(the_best_text_of_several_parts_is_taken)
{
    static const struct {
        const char *bytes, *text;
        bool html;
        unsigned attachments;
    } rows[] = {
        {MULTI("alternative") PART "plain\r\n" HTML "<p>Plain!\r\n" END, "plain\n", false, 0},
        {MULTI("alternative") HTML "<p>plain!\r\n" PART "plain\r\n" END, "plain\n", false, 0},
        {MULTI("alternative") PART "No HTML?\r\n" HTML "<p>end\r\n" END, "end\n", true, 0},
        {MULTI("alternative") PART "[cid:a.png]\r\n" HTML "<p>end of the game\r\n" END,
         "end of the game\n", true, 0},
        {MULTI("alternative") PART " \r\n\xC2\xA0\r\n" HTML "<p>html\r\n" END, "html\n", true, 0},
        {MULTI("mixed") PART "one\r\n" PART "two\r\n" END, "one\ntwo\n", false, 0},
        {MULTI("mixed") PART "one\r\n--b\r\nContent-Type: text/plain\r\n"
                             "Content-Disposition: attachment; filename=x.txt\r\n\r\ntwo\r\n" END,
         "one\n", false, 1},
        {MULTI("mixed") PART "one\r\n--b\r\nContent-Type: text/plain; "
                             "name*=utf-8''%C3%A4.txt\r\n\r\ntwo\r\n" END,
         "one\n", false, 1},
        {MULTI("mixed") PART "one\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n" HEAD
                             "\r\ntwo\r\n" END,
         "one\n", false, 1},
        {MULTI("signed") PART
         "one\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n" END,
         "one\n", false, 0},
        {MULTI("mixed") PART "never closed\r\n", "never closed\n", false, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWN(letter) letter = read_letter(rows[i].bytes);
        size_t length = strlen(letter.text);

        /* The line end before a boundary is the boundary's. */
        assert_memory_equal(letter.text, rows[i].text, length);
        assert_true(length + 1 >= strlen(rows[i].text));
        assert_int_equal(letter.text_from_html, rows[i].html);
        assert_int_equal(letter.attachment_count, rows[i].attachments);
    }
}

/* ---- the shapes that mail programs send ---- */

/* One part or multipart: S signed, A alternative, R related, M mixed, with what is in it between
 * brackets; p plain, h HTML, n the same with "end" alone, e empty plain, i picture, f file of text,
 * l a letter, c calendar, a what AMP and watches are shown, t a list's footer. Returns what is
 * behind it. */
static const char *put_shape(const char *shape, struct buf *out)
{
    static const struct {
        char sign;
        const char *bytes;
    } parts[] = {
        {'p', "text/plain; charset=utf-8\r\n\r\nthief c0\r\nend\r\n\r\n> old\r\n"},
        {'h', "text/html\r\n\r\n<div>thief c0</div><div>end</div><br><blockquote>old<img "
              "src=\"cid:b1\"></blockquote>"},
        {'n', "text/html\r\n\r\n<div>end</div>"},
        {'e', "text/plain\r\n\r\n\r\n"},
        {'i', "image/png; name=b.png\r\nContent-Disposition: inline\r\nContent-ID: <b1>\r\n\r\nx"},
        {'f', "text/plain; name=old.txt\r\nContent-Disposition: attachment\r\n\r\ntroll d5\r\n"},
        {'l', "message/rfc822\r\n\r\nFrom: a@b.example\r\n\r\ntroll d5\r\n"},
        {'c', "text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\n"},
        {'a', "text/x-amp-html\r\n\r\n<p>thief c0\r\n"},
        {'t', "text/plain\r\n\r\n_____\r\n"},
    };
    static const struct {
        char sign;
        const char *type;
    } multiparts[] = {{'S', "signed"}, {'A', "alternative"}, {'R', "related"}, {'M', "mixed"}};
    size_t boundary = out->length;

    buf_put(out, "Content-Type: ");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].sign == *shape) {
            buf_printf(out, "%s\r\n", parts[i].bytes);
            return shape + 1;
        }
    for (size_t i = 0; i < sizeof multiparts / sizeof *multiparts; i++)
        if (multiparts[i].sign == *shape)
            buf_printf(out, "multipart/%s; boundary=\"%zu\"\r\n\r\n", multiparts[i].type, boundary);
    for (shape++; *shape == '(' || *shape == ',';) {
        buf_printf(out, "--%zu\r\n", boundary);
        shape = put_shape(shape + 1, out);
    }
    buf_printf(out, "--%zu--\r\n", boundary);
    return shape + 1;
}

static void check_shape(const char *program, const char *shape)
{
    OWN(buf) bytes = {0}, shown = {0};
    struct letter letter;

    buf_put(&bytes, HEAD);
    put_shape(shape, &bytes);
    letter = read_letter(buf_text(&bytes));
    for (const char *line = strtok(letter.text, "\n"); line; line = strtok(NULL, "\n"))
        if (*line != '>' && *line != '_')
            buf_printf(&shown, "%s|", line);
    if (strcmp(buf_text(&shown), "thief c0|end|") != 0)
        fail_msg("%s %s: %s", program, shape, buf_text(&shown));
    letter_fini(&letter);
}

TEST(an_order_is_read_once_in_whatever_shape_a_program_sends_it)
{
    ROWS_EACH(row, "tests/letter/mime_in.rows",
              "an_order_is_read_once_in_whatever_shape_a_program_sends_it") {
        char wrapped[64];

        check_shape(row.cell[0], row.cell[1]);
        snprintf(wrapped, sizeof wrapped, "S(%s,i)", row.cell[1]);
        check_shape(row.cell[0], wrapped);
        snprintf(wrapped, sizeof wrapped, "M(S(%s,i),t)", row.cell[1]);
        check_shape(row.cell[0], wrapped);
    }
}

TEST(a_letter_without_readable_text_says_why)
{
    static const struct {
        const char *bytes;
        enum letter_flaw flaw;
    } rows[] = {
        {HEAD "Content-Type: image/png\r\n\r\nx\r\n", LETTER_NO_TEXT},
        {HEAD PLAIN "\r\n \r\n", LETTER_NO_TEXT},
        {HEAD "Subject: nothing more", LETTER_NO_TEXT},
        {MULTI("encrypted") "--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n"
                            "--b\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n" END,
         LETTER_ENCRYPTED},
        {HEAD "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx\r\n",
         LETTER_ENCRYPTED},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWN(letter) letter = read_letter(rows[i].bytes);

        assert_int_equal(letter.flaw, rows[i].flaw);
        assert_string_equal(letter.from.address, "ann@example.org");
    }
}

TEST(a_huge_letter_keeps_its_header)
{
    OWN(buf) bytes = {0};
    OWN(letter) letter = {0};

    buf_put(&bytes, HEAD "Subject: huge\r\n" PLAIN "\r\n");
    while (bytes.length < 10 << 20)
        buf_put(&bytes,
                "a line of a letter that somebody made far too long, of 78 columns or so.\r\n");
    assert_int_equal(letter_read(bytes.at, bytes.length, NULL, &letter, NULL), RC_OK);
    assert_int_equal(letter.flaw, LETTER_TOO_BIG);
    assert_string_equal(letter.subject, "huge");
    assert_string_equal(letter.text, "");
}

TEST(a_long_text_is_cut_between_characters)
{
    const struct letter_limits limits = {1 << 20, 1 << 16, 7, 4, 8};
    const char *bytes = HEAD PLAIN "\r\nabcd\xC3\xA9\xC3\xA9\xC3\xA9\r\n";
    OWN(letter) letter = {0};

    assert_int_equal(letter_read(bytes, strlen(bytes), &limits, &letter, NULL), RC_OK);
    assert_true(letter.text_cut);
    assert_string_equal(letter.text, "abcd\xC3\xA9");
}

TEST(nesting_and_numbers_of_parts_have_limits)
{
    OWN(buf) deep = {0}, many = {0};
    struct letter letter;

    buf_put(&deep, HEAD);
    for (int i = 0; i < 1000; i++)
        buf_printf(&deep, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i);
    letter = read_letter(buf_text(&deep));
    assert_int_equal(letter.flaw, LETTER_TOO_DEEP);
    letter_fini(&letter);
    buf_put(&many, MULTI("mixed"));
    for (int i = 0; i < 1000; i++)
        buf_put(&many, PART "x\r\n");
    letter = read_letter(buf_text(&many));
    assert_int_equal(letter.flaw, LETTER_TOO_MANY_PARTS);
    letter_fini(&letter);
}

/* Nothing but boundaries: not worth an object for each, only its header is read. */
TEST(parts_without_number_are_not_counted_one_by_one)
{
    OWN(buf) many = {0};
    struct rusage before, after;
    struct letter letter;

    buf_put(&many, HEAD "Subject: parts\r\nMIME-Version: 1.0\r\n"
                        "Content-Type: multipart/mixed; boundary=b\r\n\r\n");
    for (int i = 0; i < 200000; i++)
        buf_put(&many, "--b\n");
    getrusage(RUSAGE_SELF, &before);
    letter = read_letter(buf_text(&many));
    getrusage(RUSAGE_SELF, &after);
    assert_int_equal(letter.flaw, LETTER_TOO_MANY_PARTS);
    assert_string_equal(letter.subject, "parts");
    assert_string_equal(letter.text, "");
    assert_true(after.ru_maxrss - before.ru_maxrss < 32 * 1024); /* KiB */
    letter_fini(&letter);
}

TEST(bytes_that_are_no_letter_are_refused)
{
    static const char *const bad[] = {
        "", "\r\n", "hello there\r\n", "\x89PNG\r\n\x1A\n", ": x", "GET / HTTP/1.1\r\nHost: x\r\n"};
    struct letter letter = {0};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct err err = {0};

        assert_int_equal(letter_read(bad[i], strlen(bad[i]), NULL, &letter, &err), RC_BAD_INPUT);
        assert_true(err.text[0] != '\0');
    }
    assert_null(letter.text);
}

TEST(header_values_never_hold_line_ends)
{
    struct letter letter = read_letter(
        "From: =?utf-8?Q?A=0D=0ABcc:_x?= <a@b.example>\r\n"
        "Subject: =?utf-8?Q?A=0D=0AB=00C=E2=80=AE?=\r\nMessage-ID: <a\r\n b@c>\r\n\r\nx\r\n");

    assert_null(strpbrk(letter.from.name, "\r\n"));
    assert_null(strpbrk(letter.subject, "\r\n"));
    assert_null(strpbrk(letter.message_id, "\r\n"));
    letter_fini(&letter);
}

TEST(too_many_references_keep_the_first_and_the_newest)
{
    OWN(buf) bytes = {0};
    struct letter letter;

    buf_put(&bytes, HEAD "References:");
    for (int i = 0; i < 200; i++)
        buf_printf(&bytes, " <m%d@x.example>\r\n", i);
    buf_put(&bytes, "\r\nx\r\n");
    letter = read_letter(buf_text(&bytes));
    assert_int_equal(letter.reference_count, LETTER_REFERENCES_MAX);
    assert_string_equal(letter.references[0], "m0@x.example");
    assert_string_equal(letter.references[LETTER_REFERENCES_MAX - 1], "m199@x.example");
    letter_fini(&letter);
}

TEST(a_delivery_report_is_read)
{
    static const char bytes[] =
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: b@games.example\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" PART
        "It could not be delivered.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example\r\n\r\n"
        "Original-Recipient: rfc822;old@example.org\r\n"
        "Final-Recipient: rfc822; ann@example.org\r\nAction: Failed\r\n"
        "Status: 5.1.1 (no such user)\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n  no such user\r\n\r\n"
        "Final-Recipient: rfc822; bob@example.org\r\nAction: delayed\r\nStatus: 4.4.1\r\n\r\n"
        "--b\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        "Message-ID: <out7@games.example>\r\nTo: Ann <ann@example.org>\r\n" END;
    OWN(letter) letter = read_letter(bytes);

    assert_int_equal(letter.report, LETTER_REPORT_DELIVERY);
    assert_int_equal(letter.report_recipient_count, 2);
    assert_string_equal(letter.report_recipient[0].address, "ann@example.org");
    assert_string_equal(letter.report_recipient[0].action, "failed");
    assert_string_equal(letter.report_recipient[0].status, "5.1.1");
    assert_non_null(strstr(letter.report_recipient[0].diagnostic, "no such user"));
    assert_string_equal(letter.report_recipient[1].address, "bob@example.org");
    assert_string_equal(letter.report_recipient[1].status, "4.4.1");
    assert_string_equal(letter.reported_id, "out7@games.example");
}

TEST(html_becomes_the_lines_that_are_seen)
{
    ROWS_EACH(row, "tests/letter/mime_in.rows", "html_becomes_the_lines_that_are_seen") {
        OWN(buf) out = {0};

        assert_int_equal(html_to_text(row.cell[0], strlen(row.cell[0]), &out, NULL), RC_OK);
        assert_string_equal(buf_text(&out), row.cell[1]);
    }
}

/* Each of these makes a tree that is the square of its source, or deeper than a stack. */
TEST(hostile_html_is_refused)
{
    static const char *const pieces[][2] = {{"<div>", ""},
                                            {"<font color=a>", "<p>x"},
                                            {"<b><i><u>", "<p>"},
                                            {"<a href=x><table><td>", ""},
                                            {"<p><object>", ""}};

    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        OWN(buf) html = {0}, out = {0};
        enum rc rc;

        while (html.length < 128 * 1024)
            buf_put(&html, pieces[i][0]);
        while (pieces[i][1][0] && html.length < 256 * 1024)
            buf_put(&html, pieces[i][1]);
        rc = html_to_text(html.at, html.length, &out, NULL);
        assert_int_equal(rc, RC_TOO_LONG);
        assert_int_equal(out.length, 0);
    }
}

TESTS(NULL, NULL)
