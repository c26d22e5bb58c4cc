/* SPDX-License-Identifier: MIT */
/* A clock that jumps ahead by days: log and deadlines do not follow before somebody says that it is
 * right, or it is set right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/daemon.h"
#include "schedule/health.h"
#include "server/clock.h"
#include "tests/house/talking.h"
#include "tests/test.h"

enum { DAY = 86400, HOUR = 3600 };

/* The clock of the talking fixture is believed whatever it says; here it is not. */
static void start(struct fixture *fixture)
{
    talking_start(fixture);
    fixture->desk->world.ahead_s = CLOCK_AHEAD_S;
    OK(clock_keep(fixture->desk, &err));
}

static enum rc round_fails(struct fixture *fixture)
{
    struct err err = {0};

    return fixture_try_round(fixture, &err);
}

#define CLOCK(name) FIXTURE_TEST(name, start(fixture))

CLOCK(a_clock_that_jumps_ahead_stops_log_and_deadlines)
{
    unsigned letters = fixture_mail_count(fixture, ANNA);
    uint64_t n = head(fixture);
    struct upkeep upkeep;
    struct err err = {0};

    fixture_answer(fixture, ANNA, "bid 3");
    fixture->now_s += 40 * DAY;
    assert_int_equal(round_fails(fixture), RC_LATER);
    assert_int_equal(round_fails(fixture), RC_LATER);
    assert_int_equal(upkeep_start(&upkeep, fixture->desk, &err), RC_LATER);
    assert_non_null(strstr(err.text, "postern clock confirm"));
    assert_int_equal(head(fixture), n);
    assert_int_equal(fixture_mail_count(fixture, ANNA), letters);
    /* set right again: it goes on by itself, and the letter was not lost */
    fixture->now_s -= 40 * DAY;
    fixture_settle(fixture);
    fixture->now_s += HOUR;
    fixture_round(fixture);
    assert_true(head(fixture) > n);
    is_true(fixture);
}

static bool is_held(void *context)
{
    (void)context;
    return true;
}

/* A machine that was off for eight days comes back by itself, and the days move every deadline. */
CLOCK(a_clock_that_is_synchronised_needs_no_word)
{
    struct upkeep upkeep;
    struct err err = {0};
    int64_t due_s = fixture_position(fixture, 1)->timing.open[0].due_s;

    assert_int_equal(upkeep_start(&upkeep, fixture->desk, &err), RC_OK);
    assert_int_equal(upkeep_run(&upkeep, fixture->desk, fixture->now_s, &err), RC_OK);
    fixture->now_s += 8 * DAY;
    assert_int_equal(upkeep_start(&upkeep, fixture->desk, &err), RC_LATER);
    err_clear(&err);
    fixture->desk->world.is_synchronised = is_held;
    must(upkeep_start(&upkeep, fixture->desk, &err), &err);
    assert_int_equal(fixture_position(fixture, 1)->timing.open[0].due_s, due_s + 8 * DAY);
    fixture_round(fixture);
    is_true(fixture);
}

/* Two letters that another host stamped within what is believed of any clock. */
CLOCK(stamps_of_another_host_are_witnesses)
{
    const struct clock_seen seen = {.now_s = 20 * DAY, .seen_s = 12 * DAY};
    const int64_t agree[] = {13 * DAY, 18 * DAY, 20 * DAY - HOUR}, old[] = {13 * DAY, 18 * DAY},
                  ahead[] = {20 * DAY - HOUR, 20 * DAY + HOUR};

    assert_true(clock_is_witnessed(fixture->desk, &seen, agree, 3));
    assert_false(clock_is_witnessed(fixture->desk, &seen, old, 2));
    assert_false(clock_is_witnessed(fixture->desk, &seen, ahead, 2));
    assert_false(clock_is_witnessed(fixture->desk, &seen, agree, 0));
}

CLOCK(a_jump_between_two_rounds_is_seen_at_the_next)
{
    struct upkeep upkeep;
    struct err err = {0};
    uint64_t n = head(fixture);

    assert_int_equal(upkeep_start(&upkeep, fixture->desk, &err), RC_OK);
    assert_int_equal(upkeep_run(&upkeep, fixture->desk, fixture->now_s, &err), RC_OK);
    fixture->now_s += 40 * DAY;
    assert_int_equal(upkeep_run(&upkeep, fixture->desk, fixture->now_s, &err), RC_LATER);
    assert_int_equal(head(fixture), n);
    assert_int_equal(clock_confirm(fixture->desk, &err), RC_OK);
    assert_int_equal(upkeep_run(&upkeep, fixture->desk, fixture->now_s, &err), RC_OK);
    /* nobody could write meanwhile: deadlines moved along, none passed */
    assert_true(head(fixture) > n);
    assert_int_equal(fixture_position(fixture, 1)->decision_count, 2);
    is_true(fixture);
}

CLOCK(days_without_a_server_up_to_three_are_believed)
{
    struct err err = {0};

    for (unsigned i = 0; i < 4; i++) {
        fixture->now_s += CLOCK_AHEAD_S;
        assert_int_equal(clock_keep(fixture->desk, &err), RC_OK);
    }
    fixture->now_s += CLOCK_AHEAD_S + 1;
    assert_int_equal(clock_keep(fixture->desk, &err), RC_LATER);
}

/* A note that a change took along is gone with the change. */
CLOCK(a_note_that_was_rolled_back_counts_for_nothing)
{
    struct clock_seen before, after;

    OK(clock_look(fixture->desk, &before, &err));
    fixture->now_s += DAY;
    OK(desk_begin(fixture->desk, &err));
    desk_rollback(fixture->desk);
    OK(clock_look(fixture->desk, &after, &err));
    assert_int_equal(before.seen_s, after.seen_s);
    OK(desk_begin(fixture->desk, &err));
    OK(desk_commit(fixture->desk, &err));
    OK(clock_look(fixture->desk, &after, &err));
    assert_int_equal(after.seen_s, fixture->now_s);
}

CLOCK(monitors_are_told)
{
    struct health_running running = {.settled_s = fixture->now_s};
    OWN(buf) text = {0};

    OK(health_gather(fixture->desk, &running, &text, &err));
    assert_non_null(strstr(buf_text(&text), "\npostern_clock_doubted 0\n"));
    fixture->now_s += 4 * DAY;
    buf_clear(&text);
    OK(health_gather(fixture->desk, &running, &text, &err));
    assert_non_null(strstr(buf_text(&text), "\npostern_clock_doubted 1\n"));
}

TESTS(NULL, NULL)
