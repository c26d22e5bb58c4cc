/* SPDX-License-Identifier: MIT */
/* The desk's small parts: configuration, clocks, log lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "outbound/buttons.h"
#include "play/timing.h"
#include "server/config.h"
#include "server/log.h"
#include "tests/test.h"

/* ---- configuration ---- */

static enum rc read_conf(const char *text, struct config *config, struct err *err)
{
    return config_read("x.conf", "/srv/games", text, strlen(text), config, err);
}

TEST(paths_count_from_the_folder_of_the_file)
{
    static struct config config;
    struct err err = {0};

    assert_int_equal(
        read_conf("[mail]\naddress=g@x.example\n[server]\nkeys=/k\nspool = in\n", &config, &err),
        RC_OK);
    assert_string_equal(config.keys, "/k");
    assert_string_equal(config.spool, "/srv/games/in");
    assert_string_equal(config.ledger, "/srv/games/postern.db");
    assert_int_equal(config.turn_s, 7 * 86400);
}

TEST(a_wrong_line_is_named)
{
    static struct config config;
    struct err err = {0};

    assert_int_equal(read_conf("# x\n\n[mail]\naddress = g@x.example\nfoo\n", &config, &err),
                     RC_CONFIG);
    assert_int_equal(err.line, 5);
    assert_string_equal(err.source, "x.conf");
}

TEST(what_config_explains_it_can_read)
{
    static struct config config;
    OWN(buf) text = {0};

    config_explain(&text);
    assert_int_equal(read_conf(buf_text(&text), &config, NULL), RC_OK);
    assert_string_equal(config.address, "games@example.org");
}

TEST(durations_need_their_unit)
{
    int64_t seconds = 0;

    assert_true(config_duration("36h", 3, &seconds));
    assert_int_equal(seconds, 36 * 3600);
    assert_false(config_duration("36", 2, &seconds));
    assert_false(config_duration("h", 1, &seconds));
    assert_false(config_duration("-1d", 3, &seconds));
    assert_false(config_duration("99999999999999999d", 18, &seconds));
}

/* ---- clocks ---- */

static struct timing fresh(void)
{
    struct timing timing = {0};

    timing.rules.allowance_s[TIME_SETUP] = 1000;
    timing.rules.allowance_s[TIME_TURN] = 100;
    timing.rules.allowance_s[TIME_REPLY] = 50;
    return timing;
}

static struct decision question(uint32_t id, uint8_t seat, uint8_t class, uint32_t clock)
{
    return (struct decision){.id = id, .seat = seat, .time_class = class, .clock = clock};
}

TEST(a_question_is_due_after_its_allowance)
{
    struct timing timing = fresh();
    struct decision turn = question(1, 1, TIME_TURN, 7);

    timing_update(&timing, &turn, 1, 3, 5000);
    assert_int_equal(timing_find(&timing, 1, 1)->due_s, 5100);
    timing_update(&timing, &turn, 1, 4, 5060); /* still the same question */
    assert_int_equal(timing_find(&timing, 1, 1)->due_s, 5100);
    assert_null(timing_find(&timing, 1, 2));
}

TEST(a_turn_goes_on_with_what_its_clock_had_left)
{
    struct timing timing = fresh();
    struct decision turn = question(1, 1, TIME_TURN, 7);
    struct decision reply = question(2, 2, TIME_REPLY, 8);
    struct decision again = question(3, 1, TIME_TURN, 7);

    timing_update(&timing, &turn, 1, 1, 1000);
    timing_update(&timing, &reply, 1, 2, 1030); /* 70 are left; the clock stands */
    assert_int_equal(timing_find(&timing, 2, 2)->due_s, 1080);
    timing_update(&timing, &again, 1, 3, 1070);
    assert_int_equal(timing_find(&timing, 3, 1)->due_s, 1140);
}

TEST(questions_in_a_row_share_their_clock)
{
    struct timing timing = fresh();
    struct decision first = question(1, 1, TIME_TURN, 7), second = question(2, 1, TIME_TURN, 7);

    timing_update(&timing, &first, 1, 1, 1000);
    timing_update(&timing, &second, 1, 2, 1040);
    assert_int_equal(timing_find(&timing, 2, 1)->due_s, 1100);
}

TEST(extra_halves_lengthen_a_clock_once)
{
    struct timing timing = fresh();
    struct decision turn = question(1, 1, TIME_TURN, 7), longer = question(2, 1, TIME_TURN, 7);

    timing_update(&timing, &turn, 1, 1, 1000);
    longer.extra_halves = 1;
    timing_update(&timing, &longer, 1, 2, 1010);
    assert_int_equal(timing_find(&timing, 2, 1)->due_s, 1150);
    longer.id = 3;
    timing_update(&timing, &longer, 1, 3, 1020);
    assert_int_equal(timing_find(&timing, 3, 1)->due_s, 1150);
}

TEST(the_table_has_no_deadline)
{
    struct timing timing = fresh();
    struct decision draw = question(1, 0, TIME_NONE, 0);

    timing_update(&timing, &draw, 1, 1, 1000);
    assert_int_equal(timing.open_count, 0);
}

TEST(time_rules_are_read_as_they_are_written)
{
    struct timing_rules rules = fresh().rules;
    struct err err = {0};
    TEXT_IN(text, out, TIMING_FREE_BYTES + 128);

    assert_int_equal(timing_read("turn=36h reply=90m", &rules, &err), RC_OK);
    rules.allowance_s[TIME_SETUP] = 7 * 86400;
    timing_write(&rules, &text);
    assert_string_equal(out, "setup=7d turn=36h reply=90m");
    assert_int_equal(timing_read("turns=1d", &rules, &err), RC_BAD_INPUT);
}

/* ---- log lines ---- */

TEST(a_log_line_is_one_line_whatever_its_values_are)
{
    int ends[2];
    char line[256] = "";
    struct log log = {.open = true, .least = LOG_INFO};

    assert_int_equal(pipe(ends), 0);
    log.fd = ends[1];
    LOG(&log, LOG_DEBUG, "silent", "a", "b");
    LOG(&log, LOG_INFO, "test", "plain", "x", "odd", "a \"b\"\nlevel=error", "none", (char *)NULL);
    assert_true(read(ends[0], line, sizeof line - 1) > 0);
    assert_string_equal(line,
                        "level=info event=test plain=x odd=\"a \\\"b\\\"\\x0alevel=error\"\n");
    close(ends[0]);
    close(ends[1]);
}

/* ---- orders with a button ---- */

TEST(few_orders_all_have_buttons)
{
    static const struct order list[BUTTONS_ALL] = {{.kind = 3}};
    uint16_t pick[BUTTONS_MOST];

    assert_int_equal(buttons_pick(list, 0, NULL, 0, pick), 0);
    assert_int_equal(buttons_pick(list, BUTTONS_ALL, NULL, 0, pick), BUTTONS_ALL);
    for (unsigned i = 0; i < BUTTONS_ALL; i++)
        assert_int_equal(pick[i], i);
}

TEST(of_many_orders_whole_small_kinds_have_buttons)
{
    enum { WALKS = 100, TURNS = 20, JUMPS = 6, STRANGE = 2 };
    struct order list[WALKS + TURNS + JUMPS + STRANGE + 1] = {{0}};
    uint16_t pick[BUTTONS_MOST];
    unsigned at = 0;

    for (unsigned i = 0; i < WALKS; i++)
        list[at++].kind = 1;
    for (unsigned i = 0; i < JUMPS; i++)
        list[at++].kind = 2;
    for (unsigned i = 0; i < STRANGE; i++)
        list[at++].kind = UINT16_MAX;
    for (unsigned i = 0; i < TURNS; i++)
        list[at++].kind = 4;
    list[at++].kind = 5; /* ending the turn */
    assert_int_equal(buttons_pick(list, at, NULL, 0, pick), JUMPS + 1);
    for (unsigned i = 0; i < JUMPS; i++)
        assert_int_equal(pick[i], WALKS + i);
    assert_int_equal(pick[JUMPS], at - 1);
}

TEST(kinds_that_a_game_marks_have_buttons_however_many_they_are)
{
    enum { WALKS = 100, TURNS = 30 };
    static const struct order_kind kinds[] = {
        {"walk", 0}, {"turn", ORDER_ONE_TAP}, {"end", ORDER_ONE_TAP}, {"jump", 0}};
    struct order list[WALKS + TURNS + 2] = {{0}};
    uint16_t pick[BUTTONS_MOST];

    for (unsigned i = 0; i < TURNS; i++)
        list[WALKS + i].kind = 1;
    list[WALKS + TURNS].kind = 2;
    list[WALKS + TURNS + 1].kind = 3; /* there is no room left for it */
    assert_int_equal(buttons_pick(list, WALKS + TURNS + 2, kinds, 4, pick), TURNS + 1);
    for (unsigned i = 0; i <= TURNS; i++)
        assert_int_equal(pick[i], WALKS + i);
}

TESTS(NULL, NULL)
