/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "letter/mime_in.h"
#include "letter/mime_out.h"
#include "tests/rows.h"
#include "tests/test.h"

static const char png[] = "\x89PNG\r\n\x1A\n and more\0 bytes";

static const struct letter_out whole = {
    .message_id = "42.7.abc@games.example",
    .date_s = 1795299320, /* 2026-11-21T22:15:20Z */
    .from_name = "Postern",
    .from = "postern@games.example",
    .to_name = "Ann \xC3\x84ngstr\xC3\xB6m",
    .to = "ann@example.org",
    .reply_to = "postern+caber@games.example",
    .subject = "Dungeon Twister 42: turn 7 \xE2\x80\x94 your move",
    .in_reply_to = "m1@example.org",
    .reference = {"42.root@games.example", "m1@example.org"},
    .reference_count = 2,
    .language = "en",
    .auto_submitted = AUTO_GENERATED,
    .list_id = "42.games.example",
    .list_title = "Game 42",
    .list_unsubscribe = "mailto:games%2Bcp7qcayakyhe6v6fggwscikkycx@games.example?subject=stop",
    .text =
        "-=-=- Write your orders above this line -=-=-\n\nYour turn.\n\xE2\x94\x8C\xE2\x94\x90\n",
    .html = "<p>Your turn. <img src=\"cid:board.42.7.abc@games.example\" alt=\"board\">",
    .part = {{"image/png", "board.png", "board", png, sizeof png},
             {"image/svg+xml", "board.svg", NULL, "<svg/>", 6},
             {"text/calendar; method=PUBLISH; charset=utf-8", "deadline.ics", NULL, "BEGIN\r\n",
              7}},
    .part_count = 3};

static char *compose(const struct letter_out *letter)
{
    struct buf out = {0};
    struct err err = {0};

    if (letter_compose(letter, &out, &err) != RC_OK)
        fail_msg("%s", err.text);
    return buf_take(&out);
}

static void assert_has(const char *bytes, const char *line)
{
    if (!strstr(bytes, line))
        fail_msg("no \"%s\" in:\n%s", line, bytes);
}

TEST(a_letter_carries_the_fields_that_mail_systems_expect)
{
    OWN_MEMORY char *bytes = compose(&whole);

    ROWS_EACH(row, "tests/letter/mime_out.rows",
              "a_letter_carries_the_fields_that_mail_systems_expect")
        assert_has(bytes, row.cell[0]);
    assert_null(strstr(bytes, "format=flowed"));
}

TEST(the_same_values_give_the_same_bytes)
{
    char *a = compose(&whole), *b = compose(&whole);

    assert_string_equal(a, b);
    free(a);
    free(b);
}

TEST(another_message_id_gives_other_boundaries)
{
    struct letter_out other = whole;
    char *a = compose(&whole), *b;

    other.message_id = "42.8.abc@games.example";
    b = compose(&other);
    assert_null(strstr(b, strstr(a, "=_postern_")));
    assert_memory_not_equal(strstr(a, "=_postern_"), strstr(b, "=_postern_"), 26);
    free(a);
    free(b);
}

TEST(every_line_ends_in_crlf_and_is_short)
{
    OWN_MEMORY char *bytes = compose(&whole);

    for (const char *at = bytes; *at;) {
        const char *eol = strchr(at, '\n');

        assert_non_null(eol);
        assert_true(eol > bytes && eol[-1] == '\r');
        assert_true(eol - at <= 79);
        for (const char *c = at; c < eol - 1; c++)
            assert_true(*c != '\r' && (unsigned char)*c < 0x80);
        at = eol + 1;
    }
}

TEST(a_composed_letter_is_read_back)
{
    OWN_MEMORY char *bytes = compose(&whole);
    OWN(letter) letter = {0};

    assert_int_equal(letter_read(bytes, strlen(bytes), NULL, &letter, NULL), RC_OK);
    assert_string_equal(letter.text, whole.text);
    assert_string_equal(letter.subject, whole.subject);
    assert_string_equal(letter.message_id, whole.message_id);
    assert_string_equal(letter.in_reply_to, whole.in_reply_to);
    assert_int_equal(letter.reference_count, 2);
    assert_string_equal(letter.from.address, whole.from);
    assert_string_equal(letter.reply_to, whole.reply_to);
    assert_string_equal(letter.recipient[0], whole.to);
    assert_string_equal(letter.auto_submitted, "auto-generated");
    assert_string_equal(letter.content_language, "en");
    assert_true(letter.loop_field);
    assert_int_equal(letter.attachment_count, 3);
}

/* Where a player or a stranger has a say in a field: nothing may become a field of its own. */
TEST(no_value_can_write_a_header_field)
{
    ROWS_EACH(row, "tests/letter/mime_out.rows", "no_value_can_write_a_header_field") {
        struct letter_out letter = whole;
        OWN(letter) back = {0};
        OWN_MEMORY char *bytes = NULL;

        letter.from_name = letter.to_name = letter.subject = row.cell[0];
        letter.list_title = letter.list_id = letter.list_unsubscribe = row.cell[0];
        letter.language = letter.in_reply_to = letter.reference[0] = row.cell[0];
        letter.part[0].name = letter.part[0].cid = row.cell[0];
        bytes = compose(&letter);
        assert_null(strstr(bytes, "\nBcc"));
        assert_null(strstr(bytes, "\n\nbody"));
        assert_int_equal(letter_read(bytes, strlen(bytes), NULL, &back, NULL), RC_OK);
        assert_string_equal(back.from.address, "postern@games.example");
        assert_int_equal(back.from_count, 1);
        assert_int_equal(back.recipient_count, 1);
        assert_string_equal(back.recipient[0], "ann@example.org");
        assert_string_equal(back.text, whole.text);
    }
}

TEST(what_is_no_address_or_id_is_refused)
{
    OWN(buf) out = {0};

    ROWS_EACH(row, "tests/letter/mime_out.rows", "what_is_no_address_or_id_is_refused") {
        struct letter_out to = whole, from = whole, reply = whole, id = whole;

        to.to = from.from = reply.reply_to = id.message_id = row.cell[0];
        assert_int_equal(letter_compose(&to, &out, NULL), RC_BAD_INPUT);
        assert_int_equal(letter_compose(&from, &out, NULL), RC_BAD_INPUT);
        assert_int_equal(letter_compose(&reply, &out, NULL), RC_BAD_INPUT);
        assert_int_equal(letter_compose(&id, &out, NULL), RC_BAD_INPUT);
    }
    assert_int_equal(out.length, 0);
}

TEST(a_letter_that_lacks_something_is_refused)
{
    struct letter_out no_subject = whole, no_text = whole, big = whole;
    OWN_MEMORY char *html = malloc(LETTER_HTML_MAX + 2);
    OWN(buf) out = {0};

    memset(html, 'x', LETTER_HTML_MAX + 1);
    html[LETTER_HTML_MAX + 1] = '\0';
    no_subject.subject = NULL;
    no_text.text = NULL;
    big.html = html;
    assert_int_equal(letter_compose(&no_subject, &out, NULL), RC_BAD_INPUT);
    assert_int_equal(letter_compose(&no_text, &out, NULL), RC_BAD_INPUT);
    assert_int_equal(letter_compose(&big, &out, NULL), RC_TOO_LONG);
}

TEST(a_plain_letter_is_one_part)
{
    struct letter_out plain = whole;
    OWN_MEMORY char *bytes = NULL;

    plain.html = NULL;
    plain.part_count = 0;
    bytes = compose(&plain);
    assert_has(bytes, "Content-Type: text/plain; charset=utf-8\r\n");
    assert_null(strstr(bytes, "multipart"));
}

TEST(a_picture_without_html_is_a_file)
{
    struct letter_out plain = whole;
    OWN_MEMORY char *bytes = NULL;

    plain.html = NULL;
    bytes = compose(&plain);
    assert_null(strstr(bytes, "related"));
    assert_has(bytes, "filename=board.png");
}

TEST(long_lines_are_wrapped_and_boards_are_not)
{
    static const char eighty[] =
        "1234567890123456789 1234567890123456789 1234567890123456789 1234567890123456 8901";
    OWN(buf) word = {0};

    assert_int_equal(strlen(eighty), 81);
    ROWS_EACH(row, "tests/letter/mime_out.rows", "long_lines_are_wrapped_and_boards_are_not") {
        OWN(buf) out = {0};

        letter_wrap(row.cell[0], &out);
        assert_string_equal(buf_text(&out), row.cell[1]);
    }
    for (int i = 0; i < 100; i++)
        buf_put_char(&word, 'x');
    {
        OWN(buf) out = {0};

        letter_wrap(buf_text(&word), &out);
        assert_string_equal(buf_text(&out), buf_text(&word));
    }
}

TEST(columns_are_those_of_a_terminal)
{
    assert_int_equal(letter_columns("abc", 3), 3);
    assert_int_equal(letter_columns("\xC3\xA9", 2), 1);
    assert_int_equal(letter_columns("e\xCC\x81", 3), 1);
    assert_int_equal(letter_columns("\xE7\x9B\x97", 3), 2);
}

TEST(mailto_links_hold_any_text)
{
    OWN(buf) out = {0};

    letter_mailto("postern+a@x.example", "Game 42 & more?", "thief to d5\nend \xC3\xA9", &out);
    assert_string_equal(buf_text(&out), "mailto:postern%2Ba@x.example?subject=Game%2042%20%26%20"
                                        "more%3F&body=thief%20to%20d5%0D%0Aend%20%C3%A9");
    buf_clear(&out);
    letter_mailto("a@x.example", NULL, "end", &out);
    assert_string_equal(buf_text(&out), "mailto:a@x.example?body=end");
}

TESTS(NULL, NULL)
