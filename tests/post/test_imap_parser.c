/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "post/imap_parser.h"
#include "tests/rows.h"
#include "tests/test.h"

static void slice_equals(struct imap_slice slice, const char *text)
{
    assert_int_equal(slice.length, strlen(text));
    assert_memory_equal(slice.at, text, slice.length);
}

static enum imap_step read_one(struct imap_parser *reader, const char *bytes,
                               struct imap_response *response)
{
    buf_put(&reader->in, bytes);
    return imap_parser_next(reader, response);
}

TEST(a_tagged_answer_has_status_code_and_text)
{
    OWN(imap_parser) reader = {0};
    struct imap_response response;

    assert_int_equal(read_one(&reader, "P3 NO [TRYCREATE] no such\r\n", &response), IMAP_RESPONSE);
    assert_int_equal(response.kind, IMAP_TAGGED);
    assert_int_equal(response.status, IMAP_NO);
    slice_equals(response.tag, "P3");
    slice_equals(response.code, "TRYCREATE");
    slice_equals(response.text, "no such");
    assert_int_equal(read_one(&reader, "* OK [UIDVALIDITY 3857529045] UIDs {3}\r\n", &response),
                     IMAP_RESPONSE);
    assert_int_equal(response.kind, IMAP_UNTAGGED);
    slice_equals(response.code, "UIDVALIDITY");
    slice_equals(response.code_text, "3857529045");
    assert_int_equal(imap_parser_next(&reader, &response), IMAP_MORE);
}

TEST(untagged_data_is_told_apart)
{
    static const struct {
        const char *line;
        enum imap_kind kind;
        uint32_t number;
    } rows[] = {{"* 23 EXISTS\r\n", IMAP_EXISTS, 23},
                {"* 7 expunge\r\n", IMAP_EXPUNGE, 7},
                {"* 0 RECENT\r\n", IMAP_OTHER, 0},
                {"* BYE gone\r\n", IMAP_UNTAGGED, 0},
                {"* FLAGS (\\Seen)\r\n", IMAP_OTHER, 0},
                {"+ idling\r\n", IMAP_CONTINUE, 0},
                {"* SEARCH 1 2 3\r\n", IMAP_OTHER, 0},
                {"+\r\n", IMAP_CONTINUE, 0},
                {"* CAPABILITY IMAP4rev1 IDLE MOVE\r\n", IMAP_CAPABILITY, 0}};
    OWN(imap_parser) reader = {0};
    struct imap_response response;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(read_one(&reader, rows[i].line, &response), IMAP_RESPONSE);
        assert_int_equal(response.kind, rows[i].kind);
        assert_int_equal(response.number, rows[i].number);
    }
    assert_true(imap_slice_holds(response.text, "idle"));
    assert_false(imap_slice_holds(response.text, "IMAP4"));
}

static const char hostile_body[] =
    "Subject: x\r\n\r\nP7 OK done\r\n* BYE\r\n)\r\n* 1 EXISTS {99}\r\n";

TEST(a_letter_that_looks_like_answers_is_only_a_letter)
{
    OWN(imap_parser) reader = {0};
    struct imap_response response;

    buf_printf(&reader.in,
               "* 12 FETCH (UID 4 FLAGS (\\Seen \\deleted) BODY[]<0> {%zu}\r\n%s"
               " INTERNALDATE \"17-Jul-1996 02:44:25 -0700\" RFC822.SIZE 1234)\r\nP7 OK x\r\n",
               strlen(hostile_body), hostile_body);
    assert_int_equal(imap_parser_next(&reader, &response), IMAP_RESPONSE);
    assert_int_equal(response.kind, IMAP_FETCH);
    assert_int_equal(response.number, 12);
    assert_int_equal(response.has, IMAP_HAS_UID | IMAP_HAS_BODY | IMAP_HAS_DATE | IMAP_HAS_SIZE);
    assert_int_equal(response.uid, 4);
    assert_int_equal(response.size, 1234);
    assert_true(response.deleted);
    slice_equals(response.body, hostile_body);
    slice_equals(response.date, "17-Jul-1996 02:44:25 -0700");
    assert_int_equal(imap_parser_next(&reader, &response), IMAP_RESPONSE);
    assert_int_equal(response.kind, IMAP_TAGGED);
    assert_int_equal(imap_parser_next(&reader, &response), IMAP_MORE);
}

TEST(it_does_not_matter_how_the_bytes_are_cut)
{
    static const char stream[] =
        "* 1 FETCH (UID 9 BODY[] {6}\r\na\r\nb\r\n X-NEW (a (b \"c d\") {2}\r\nxy))\r\n"
        "P1 OK done\r\n";
    OWN(imap_parser) reader = {0};
    struct imap_response response;
    unsigned got = 0;

    for (size_t i = 0; i < sizeof stream - 1; i++) {
        buf_put_char(&reader.in, stream[i]);
        if (imap_parser_next(&reader, &response) == IMAP_RESPONSE && got++ == 0)
            slice_equals(response.body, "a\r\nb\r\n");
    }
    assert_int_equal(got, 2);
    assert_int_equal(response.kind, IMAP_TAGGED);
}

TEST(bodies_may_be_quoted_literal8_or_nil)
{
    OWN(imap_parser) reader = {0};
    struct imap_response response;

    assert_int_equal(read_one(&reader, "* 1 FETCH (BODY[] \"hi\")\r\n", &response), IMAP_RESPONSE);
    slice_equals(response.body, "hi");
    assert_int_equal(read_one(&reader, "* 1 FETCH (BODY[] NIL UID 2)\r\n", &response),
                     IMAP_RESPONSE);
    assert_int_equal(response.has, IMAP_HAS_BODY | IMAP_HAS_UID);
    slice_equals(response.body, "");
    assert_int_equal(read_one(&reader, "* 1 FETCH (BODY[] ~{2}\r\nab)\r\n", &response),
                     IMAP_RESPONSE);
    slice_equals(response.body, "ab");
    assert_int_equal(read_one(&reader, "* 1 FETCH ()\r\n", &response), IMAP_RESPONSE);
    assert_int_equal(response.has, 0);
}

TEST(what_is_no_imap_ends_the_connection)
{
    struct imap_response response;

    ROWS_EACH(row, "tests/post/imap_parser.rows", "what_is_no_imap_ends_the_connection") {
        OWN(imap_parser) reader = {0};

        assert_int_equal(read_one(&reader, row.cell[0], &response), IMAP_BROKEN);
        assert_int_equal(imap_parser_next(&reader, &response), IMAP_BROKEN);
    }
}

TEST(a_line_without_end_is_cut_off)
{
    OWN(imap_parser) reader = {0};
    struct imap_response response;

    for (size_t i = 0; i <= IMAP_LINE_MAX; i++)
        buf_put_char(&reader.in, 'x');
    assert_int_equal(imap_parser_next(&reader, &response), IMAP_BROKEN);
}

TEST(literals_without_end_are_cut_off)
{
    OWN(imap_parser) reader = {0};
    struct imap_response response;

    buf_put(&reader.in, "* 1 FETCH (X (");
    for (int i = 0; i < IMAP_PIECES_MAX + 2; i++)
        buf_put(&reader.in, "{1}\r\na ");
    assert_int_equal(imap_parser_next(&reader, &response), IMAP_BROKEN);
}

TESTS(NULL, NULL)
