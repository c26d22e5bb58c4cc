/* SPDX-License-Identifier: MIT */
/* Reckoning with time: days that do not count, zones, vacations as people write them, reserves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "play/clocks.h"
#include "server/calendar.h"
#include "server/zone_names.h"
#include "commands/vacation.h"
#include "tests/phrases/shipped.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { DAY_S = 86400, HOUR_S = 3600 };

static int64_t at(const char *text)
{
    int64_t time_s = 0;

    assert_true(timetext_read(text, strlen(text), &time_s));
    return time_s;
}

static void assert_time(int64_t is_s, const char *text)
{
    char is[TIMETEXT_BYTES] = "";

    timetext_write(is_s, is);
    assert_string_equal(is, text);
}

TEST(weekends_do_not_count)
{
    struct calendar f = {0};

    assert_true(calendar_read_days("sat+sun", &f));
    /* Friday noon, two days: twelve hours on Friday, Monday, half of Tuesday. */
    assert_time(calendar_add(&f, at("2026-11-20T12:00:00Z"), 2 * DAY_S), "2026-11-24T12:00:00Z");
    assert_time(calendar_add(&f, at("2026-11-21T12:00:00Z"), HOUR_S), "2026-11-23T01:00:00Z");
    assert_int_equal(calendar_between(&f, at("2026-11-20T12:00:00Z"), at("2026-11-24T12:00:00Z")),
                     2 * DAY_S);
}

TEST(a_day_begins_at_midnight_of_the_players_own_zone)
{
    struct calendar f = {.zone = "Asia/Tokyo"};

    assert_true(calendar_read_days("sat", &f));
    /* Friday 15:00 UTC is Saturday in Tokyo. */
    assert_time(calendar_add(&f, at("2026-11-20T14:00:00Z"), 2 * HOUR_S), "2026-11-21T16:00:00Z");
}

TEST(listed_days_count_for_one_year_or_for_each)
{
    struct calendar f = {0};

    assert_true(calendar_read_days("12-25+2026-12-28", &f));
    assert_time(calendar_add(&f, at("2026-12-24T00:00:00Z"), 2 * DAY_S), "2026-12-27T00:00:00Z");
    assert_time(calendar_add(&f, at("2027-12-27T00:00:00Z"), 2 * DAY_S), "2027-12-29T00:00:00Z");
    assert_time(calendar_add(&f, at("2027-12-25T00:00:00Z"), DAY_S), "2027-12-27T00:00:00Z");
}

TEST(a_day_of_a_change_of_the_clocks_is_whole)
{
    struct calendar f = {.zone = "Europe/Madrid"};

    /* Sunday 29 March 2026 has 23 hours there, Sunday 25 October 25. */
    assert_true(calendar_read_days("sun", &f));
    assert_int_equal(calendar_between(&f, at("2026-03-27T23:00:00Z"), at("2026-03-29T22:00:00Z")),
                     DAY_S);
    assert_int_equal(calendar_between(&f, at("2026-10-23T22:00:00Z"), at("2026-10-25T23:00:00Z")),
                     DAY_S);
    assert_true(calendar_read_days("sat", &f));
    assert_int_equal(calendar_between(&f, at("2026-03-27T23:00:00Z"), at("2026-03-29T22:00:00Z")),
                     23 * HOUR_S);
    assert_int_equal(calendar_between(&f, at("2026-10-23T22:00:00Z"), at("2026-10-25T23:00:00Z")),
                     25 * HOUR_S);
}

TEST(adding_and_measuring_agree_in_every_zone)
{
    static const char *const zones[] = {
        "UTC",         "Europe/Madrid", "America/Havana",     "Asia/Kathmandu",
        "Asia/Beirut", "Pacific/Apia",  "Australia/Lord_Howe"};

    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        struct calendar f = {0};

        assert_true(calendar_zone_exists(zones[i]));
        text_copy(f.zone, sizeof f.zone, zones[i]);
        assert_true(calendar_read_days("sat+sun+01-01", &f));
        assert_true(calendar_read_spans("2026-03-20..2026-04-02", &f));
        for (int64_t start = at("2026-03-01T05:30:00Z"); start < at("2026-11-30T00:00:00Z");
             start += 7 * DAY_S + 5 * HOUR_S) {
            int64_t end = calendar_add(&f, start, 3 * DAY_S + 1234);

            assert_int_equal(calendar_between(&f, start, end), 3 * DAY_S + 1234);
        }
    }
}

/* More zones than are kept open, each asked for more often than one is kept. */
TEST(zones_that_are_kept_open_stay_themselves)
{
    enum { HOURS = 12, ROUNDS = 20 };
    struct calendar_local local;
    char zone[CALENDAR_ZONE_BYTES];

    for (int round = 0; round < ROUNDS; round++)
        for (int hours = -HOURS; hours <= HOURS; hours++)
            for (int k = 0; k < 50; k++) {
                snprintf(zone, sizeof zone, k % 2 ? "Etc/GMT%+d" : "Europe/Madrid", hours);
                calendar_local(zone, 1790000000 + k, &local);
                assert_int_equal(local.offset_s, k % 2 ? -hours * 3600 : 7200);
            }
    for (size_t i = 0; i < 200; i++) {
        snprintf(zone, sizeof zone, "No/Zone%zu", i);
        assert_false(calendar_zone_exists(zone));
    }
}

TEST(only_working_hours_count)
{
    struct calendar f = {.zone = "Europe/Madrid"};

    assert_true(calendar_read_days("sat+sun+18h-9h", &f));
    /* Friday 17:00 there: an hour is left, the next ones come on Monday. */
    assert_time(calendar_add(&f, at("2026-11-20T16:00:00Z"), 3 * HOUR_S), "2026-11-23T10:00:00Z");
    assert_time(calendar_add(&f, at("2026-11-20T20:00:00Z"), HOUR_S), "2026-11-23T09:00:00Z");
    assert_time(calendar_add(&f, at("2026-11-20T05:00:00Z"), HOUR_S), "2026-11-20T09:00:00Z");
    assert_int_equal(calendar_between(&f, at("2026-11-16T00:00:00Z"), at("2026-11-30T00:00:00Z")),
                     10 * 9 * HOUR_S);
    assert_true(calendar_read_days("13h-15h", &f));
    assert_time(calendar_add(&f, at("2026-11-20T11:00:00Z"), 2 * HOUR_S), "2026-11-20T15:00:00Z");
    assert_int_equal(calendar_between(&f, at("2026-11-20T00:00:00Z"), at("2026-11-21T00:00:00Z")),
                     22 * HOUR_S);
    assert_true(calendar_read_days("20h-24h", &f));
    assert_int_equal(calendar_between(&f, at("2026-11-20T00:00:00Z"), at("2026-11-22T00:00:00Z")),
                     2 * 20 * HOUR_S);
    /* On Sunday 29 March 2026 there is no 2:30 there. */
    assert_true(calendar_read_days("2h-3h", &f));
    assert_int_equal(calendar_between(&f, at("2026-03-28T23:00:00Z"), at("2026-03-29T22:00:00Z")),
                     23 * HOUR_S);
}

/* The spring night has no 2:30 in Rome, the autumn night two; Apia had no 30 December 2011. */
TEST(an_hour_that_is_skipped_or_comes_twice_has_one_moment)
{
    static const struct {
        const char *zone;
        unsigned weekdays, minute;
        const char *from, *at;
    } rows[] = {
        {"UTC", 0x7f, 21 * 60, "2026-11-20T21:00:00Z", "2026-11-20T21:00:00Z"},
        {"UTC", 0x7f, 21 * 60, "2026-11-20T21:00:01Z", "2026-11-21T21:00:00Z"},
        {"Europe/Rome", 0x44, 20 * 60, "2026-11-20T12:00:00Z", "2026-11-22T19:00:00Z"},
        {"Europe/Rome", 0x44, 20 * 60, "2026-11-22T19:00:01Z", "2026-11-25T19:00:00Z"},
        {"Europe/Rome", 0x7f, 150, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"},
        {"Europe/Rome", 0x7f, 150, "2026-03-29T01:00:01Z", "2026-03-30T00:30:00Z"},
        {"Europe/Rome", 0x7f, 150, "2026-10-24T12:00:00Z", "2026-10-25T01:30:00Z"},
        {"Europe/Rome", 0x7f, 180, "2026-10-24T12:00:00Z", "2026-10-25T02:00:00Z"},
        {"Australia/Lord_Howe", 0x7f, 135, "2026-10-03T12:00:00Z", "2026-10-03T15:30:00Z"},
        {"Pacific/Apia", 0x7f, 21 * 60, "2011-12-30T08:00:00Z", "2011-12-30T10:00:00Z"},
        {"America/Havana", 0x40, 0, "2026-03-07T12:00:00Z", "2026-03-08T05:00:00Z"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_time(calendar_hour(rows[i].zone, rows[i].weekdays, rows[i].minute, at(rows[i].from)),
                    rows[i].at);
}

/* What goes with an hour is a table. */
TEST(an_hour_is_combined_as_its_table_says)
{
    ROWS_EACH(row, "tests/schedule/calendar.rows", "an_hour_is_combined_as_its_table_says") {
        struct timing_rules rules = {.allowance_s = {0, 7 * DAY_S, 7 * DAY_S, 3 * DAY_S},
                                     .save_s = 5};
        const char *clash = timing_clash(row.cell[0]);
        TEXT_IN(out, written, 200);

        if (timing_read_terms(row.cell[0], &rules, NULL) == RC_OK)
            timing_write(&rules, &out);
        assert_string_equal(clash ? clash : written, row.cell[1] ? row.cell[1] : "");
        assert_int_equal(timing_read(written, &rules, NULL), RC_OK);
    }
}

TEST(bad_days_and_zones_are_refused)
{
    static const char *const days[] = {
        "sat+",  "+sat",    "xyz",    "02-30", "2027-02-29", "13-01", "mon+tue+wed+thu+fri+sat+sun",
        "8h",    "20h-8",   "25h-8h", "8h-8h", "24h-0h",     "h-8h",  "20h-8h+1h-2h",
        "20h8h", "120h-8h", "20h-8h-"};
    static const char *const zones[] = {"",
                                        "Madrid",
                                        "../../etc/passwd",
                                        "/etc/localtime",
                                        "Europe//Madrid",
                                        "Europe/Madrid/../Rome",
                                        "Europe/M\n"};
    static const char *const spans[] = {"2026-12-20", "2026-12-20..2026-12-19",
                                        "2026-12-20..2026-12-32", "2026-12-20...2026-12-21"};
    struct calendar f = {0};

    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++)
        assert_false(calendar_read_days(days[i], &f));
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++)
        assert_false(calendar_zone_exists(zones[i]));
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++)
        assert_false(calendar_read_spans(spans[i], &f));
    assert_true(calendar_read_days("02-29", &f));
}

TEST(zones_are_read_as_people_mean_them)
{
    ROWS_EACH(row, "tests/schedule/calendar.rows", "zones_are_read_as_people_mean_them") {
        char zone[CALENDAR_ZONE_BYTES] = "";
        struct calendar_local local;

        assert_int_equal(zone_names_find(row.cell[0], zone), row.cell[1] != NULL);
        assert_string_equal(zone, row.cell[1] ? row.cell[1] : "");
        if (!row.cell[1])
            continue;
        assert_true(calendar_zone_exists(zone));
        calendar_local(zone, at("2026-01-15T12:00:00Z"), &local);
        assert_int_equal(local.offset_s, (int)(strtod(row.cell[2], NULL) * 3600));
    }
    assert_false(calendar_zone_exists("UTC-5"));
    assert_false(calendar_zone_exists("posixrules"));
}

TEST(vacations_are_read_as_people_write_dates)
{
    const struct calendar_day today = {2026, 11, 28};
    const struct language *english = library_language(shipped_library(), "en");

    ROWS_EACH(row, "tests/schedule/calendar.rows", "vacations_are_read_as_people_write_dates") {
        struct calendar spans = {.span_count = 1};
        OWN(buf) written = {0};
        bool read = vacation_read_dates(english, row.cell[0], &today, &spans.span[0]);

        if (read)
            calendar_write_spans(&spans, &written);
        if (read != (row.cell[1] != NULL) || (read && strcmp(buf_text(&written), row.cell[1]) != 0))
            print_error("%s: %s\n", row.cell[0], read ? buf_text(&written) : "not read");
        assert_int_equal(read, row.cell[1] != NULL);
        assert_string_equal(read ? buf_text(&written) : "", read ? row.cell[1] : "");
    }
}

/* Today is a Saturday. */
TEST(vacations_are_read_as_people_name_days_from_today_on)
{
    const struct calendar_day today = {2026, 11, 28};
    const struct language *english = library_language(shipped_library(), "en");

    ROWS_EACH(row, "tests/schedule/calendar.rows",
              "vacations_are_read_as_people_name_days_from_today_on") {
        struct calendar spans = {.span_count = 1};
        struct buf written = {0};
        bool read = vacation_read_days(english, row.cell[0], &today, &spans.span[0]);

        if (read)
            calendar_write_spans(&spans, &written);
        if (strcmp(buf_text(&written), row.cell[1] ? row.cell[1] : "") != 0)
            print_error("%s: %s\n", row.cell[0], read ? buf_text(&written) : "not read");
        assert_string_equal(buf_text(&written), row.cell[1] ? row.cell[1] : "");
        buf_fini(&written);
    }
}

TEST(time_rules_are_read_and_written_alike)
{
    static const char text[] = "setup=7d turn=5d reply=36h grace=12h save=4d free=sat+12-25";
    struct timing_rules rules = {0};
    char written[200];
    struct text out;
    struct err err = {0};

    assert_int_equal(timing_read(text, &rules, &err), RC_OK);
    text_init(&out, written, sizeof written);
    timing_write(&rules, &out);
    assert_string_equal(written, text);
    assert_int_equal(timing_read("reserve=30d", &rules, &err), RC_OK);
    text_init(&out, written, sizeof written);
    timing_write(&rules, &out);
    assert_string_equal(written, "setup=7d turn=5d reply=36h grace=12h save=4d reserve=30d "
                                 "free=sat+12-25");
    assert_int_equal(timing_read("free=none grace=0s", &rules, &err), RC_OK);
    assert_string_equal(rules.free, "");
    assert_int_equal(timing_read("turn=10s", &rules, &err), RC_BAD_INPUT);
    err_clear(&err);
    assert_int_equal(timing_read("weekend=yes", &rules, &err), RC_BAD_INPUT);
    err_clear(&err);
    assert_int_equal(timing_read("free=someday", &rules, &err), RC_BAD_INPUT);
}

/* A reserve takes up what a turn leaves: there is nothing to save. */
TEST(save_and_reserve_are_not_both_wanted)
{
    struct timing_rules rules = {.save_s = DAY_S};
    struct err err = {0};

    assert_int_equal(timing_read_terms("turn=1d reserve=30d", &rules, &err), RC_OK);
    assert_int_equal(rules.reserve_s, 30 * DAY_S);
    assert_int_equal(rules.save_s, 0); /* the server's own falls */
    assert_int_equal(timing_read_terms("save=2d", &rules, &err), RC_OK);
    assert_int_equal(rules.save_s, 2 * DAY_S);
    assert_int_equal(rules.reserve_s, 0);
    assert_int_equal(timing_read_terms("save=2d reserve=9d", &rules, &err), RC_BAD_INPUT);
    assert_non_null(strstr(err.text, "write one of them"));
    assert_int_equal(rules.save_s, 2 * DAY_S);
    assert_int_equal(timing_read("save=2d reserve=9d", &rules, NULL), RC_OK); /* an old record */
}

TEST(a_game_as_fast_as_both_are_has_a_word)
{
    static const char *const refused[] = {"faster", "fast=yes", "fas"};
    struct timing_rules rules = {.allowance_s = {0, 9 * DAY_S, 9 * DAY_S, 9 * DAY_S}};
    TEXT_IN(out, written, 200);
    struct err err = {0};

    assert_int_equal(timing_read_terms("turn=4h, Fast", &rules, &err), RC_OK);
    timing_write(&rules, &out);
    assert_string_equal(written,
                        "setup=2h turn=4h reply=1h free=22h-8h"); /* what stands beside it counts */
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(timing_read_terms(refused[i], &rules, &err), RC_BAD_INPUT);
        err_clear(&err);
    }
}

/* "30 days and 1 a turn" */
TEST(a_reserve_shrinks_by_what_a_turn_takes_beyond_its_own_time)
{
    struct timing timing = {
        .rules = {.allowance_s = {0, DAY_S, DAY_S, DAY_S}, .reserve_s = 30 * DAY_S}};
    struct decision turn = {.id = 1, .seat = 1, .time_class = TIME_TURN, .clock = 1};
    struct decision reply = {.id = 2, .seat = 2, .time_class = TIME_REPLY, .clock = 2};

    timing_update(&timing, &turn, 1, 1, 1000);
    assert_int_equal(timing.open[0].due_s, 1000 + 31 * DAY_S);
    timing_update(&timing, &reply, 1, 2, 1000 + 3 * DAY_S);
    assert_int_equal(timing.open[0].due_s, 1000 + 4 * DAY_S); /* replies have their own time */
    turn.id = turn.clock = 3;
    timing_update(&timing, &turn, 1, 3, 1000 + 3 * DAY_S);
    assert_int_equal(timing.open[0].left_s, 29 * DAY_S); /* two of the thirty were used */
    turn.seat = 2;
    turn.id = turn.clock = 4;
    timing_update(&timing, &turn, 1, 4, 1000 + 3 * DAY_S);
    assert_int_equal(timing.open[0].left_s, 31 * DAY_S);
    turn.seat = 1;
    turn.id = turn.clock = 5;
    timing_update(&timing, &turn, 1, 5, 1000 + 3 * DAY_S);
    assert_int_equal(timing.open[0].left_s, 30 * DAY_S); /* a quick turn wins a day */
}

TEST(unused_time_of_a_turn_is_saved_up_to_a_limit)
{
    struct timing timing = {
        .rules = {.allowance_s = {0, DAY_S, 4 * DAY_S, DAY_S}, .save_s = 2 * DAY_S}};
    struct decision turn = {.id = 1, .seat = 1, .time_class = TIME_TURN, .clock = 1};

    timing_update(&timing, &turn, 1, 1, 1000);
    assert_int_equal(timing.open[0].left_s, 4 * DAY_S);
    timing_update(&timing, NULL, 0, 2, 1000 + DAY_S); /* three days unused: two are saved */
    turn.id = turn.clock = 2;
    timing_update(&timing, &turn, 1, 3, 1000 + 2 * DAY_S);
    assert_int_equal(timing.open[0].left_s, 6 * DAY_S);
    timing_update(&timing, NULL, 0, 4, 1000 + 8 * DAY_S); /* all used */
    turn.id = turn.clock = 3;
    timing_update(&timing, &turn, 1, 5, 1000 + 9 * DAY_S);
    assert_int_equal(timing.open[0].left_s, 4 * DAY_S);
}

TEST(clocks_that_stand_give_the_time_back)
{
    struct timing timing = {.rules = {.allowance_s = {0, DAY_S, 4 * DAY_S, DAY_S}}};
    struct decision turn = {.id = 1, .seat = 1, .time_class = TIME_TURN, .clock = 1};

    timing_update(&timing, &turn, 1, 1, 1000);
    timing_pause(&timing, 1000 + DAY_S);
    timing_resume(&timing, 1000 + 31 * DAY_S, 7);
    assert_int_equal(timing.open[0].due_s, 1000 + 34 * DAY_S);
    assert_int_equal(timing.open[0].changed_n, 7);
}

TESTS(NULL, NULL)
