/* SPDX-License-Identifier: MIT */
/* Standing answers to a combat: given by the server, shown to nobody else. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "play/adjudicate.h"
#include "play/deadlines.h"
#include "record/record.h"
#include "tests/play/lines.h"
#include "tests/test.h"

/* Play by chance until somebody may attack; returns who. */
static unsigned play_to_attack(struct fixture *fixture, char attack[ORDER_TEXT_BYTES])
{
    for (unsigned i = 0; i < 3000; i++) {
        char line[ORDER_TEXT_BYTES];
        unsigned seat = lines_asked(fixture);

        assert_int_not_equal(seat, 0);
        if (lines_find_order(fixture, seat, " attacks ", attack))
            return seat;
        assert_true(fixture_random_order(fixture, 1, seat, line));
        lines_order(fixture, seat, line);
    }
    fail_msg("nobody met an enemy");
    return 0;
}

/* Does a record show the lines of a seat? */
static void assert_lines_shown(const struct buf *file, unsigned seat, bool shown)
{
    char name[32];
    unsigned count = 0;

    snprintf(name, sizeof name, "\n seal own/%u/", seat);
    for (const char *at = buf_text(file); (at = strstr(at, name)) != NULL; count++) {
        at = strchr(at + 1, '\n');
        assert_int_equal(strncmp(at, "\n know ", 7) == 0, shown);
    }
    assert_true(count > 0);
}

static void assert_combat(struct fixture *fixture, bool is_open)
{
    const struct position *position = fixture_position(fixture, 1);
    bool open = false;

    for (unsigned i = 0; i < position->decision_count; i++)
        open |=
            text_equal(position->played->text->topics[position->decision[i].topic], "combat-card");
    assert_int_equal(open, is_open);
}

static struct timing_open open_of(const struct position *position, unsigned seat)
{
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == seat)
            return position->timing.open[i];
    fail_msg("seat %u is asked nothing", seat);
    return (struct timing_open){0};
}

static void prove(struct fixture *fixture)
{
    static const unsigned readers[] = {RECORD_FOR_ALL, 1, 2};

    for (unsigned i = 0; i < 3; i++) {
        OWN(buf) file = {0};

        lines_export(fixture, readers[i], &file);
    }
}

/* ---- combats ---- */

FIXTURE_TEST(lines_of_both_sides_answer_a_combat_at_once,
             lines_start(fixture, "dungeon_twister", 1))
{
    char attack[ORDER_TEXT_BYTES];
    struct buf log = {0}, file = {0};
    int64_t before;

    for (unsigned seat = 1; seat <= 2; seat++)
        lines_write(fixture, seat, "standing combat 1\nstanding leave", "Noted and sealed");
    play_to_attack(fixture, attack);
    before = lines_head(fixture);
    lines_order(fixture, lines_asked(fixture), attack);
    assert_combat(fixture, false);
    lines_log(fixture, before, &log);
    lines_see(&log, "open own", false);
    lines_see(&log, "own=", false);
    assert_int_equal(lines_take_out_by(&log), 2);
    lines_see(&log, "seat/1 order combat [", true);
    lines_see(&log, "seat/2 order combat [", true);
    for (unsigned reader = 0; reader <= 2; reader++) {
        lines_export(fixture, reader ? reader : RECORD_FOR_ALL, &file);
        lines_see(&file, "open own/", false);
        for (unsigned seat = 1; seat <= 2; seat++)
            assert_lines_shown(&file, seat, seat == reader);
        buf_fini(&file);
    }
    buf_fini(&log);
}

FIXTURE_TEST(a_line_waits_until_the_other_side_has_chosen,
             lines_start(fixture, "dungeon_twister", 2))
{
    char attack[ORDER_TEXT_BYTES];
    OWN(buf) log = {0};
    unsigned attacker;
    int64_t before;

    attacker = play_to_attack(fixture, attack);
    lines_write(fixture, 3 - attacker, "standing if attacked: combat 2", "Noted and sealed");
    before = lines_head(fixture);
    lines_order(fixture, attacker, attack);
    assert_combat(fixture, true);
    lines_log(fixture, before, &log);
    lines_see(&log, "own/", false); /* or he would choose his card by it */
    fixture_close(fixture);         /* and it is still there after a restart */
    fixture_open(fixture);
    lines_order(fixture, attacker, "combat 0");
    assert_combat(fixture, false);
    buf_clear(&log);
    lines_log(fixture, before, &log);
    assert_int_equal(lines_take_out_by(&log), 1);
    lines_see(&log, " order combat [", true);
    lines_see(&log, "open own/", false);
    prove(fixture);
}

FIXTURE_TEST(a_line_left_after_the_attack_answers_it, lines_start(fixture, "dungeon_twister", 3))
{
    char attack[ORDER_TEXT_BYTES];
    OWN(buf) log = {0};
    unsigned attacker;
    int64_t before;

    attacker = play_to_attack(fixture, attack);
    lines_order(fixture, attacker, attack);
    before = lines_head(fixture);
    lines_write(fixture, 3 - attacker, "standing combat 1", "Noted and sealed");
    assert_combat(fixture, true); /* it waits until the other side has chosen */
    lines_order(fixture, attacker, "combat 0");
    assert_combat(fixture, false);
    lines_log(fixture, before, &log);
    lines_see(&log, "own=", false);
}

FIXTURE_TEST(the_newest_line_counts_and_none_is_opened, lines_start(fixture, "dungeon_twister", 4))
{
    char attack[ORDER_TEXT_BYTES];
    OWN(buf) log = {0}, file = {0};
    unsigned attacker, defender;
    int64_t before;

    attacker = play_to_attack(fixture, attack);
    defender = 3 - attacker;
    lines_write(fixture, defender, "standing combat 4\nstanding none", "dropped");
    lines_write(fixture, defender, "standing combat 3", "Noted and sealed");
    lines_write(fixture, defender, "standing if attacked: combat 1\nstanding combat 2",
                "Noted and sealed");
    lines_write(fixture, defender, "standing", "if attacked: combat 1");
    lines_order(fixture, attacker, attack);
    before = lines_head(fixture);
    lines_order(fixture, attacker, "combat 0");
    lines_log(fixture, before, &log);
    lines_see(&log, " 1 nonce", true); /* the cards are shown, his is the first line's */
    lines_export(fixture, RECORD_FOR_ALL, &file);
    lines_see(&file, "if attacked", false);
    lines_see(&file, "combat 2\n", false);
    lines_see(&file, "combat 3\n", false);
    lines_see(&file, "combat 4\n", false);
    buf_fini(&file);
    lines_export(fixture, attacker, &file);
    lines_see(&file, " combat 3\n", false);
    buf_fini(&file);
    lines_export(fixture, defender, &file); /* his own lines he may know */
    lines_see(&file, " combat 3\n", true);
    buf_fini(&file);
    lines_order(fixture, attacker,
                "resign"); /* then the one that decided is told, and each "none" */
    lines_export(fixture, RECORD_FOR_WHOLE, &file);
    lines_see(&file, " if attacked: combat 1 nonce ", true);
    lines_see(&file, " none nonce ", true);
    lines_see(&file, " combat 2\n", false);
    lines_see(&file, " combat 2 nonce", false);
    lines_see(&file, " combat 3\n", false);
    lines_see(&file, " combat 3 nonce", false);
}

FIXTURE_TEST(a_line_that_waits_is_given_when_its_time_runs_out,
             lines_start(fixture, "dungeon_twister", 5))
{
    char attack[ORDER_TEXT_BYTES];
    struct timing_open late;
    OWN(buf) log = {0};
    struct position *position;
    unsigned attacker;
    int64_t before;

    attacker = play_to_attack(fixture, attack);
    lines_write(fixture, 3 - attacker, "standing combat 1", "Noted and sealed");
    before = lines_head(fixture);
    lines_order(fixture, attacker, attack);
    OK(desk_begin(fixture->desk, &err));
    position = fixture_position(fixture, 1);
    late = open_of(position, 3 - attacker);
    fixture->now_s = late.due_s + 1;
    OK(adjudicate_default(fixture->desk, position, &late, &err));
    OK(desk_commit(fixture->desk, &err));
    lines_log(fixture, before, &log);
    assert_int_equal(lines_take_out_by(&log), 1);
    lines_see(&log, " order combat [", true);
    lines_see(&log, "default", false);
    lines_see(&log, "open own/", false); /* the other side still thinks */
    prove(fixture);
}

/* A moved deadline stands in the log, and no order comes behind it. */
FIXTURE_TEST(a_line_that_waits_is_the_default_of_a_deadline_that_was_set,
             lines_start(fixture, "dungeon_twister", 5))
{
    char attack[ORDER_TEXT_BYTES];
    struct timing_open late;
    OWN(buf) log = {0};
    struct position *position;
    unsigned attacker;
    int64_t before;

    attacker = play_to_attack(fixture, attack);
    lines_write(fixture, 3 - attacker, "standing combat 1", "Noted and sealed");
    lines_order(fixture, attacker, attack);
    OK(desk_begin(fixture->desk, &err));
    position = fixture_position(fixture, 1);
    late = open_of(position, 3 - attacker);
    late.due_s += 3600;
    OK(deadlines_set(fixture->desk, position, late.decision, late.seat, late.due_s, &err));
    before = lines_head(fixture);
    fixture->now_s = late.due_s + 1;
    OK(adjudicate_default(fixture->desk, position, &late, &err));
    OK(desk_commit(fixture->desk, &err));
    lines_log(fixture, before, &log);
    lines_see(&log, " why=line by=[by/", true);
    lines_see(&log, " default decision=", true);
    lines_see(&log, " order ", false);
    prove(fixture);
}

/* Left when time had run out, and before the server closed the question. */
FIXTURE_TEST(a_line_that_comes_after_the_deadline_decides_nothing,
             lines_start(fixture, "dungeon_twister", 5))
{
    char attack[ORDER_TEXT_BYTES];
    struct timing_open late;
    OWN(buf) log = {0};
    struct position *position;
    unsigned attacker;
    int64_t before;

    attacker = play_to_attack(fixture, attack);
    lines_order(fixture, attacker, attack);
    OK(desk_begin(fixture->desk, &err));
    position = fixture_position(fixture, 1);
    late = open_of(position, 3 - attacker);
    late.due_s += 3600;
    OK(deadlines_set(fixture->desk, position, late.decision, late.seat, late.due_s, &err));
    OK(desk_commit(fixture->desk, &err));
    before = lines_head(fixture);
    fixture->now_s = late.due_s + 1;
    lines_write(fixture, 3 - attacker, "standing combat 1", "Your time ran out");
    lines_log(fixture, before, &log);
    lines_see(&log, " own came=", true);
    lines_see(&log, " default decision=", true);
    lines_see(&log, " by=[by/", false);
    prove(fixture);
}

TESTS(NULL, NULL)
