/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "post/arrival.h"
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
    static const char *const bad[] = {"",
                                      "17-Jul-1996",
                                      "17-Jul-1996 02:44:25",
                                      "17-Jul-1996 02:44:25 -0700 ",
                                      "17-Jux-1996 02:44:25 -0700",
                                      "31-Feb-1996 02:44:25 -0700",
                                      "17-Jul-1996 24:00:00 -0700",
                                      "17-Jul-1996 02:44:25 -0760",
                                      "17-Jul-1969 02:44:25 +0000",
                                      "0-Jul-1996 02:44:25 +0000"};
    int64_t seconds = 77;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(arrival_read_internaldate(bad[i], strlen(bad[i]), &seconds));
    assert_int_equal(seconds, 77);
}

TESTS(NULL, NULL)
