/* SPDX-License-Identifier: MIT */
/* Scenario files: what they become, and what no file may do to the reader. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rules/scenario.h"
#include "tests/rows.h"
#include "tests/test.h"

static struct scenario scenario;

static enum rc read_text(const char *text, struct err *err)
{
    *err = (struct err){0};
    return scenario_read("a.scenario", text, strlen(text), &scenario, err);
}

TEST(lines_become_options)
{
    static const char text[] = "\xef\xbb\xbf# what it is for\r\n"
                               "title: Two of a kind: again \n"
                               "game:toy\r\n"
                               "\n"
                               "mode :  scenario\n"
                               "rooms: 1, 2,,5\t6\n"
                               "blue:\n"
                               "    cleric, thief\n"
                               "  # not he\n"
                               "\twizard\n"
                               "last: one";
    struct err err;

    assert_int_equal(read_text(text, &err), RC_OK);
    assert_string_equal(scenario.game, "toy");
    assert_string_equal(scenario.title, "Two of a kind: again");
    assert_string_equal(scenario.options,
                        "mode=scenario rooms=1+2+5+6 blue=cleric+thief+wizard last=one");
    assert_int_equal(scenario.count, 4);
}

TEST(a_place_in_the_options_leads_back_to_its_line)
{
    struct err err;

    assert_int_equal(read_text("game: toy\ntitle: x\na: 1\n\nbcd: 2\n  3\ne: 4\n", &err), RC_OK);
    assert_string_equal(scenario.options, "a=1 bcd=2+3 e=4");
    assert_int_equal(scenario_line(&scenario, 0), 0);
    assert_int_equal(scenario_line(&scenario, 1), 3);
    assert_int_equal(scenario_line(&scenario, 4), 3);
    assert_int_equal(scenario_line(&scenario, 5), 5);
    assert_int_equal(scenario_line(&scenario, 11), 5);
    assert_int_equal(scenario_line(&scenario, 13), 7);
    assert_int_equal(scenario_line(&scenario, 500), 7);
}

TEST(what_is_no_scenario_is_refused_with_its_line)
{
    struct err err;

    ROWS_EACH(row, "tests/rules/scenario.rows", "what_is_no_scenario_is_refused_with_its_line") {
        if (read_text(row.cell[0], &err) != RC_BAD_INPUT || !strstr(err.text, row.cell[1]) ||
            err.line != (uint32_t)row_number(&row, 2))
            fail_msg("%s: line %u: %s", row.cell[0], err.line, err.text);
        assert_string_equal(err.source, "a.scenario");
    }
    err = (struct err){0};
    assert_int_equal(scenario_read("nul", "game: t\0y\n", 10, &scenario, &err), RC_BAD_INPUT);
    assert_int_equal(err.line, 1);
}

TEST(more_than_a_game_can_have_is_refused)
{
    static char text[SCENARIO_BYTES_MAX + 2];
    struct err err = {0};
    size_t length = 0;

    memset(text, '#', sizeof text);
    assert_int_equal(scenario_read("a", text, sizeof text, &scenario, &err), RC_BAD_INPUT);
    for (unsigned i = 0; i < 200; i++) {
        static const char digits[] = "0123456789";

        memcpy(text + length, "o00:1\n", 6);
        text[length + 1] = digits[i / 10 % 10];
        text[length + 2] = digits[i % 10];
        text[length] = (char)('a' + i / 100);
        length += 6;
    }
    err = (struct err){0};
    assert_int_equal(scenario_read("a", text, length, &scenario, &err), RC_BAD_INPUT);
    assert_int_equal(err.line, SCENARIO_LINES_MAX + 1);
    memcpy(text, "game:t\ntitle:t\na:", 17);
    memset(text + 17, 'x', OPTIONS_TEXT_BYTES);
    err = (struct err){0};
    assert_int_equal(scenario_read("a", text, 17 + OPTIONS_TEXT_BYTES, &scenario, &err),
                     RC_BAD_INPUT);
    assert_non_null(strstr(err.text, "longer"));
}

/* Cut anywhere, and with any byte changed: read or refused, never more. */
TEST(damaged_files_do_no_harm)
{
    static const char text[] = "# so\ngame: toy\ntitle: A\nrooms: 1 2\nblue: cleric,\n   thief\n";
    struct err err;

    for (size_t length = 0; length < sizeof text; length++) {
        err = (struct err){0};
        if (scenario_read("a", text, length, &scenario, &err) == RC_OK)
            assert_true(scenario.game[0] && scenario.title[0]);
        else
            assert_true(err.text[0]);
    }
    for (size_t at = 0; at + 1 < sizeof text; at++)
        for (unsigned byte = 0; byte < 256; byte++) {
            char damaged[sizeof text];

            memcpy(damaged, text, sizeof text);
            damaged[at] = (char)byte;
            err = (struct err){0};
            if (scenario_read("a", damaged, sizeof text - 1, &scenario, &err) == RC_OK)
                assert_true(text_is_utf8(scenario.options, strlen(scenario.options)));
            else
                assert_true(err.text[0] && err.source[0]);
        }
}

TESTS(NULL, NULL)
