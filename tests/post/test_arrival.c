/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "post/arrival.h"
#include "tests/rows.h"
#include "tests/test.h"

struct row {
    const char *text;
    int64_t seconds;
};

TEST(internaldates_are_read)
{
    static const struct row rows[] = {
        {"17-Jul-1996 02:44:25 -0700", 837596665},
        {" 1-Jan-1970 00:00:00 +0000", 0},
        {"01-jan-2026 12:00:00 +0530", 1767249000},
        {"31-Dec-2016 23:59:60 +0000", 1483228799},
    };
    int64_t seconds;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(arrival_read_internaldate(rows[i].text, strlen(rows[i].text), &seconds));
        assert_int_equal(seconds, rows[i].seconds);
    }
}

TEST(other_internaldates_are_refused)
{
    int64_t seconds = 77;

    ROWS_EACH(row, "tests/post/arrival.rows", "other_internaldates_are_refused")
        assert_false(arrival_read_internaldate(row.cell[0], strlen(row.cell[0]), &seconds));
    assert_int_equal(seconds, 77);
}

TESTS(NULL, NULL)
