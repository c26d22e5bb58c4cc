/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "post/arrival.h"

struct row {
    const char *text;
    int64_t seconds;
};

static void internaldates_are_read(void **state)
{
    static const struct row rows[] = {
        {"17-Jul-1996 02:44:25 -0700", 837596665},
        {" 1-Jan-1970 00:00:00 +0000", 0},
        {"01-jan-2026 12:00:00 +0530", 1767249000},
        {"31-Dec-2016 23:59:60 +0000", 1483228799},
    };
    int64_t seconds;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(arrival_read_internaldate(rows[i].text, strlen(rows[i].text), &seconds));
        assert_int_equal(seconds, rows[i].seconds);
    }
}

static void other_internaldates_are_refused(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(arrival_read_internaldate(bad[i], strlen(bad[i]), &seconds));
    assert_int_equal(seconds, 77);
}

static void dates_of_letters_are_read_with_comments_and_old_zones(void **state)
{
    static const struct row rows[] = {
        {"Fri, 21 Nov 1997 09:55:06 -0600", 880127706},
        {" 21 Nov 97 09:55 CST", 880127700},
        {"Thu,\r\n 13\r\n   Feb\r\n 1969\r\n 23:32\r\n -0330 (Newfoundland)", -1},
        {"Thu, 13 Feb (a (nested\\)) one) 2025 23:32:01 +0000 (UTC)", 1739489521},
        {"1 Jan 2026 00:00:00 GMT", 1767225600},
    };
    int64_t seconds;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool read = arrival_read_rfc5322(rows[i].text, strlen(rows[i].text), &seconds);

        assert_int_equal(read, rows[i].seconds >= 0);
        if (read)
            assert_int_equal(seconds, rows[i].seconds);
    }
}

static const char through_two[] =
    "Return-Path: <a@x.example>\r\n"
    "Received: from mx.pbem.test by Box.pbem.test (Dovecot) with LMTP id x\r\n"
    "\tfor <gm@pbem.test>; Thu, 13 Feb 2025 23:40:00 +0000\r\n"
    "Received: from [192.0.2.1] (helo=by evil.example;)\r\n"
    "\tby box.pbem.test with esmtps (TLS1.3) id y;\r\n"
    "\tThu, 13 Feb 2025 23:32:01 +0000\r\n"
    "Received: by box.pbem.test; Thu, 13 Feb 2020 00:00:00 +0000\r\n"
    "\r\n"
    "Received: by box.pbem.test; Thu, 13 Feb 2021 00:00:00 +0000\r\n";

static void arrival_is_the_lowest_received_of_our_own_hops(void **state)
{
    int64_t seconds;

    (void)state;
    assert_true(
        arrival_of_received(through_two, strlen(through_two), "box.pbem.test", 1, &seconds));
    assert_int_equal(seconds, 1739490000);
    assert_true(
        arrival_of_received(through_two, strlen(through_two), "box.pbem.test", 2, &seconds));
    assert_int_equal(seconds, 1739489521);
}

static void a_received_of_another_host_or_in_the_body_is_not_believed(void **state)
{
    static const char foreign[] = "Received: by evil.example; 13 Feb 2020 00:00:00 +0000\n"
                                  "Received: by box.pbem.test; 13 Feb 2020 00:00:00 +0000\n\n";
    static const char commented[] =
        "Received: (by box.pbem.test) by evil.example; 13 Feb 2020 00:00:00 +0000\n\n";
    int64_t seconds;

    (void)state;
    assert_false(arrival_of_received(foreign, strlen(foreign), "box.pbem.test", 1, &seconds));
    assert_false(arrival_of_received(commented, strlen(commented), "box.pbem.test", 1, &seconds));
    assert_false(
        arrival_of_received(through_two, strlen(through_two), "box.pbem.test", 4, &seconds));
    assert_false(arrival_of_received("", 0, "box.pbem.test", 1, &seconds));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(internaldates_are_read),
        cmocka_unit_test(other_internaldates_are_refused),
        cmocka_unit_test(dates_of_letters_are_read_with_comments_and_old_zones),
        cmocka_unit_test(arrival_is_the_lowest_received_of_our_own_hops),
        cmocka_unit_test(a_received_of_another_host_or_in_the_body_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
