/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/icalendar.h"
#include "tests/test.h"

static const struct icalendar_event usual = {.uid = "game42.117@games.example",
                                             .sequence = 3,
                                             .made_s = 1795299320,
                                             .due_s = 1795464000,
                                             .alarm_s = 7200,
                                             .summary = "Dungeon Twister 42: your turn",
                                             .description = "Answer the letter; or\nlose, time\\"};

TEST(a_deadline_becomes_one_event)
{
    OWN(buf) out = {0};

    assert_int_equal(icalendar_write(&usual, &out, NULL), RC_OK);
    assert_string_equal(buf_text(&out), "BEGIN:VCALENDAR\r\n"
                                        "VERSION:2.0\r\n"
                                        "PRODID:-//Postern//Postern//EN\r\n"
                                        "METHOD:PUBLISH\r\n"
                                        "BEGIN:VEVENT\r\n"
                                        "UID:game42.117@games.example\r\n"
                                        "SEQUENCE:3\r\n"
                                        "DTSTAMP:20261121T221520Z\r\n"
                                        "DTSTART:20261123T200000Z\r\n"
                                        "SUMMARY:Dungeon Twister 42: your turn\r\n"
                                        "DESCRIPTION:Answer the letter\\; or\\nlose\\, time\\\\\r\n"
                                        "TRANSP:TRANSPARENT\r\n"
                                        "STATUS:CONFIRMED\r\n"
                                        "BEGIN:VALARM\r\n"
                                        "ACTION:DISPLAY\r\n"
                                        "DESCRIPTION:Dungeon Twister 42: your turn\r\n"
                                        "TRIGGER:-PT120M\r\n"
                                        "END:VALARM\r\n"
                                        "END:VEVENT\r\n"
                                        "END:VCALENDAR\r\n");
}

TEST(a_deadline_that_is_met_is_cancelled_without_alarm)
{
    struct icalendar_event met = usual;
    OWN(buf) out = {0};

    met.cancelled = true;
    assert_int_equal(icalendar_write(&met, &out, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&out), "STATUS:CANCELLED\r\n"));
    assert_null(strstr(buf_text(&out), "VALARM"));
}

TEST(long_lines_are_folded_between_characters)
{
    struct icalendar_event named = usual;
    OWN(buf) name = {0}, out = {0};

    for (int i = 0; i < 200; i++)
        buf_put(&name, i % 2 ? "\xC3\xA9" : "a");
    named.summary = buf_text(&name);
    assert_int_equal(icalendar_write(&named, &out, NULL), RC_OK);
    for (const char *at = buf_text(&out); *at;) {
        size_t length = strcspn(at, "\r");

        assert_true(length <= 75);
        assert_int_not_equal((unsigned char)at[0] & 0xC0, 0x80);
        assert_true(at[0] != ' ' || ((unsigned char)at[1] & 0xC0) != 0x80);
        at += length + 2;
    }
}

TEST(nothing_in_an_event_begins_a_line_of_its_own)
{
    struct icalendar_event evil = usual;
    OWN(buf) out = {0};

    evil.uid = "x\r\nATTACH:y";
    evil.summary = "x\r\nATTACH:y\nATTACH:z";
    assert_int_equal(icalendar_write(&evil, &out, NULL), RC_OK);
    assert_null(strstr(buf_text(&out), "\nATTACH"));
}

TEST(what_is_no_deadline_is_refused)
{
    struct icalendar_event bad[4] = {usual, usual, usual, usual};
    OWN(buf) out = {0};

    bad[0].uid = "";
    bad[1].summary = NULL;
    bad[2].due_s = -1;
    bad[3].made_s = INT64_MAX;
    for (int i = 0; i < 4; i++)
        assert_int_equal(icalendar_write(&bad[i], &out, NULL), RC_BAD_INPUT);
    assert_int_equal(out.length, 0);
}

TESTS(NULL, NULL)
