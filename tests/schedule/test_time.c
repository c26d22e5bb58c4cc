/* SPDX-License-Identifier: MIT */
/* Time in games: vacations, pauses, outages, late letters, reminders; a month of play by letters
 * with a clock that is passed in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "outbound/notice.h"
#include "games/dungeon_twister/state.h"
#include "games/games.h"
#include "admin/admin.h"
#include "commands/seating.h"
#include "play/clocks.h"
#include "play/export.h"
#include "record/verify.h"
#include "schedule/schedule.h"
#include "server/calendar.h"
#include "server/clock.h"
#include "commands/vacation.h"
#include "commands/newgame.h"
#include "tests/house/fixture.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const struct game *const games_list[] = {&toy_game, NULL};
enum { DAY_S = 86400, HOUR_S = 3600 };

static void start_game(struct fixture *fixture, const struct game *const *list, const char *options,
                       const char *time)
{
    struct newgame wanted = {
        .played = list[0], .options = options, .time = time, .seats = 2, .player = {0, 1, 2}};
    struct verdict verdict;
    int64_t game = 0;

    fixture_pair(fixture, list);
    OK(desk_begin(fixture->desk, &err));
    OK(newgame_make(fixture->desk, &wanted, &game, &verdict, &err));
    assert_int_equal(verdict.kind, VERDICT_DONE);
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    fixture_answer(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

static void start_with(struct fixture *fixture, const char *time)
{
    start_game(fixture, games_list, "rounds=5", time);
}

static void on_problem(void *user, const char *problem)
{
    print_error("%s\n", problem);
    ++*(unsigned *)user;
}

/* The ledger is made again from its facts to the same rows, and the export is proved. */
static void assert_sound(struct fixture *fixture)
{
    OWN(buf) file = {0};
    OWN(verify) verify = {0};
    struct err err = {0};
    unsigned problems = 0;

    must(rebuild_check(fixture->desk, on_problem, &problems, &err), &err);
    assert_int_equal(problems, 0);
    must(export_game(fixture->desk, 1, RECORD_FOR_ALL, &file, &err), &err);
    must(verify_bytes(file.at, file.length, toy_find, &verify, &err), &err);
    if (!verify.is_good)
        print_error("entry %llu: %s\n", (unsigned long long)verify.bad_entry, verify.err.text);
    assert_true(verify.is_good);
}

static unsigned asked_seat(struct fixture *fixture)
{
    const struct position *position = fixture_position(fixture, 1);

    assert_true(position->timing.open_count > 0);
    return position->timing.open[0].seat;
}

static const char *address_of(unsigned seat)
{
    return seat == 1 ? ANNA : BOB;
}

static int64_t due_now(struct fixture *fixture)
{
    return timing_deadline(&fixture_position(fixture, 1)->timing.open[0]);
}

FIXTURE_TEST(a_deadline_jumps_over_days_that_do_not_count,
             start_with(fixture, "turn=3d reply=3d free=sun+mon"))
{
    int64_t opened;

    opened = fixture_position(fixture, 1)->timing.open[0].opened_s;
    assert_int_equal(due_now(fixture), opened + 5 * DAY_S); /* Saturday noon to Thursday noon */
    fixture->now_s = opened + 3 * DAY_S + HOUR_S;
    fixture_settle(fixture);
    assert_int_equal(fixture->deadlines, 0);
    fixture->now_s = opened + 5 * DAY_S + HOUR_S;
    fixture_settle(fixture);
    assert_true(fixture->deadlines > 0);
    assert_sound(fixture);
}

static void pause_or_resume(struct fixture *fixture, const char *word)
{
    writes(fixture, ANNA, word);
    writes(fixture, BOB, word);
}

/* Asked on Saturday noon: Sunday and Wednesday at 20:00 in Rome, if twelve hours are left. */
FIXTURE_TEST(a_deadline_at_an_hour_is_the_first_that_leaves_enough_time,
             start_with(fixture, "turn=wed+sun@20:00 reply=wed+sun@20:00 zone=Europe/Rome"))
{
    const struct position *position;
    unsigned seat;
    int64_t due, sunday;

    position = fixture_position(fixture, 1);
    seat = asked_seat(fixture);
    sunday = calendar_hour("Europe/Rome", 1u << 6, 20 * 60, position->timing.open[0].opened_s);
    assert_int_equal(due_now(fixture), sunday);
    assert_int_equal(replay_due(position->replay, seat, position->timing.open[0].decision), sunday);
    writes(fixture, address_of(seat), "vacation 2026-11-22..2026-11-23");
    assert_int_equal(due_now(fixture), sunday + 3 * DAY_S);
    writes(fixture, address_of(seat), "vacation off");
    assert_int_equal(due_now(fixture), sunday);
    pause_or_resume(fixture, "pause");
    fixture->now_s += DAY_S;
    pause_or_resume(fixture, "resume");
    due = due_now(fixture);
    assert_int_equal(due, sunday + 3 * DAY_S); /* Monday would be the day; the next hour is it */
    fixture->now_s = due + HOUR_S;
    fixture_settle(fixture);
    assert_true(fixture->deadlines > 0);
    assert_int_equal(due_now(fixture), due + 4 * DAY_S);
    assert_sound(fixture);
}

FIXTURE_TEST(a_vacation_by_letter_moves_the_deadline_and_off_brings_it_back,
             start_with(fixture, "turn=3d reply=3d"))
{
    OWN(letter) letter = {0};
    unsigned seat;
    int64_t due;

    seat = asked_seat(fixture);
    due = due_now(fixture);
    writes(fixture, address_of(seat), "vacation 2026-11-23..2026-11-30");
    assert_string_equal(fixture_outcome(fixture), "answered command");
    assert_int_equal(due_now(fixture), due + 8 * DAY_S);
    fixture_newest(fixture, address_of(seat), &letter, NULL);
    assert_non_null(strstr(letter.text, "23 Nov 2026 to 30 Nov 2026"));
    fixture->now_s = due + HOUR_S;
    fixture_settle(fixture);
    assert_int_equal(fixture->deadlines, 1); /* the other's */
    assert_int_equal(asked_seat(fixture), seat);
    assert_sound(fixture);
    fixture_answer(fixture, address_of(seat), "vacation off"); /* back on Tuesday afternoon */
    fixture_settle(fixture);
    assert_true(due_now(fixture) < due + 8 * DAY_S);
    assert_true(due_now(fixture) > due + DAY_S);
    assert_sound(fixture);
}

FIXTURE_TEST(vacations_are_refused_with_the_reason, start_with(fixture, "turn=3d reply=3d"))
{
    static const struct {
        const char *line, *said;
    } tries[] = {{"vacation some day", "first and the last day"},
                 {"vacation 2026-11-20..2026-11-30", "before today"},
                 {"vacation 2026-12-01..2027-12-30", "more vacation"},
                 {"zone Europe/Atlantis", "no time zone"}};

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        OWN(letter) letter = {0};

        sends(fixture, ANNA, tries[i].line);
        fixture_newest(fixture, ANNA, &letter, NULL);
        assert_non_null(strstr(letter.text, tries[i].said));
    }
}

FIXTURE_TEST(days_that_are_booked_twice_count_once, start_with(fixture, "turn=3d reply=3d"))
{
    static const char *const tries[][2] = {
        {"vacation 2026-12-01..2026-12-20", "Your vacation: 1 Dec 2026 to 20 Dec 2026."},
        {"vacation 2026-12-01..2026-12-20", "Your vacation: 1 Dec 2026 to 20 Dec 2026."},
        {"vacation 2026-12-18..2026-12-24", "Your vacation: 1 Dec 2026 to 24 Dec 2026."},
        {"vacation 2026-12-20..2027-01-03", "more vacation"},
        {"vacation none", "no vacation booked"}};

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        OWN(letter) letter = {0};

        sends(fixture, ANNA, tries[i][0]);
        fixture_newest(fixture, ANNA, &letter, NULL);
        assert_non_null(strstr(letter.text, tries[i][1]));
    }
}

FIXTURE_TEST(letters_tell_the_deadline_in_the_readers_zone, start_with(fixture, "turn=3d reply=3d"))
{
    struct letter letter = {0};

    sends(fixture, ANNA, "zone Europe/Madrid");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "CET (UTC+1)"));
    letter_fini(&letter);
    assert_int_equal(asked_seat(fixture), 1);
    sends(fixture, ANNA, "games");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "13:01 CET"));
    letter_fini(&letter);
}

FIXTURE_TEST(a_pause_needs_all_players_and_stops_every_deadline,
             start_with(fixture, "turn=3d reply=3d"))
{
    struct letter letter = {0};
    int64_t due, before;

    due = due_now(fixture);
    writes(fixture, ANNA, "pause");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    fixture_newest(fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "asks for a pause"));
    letter_fini(&letter);
    writes(fixture, BOB, "pause");
    before = fixture->now_s - 60;
    assert_int_not_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    fixture->now_s = due + 30 * DAY_S;
    fixture_settle(fixture);
    assert_int_equal(fixture->deadlines, 0);
    writes(fixture, BOB, "resume");
    writes(fixture, ANNA, "resume");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    assert_int_equal(due_now(fixture) - fixture->now_s + 60, due - before);
    fixture_newest(fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "clocks run again"));
    letter_fini(&letter);
    fixture->now_s = due_now(fixture) + HOUR_S;
    fixture_settle(fixture);
    assert_true(fixture->deadlines > 0);
    assert_sound(fixture);
}

/* Letters that each got up to then. */
static void letters_after(struct fixture *fixture, int64_t at_s, unsigned more, const char *said)
{
    unsigned before[] = {fixture_mail_count(fixture, ANNA), fixture_mail_count(fixture, BOB)};

    fixture->now_s = at_s;
    fixture_settle(fixture);
    for (unsigned i = 0; i < 2; i++) {
        OWN(letter) letter = {0};

        assert_int_equal(fixture_mail_count(fixture, address_of(i + 1)), before[i] + more);
        fixture_newest(fixture, address_of(i + 1), &letter, NULL);
        if (more)
            assert_non_null(strstr(letter.text, said));
    }
}

FIXTURE_TEST(players_are_reminded_of_a_pause_that_they_forget,
             start_with(fixture, "turn=3d reply=3d"))
{
    struct letter letter = {0};
    int64_t since;

    pause_or_resume(fixture, "pause");
    since = fixture_position(fixture, 1)->timing.pause_s;
    letters_after(fixture, since + 7 * DAY_S - HOUR_S, 0, NULL);
    letters_after(fixture, since + 7 * DAY_S + HOUR_S, 1, "stopped for 7 days");
    letters_after(fixture, since + 8 * DAY_S, 0, NULL);
    writes(fixture, ANNA, "resume");
    letters_after(fixture, since + 22 * DAY_S, 1, "stopped for 22 days");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "You have agreed"));
    letter_fini(&letter);
    fixture_newest(fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "They run again as soon"));
    letter_fini(&letter);
    writes(fixture, BOB, "resume");
    assert_int_equal(fixture_position(fixture, 1)->timing.pause_s, 0);
    assert_sound(fixture);
}

FIXTURE_TEST(a_pause_of_the_keepers_is_no_matter_of_the_players,
             start_with(fixture, "turn=3d reply=3d"))
{
    struct position *position;
    int64_t since;

    pause_or_resume(fixture, "pause"); /* its timer may still wait */
    pause_or_resume(fixture, "resume");
    OK(desk_begin(fixture->desk, &err));
    OK(position_get(fixture->desk, 1, &position, &err));
    OK(clocks_pause(fixture->desk, position, ENTRY_KEEPER, &err));
    OK(notice_all(fixture->desk, position, 0, NULL, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_settle(fixture);
    since = fixture_position(fixture, 1)->timing.pause_s;
    letters_after(fixture, since + 8 * DAY_S, 0, NULL);
    letters_after(fixture, since + 40 * DAY_S, 0, NULL);
}

FIXTURE_TEST(the_keeper_extends_pauses_and_changes_rules, start_with(fixture, "turn=3d reply=3d"))
{
    struct position *position;
    struct err err = {0};
    unsigned moved = 0, none;
    int64_t due;

    due = due_now(fixture);
    position = fixture_position(fixture, 1);
    must(desk_begin(fixture->desk, &err), &err);
    must(position_get(fixture->desk, 1, &position, &err), &err);
    must(clocks_extend(fixture->desk, position, ENTRY_KEEPER, 0, 2 * DAY_S, &moved, &err), &err);
    must(clocks_change_rules(fixture->desk, position, "turn=10d grace=1d", &err), &err);
    must(clocks_pause(fixture->desk, position, ENTRY_KEEPER, &err), &err);
    assert_int_equal(clocks_extend(fixture->desk, position, ENTRY_KEEPER, 0, DAY_S, &none, &err),
                     RC_USAGE);
    err_clear(&err);
    fixture->now_s += 7 * DAY_S;
    must(clocks_resume(fixture->desk, position, ENTRY_KEEPER, &err), &err);
    must(notice_all(fixture->desk, position, 0, NULL, &err), &err);
    must(desk_commit(fixture->desk, &err), &err);
    assert_true(moved > 0);
    assert_int_equal(due_now(fixture), due + 9 * DAY_S);
    assert_int_equal(fixture_position(fixture, 1)->timing.rules.allowance_s[TIME_TURN], 10 * DAY_S);
    assert_sound(fixture);
}

FIXTURE_TEST(a_replacement_has_the_whole_time_of_the_question,
             start_with(fixture, "turn=3d reply=3d"))
{
    struct position *position;
    int64_t due;

    fixture_player(fixture, "Carla", "carla@three.example");
    due = due_now(fixture);
    fixture->now_s += 2 * DAY_S;
    OK(desk_begin(fixture->desk, &err));
    OK(position_get(fixture->desk, 1, &position, &err));
    OK(seating_replace(fixture->desk, position, ENTRY_KEEPER, 1, 3, false, &err));
    OK(desk_commit(fixture->desk, &err));
    assert_int_equal(asked_seat(fixture), 1);
    assert_in_range(due_now(fixture), due + 2 * DAY_S - 60, due + 2 * DAY_S);
    fixture_settle(fixture);
    assert_true(fixture_mail_count(fixture, "carla@three.example") > 0);
    assert_sound(fixture);
}

FIXTURE_TEST(grace_is_not_told_but_counts, start_with(fixture, "turn=3d reply=3d grace=6h"))
{
    char order[ORDER_TEXT_BYTES];
    unsigned seat;
    int64_t due;

    seat = asked_seat(fixture);
    due = due_now(fixture);
    assert_true(fixture_random_order(fixture, 1, seat, order));
    fixture->now_s = due + 5 * HOUR_S;
    fixture_settle(fixture);
    assert_int_equal(fixture->deadlines, 0);
    writes(fixture, address_of(seat), order);
    assert_memory_equal(fixture_outcome(fixture), "accepted", 8);
    assert_sound(fixture);
}

/* DT-TIMER-03: time over, the lowest card is played and the turn is over; no time is given anew.
 * Each hears of it once. */
TEST(a_turn_that_time_ends_is_over_and_told_once)
{
    static const struct game *dungeon[2];
    struct fixture fixture;
    struct letter letter = {0};
    unsigned seat, before[3];
    int64_t due;

    dungeon[0] = games_find("dungeon_twister");
    start_game(&fixture, dungeon, "", "setup=1h turn=2h reply=1h grace=30m");
    while (((const struct dt_state *)position_state(fixture_position(&fixture, 1)))->phase !=
           DT_PHASE_CARD) {
        fixture.now_s = due_now(&fixture) + HOUR_S / 2 + 1;
        fixture_settle(&fixture);
    }
    seat = asked_seat(&fixture);
    due = due_now(&fixture);
    for (unsigned i = 1; i <= 2; i++)
        before[i] = fixture_mail_count(&fixture, address_of(i));
    fixture.now_s = due + HOUR_S / 2 + 600;
    fixture_settle(&fixture);
    assert_int_not_equal(asked_seat(&fixture), seat);
    for (unsigned i = 1; i <= 2; i++) {
        assert_int_equal(fixture_mail_count(&fixture, address_of(i)), before[i] + 1);
        fixture_newest(&fixture, address_of(i), &letter, NULL);
        assert_non_null(strstr(letter.text, i == seat ? "Your time ran out" : "Time ran out for"));
        assert_null(strstr(letter.text, "0 minutes"));
        letter_fini(&letter);
    }
    writes(&fixture, address_of(seat), "end");
    assert_memory_not_equal(fixture_outcome(&fixture), "accepted", 8);
    assert_sound(&fixture);
    fixture_remove(&fixture);
}

/* Who answers within the grace has for the rest of his turn what is left of it, and no other. */
TEST(a_turn_has_one_grace)
{
    struct timing timing = {.rules = {.allowance_s[TIME_TURN] = 7200, .grace_s = 1800}};
    struct decision asked = {.id = 1, .seat = 1, .time_class = TIME_TURN, .clock = 5};

    timing_update(&timing, &asked, 1, 1, 1000);
    assert_int_equal(timing.open[0].due_s, 1000 + 7200 + 1800);
    asked.id = 2;
    timing_update(&timing, &asked, 1, 2, 1000 + 7200 + 600);
    assert_int_equal(timing.open[0].due_s, 1000 + 7200 + 1800);
    assert_false(timing_is_spent(&timing.open[0]));
    asked.clock = 6; /* a reply of the other: the clock stands, and its grace */
    asked.id = 3;
    asked.seat = 2;
    timing_update(&timing, &asked, 1, 3, 1000 + 7200 + 900);
    asked = (struct decision){.id = 4, .seat = 1, .time_class = TIME_TURN, .clock = 5};
    timing_update(&timing, &asked, 1, 4, 50000);
    assert_int_equal(timing.open[0].due_s, 50000 + 900);
    asked.id = 5;
    timing_update(&timing, &asked, 1, 5, 50000 + 901);
    assert_true(timing_is_spent(&timing.open[0]));
}

/* ---- a mail host whose clock is behind ---- */

enum { BEHIND_S = 300 };

/* Stamped five minutes before it is there; to the reply address of the newest letter, or by its
 * thread alone. Our mail system says that the sender is right. */
static void answer_behind(struct fixture *fixture, const char *from, bool token, const char *body)
{
    static unsigned count;
    OWN(letter) letter = {0};
    char bytes[1000];

    text_copy(fixture->config.authserv, sizeof fixture->config.authserv, "mx.robot.example");
    fixture_newest(fixture, from, &letter, NULL);
    snprintf(bytes, sizeof bytes,
             "Authentication-Results: mx.robot.example; dmarc=pass\nFrom: %s\nTo: %s\n"
             "In-Reply-To: <%s>\nMessage-ID: <behind.%u@x.example>\n\n%s\n",
             from, token ? letter.reply_to : "games@robot.example", letter.message_id, ++count,
             body);
    fixture->now_s -= BEHIND_S;
    fixture_deliver(fixture, bytes, strlen(bytes));
    fixture->now_s += BEHIND_S;
    fixture_settle(fixture);
}

/* No letter is older than the one that it answers. */
FIXTURE_TEST(a_mail_host_that_is_behind_costs_nobody_anything, fixture_make(fixture, games_list))
{
    char order[ORDER_TEXT_BYTES];
    int64_t behind_s = 0;

    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_settle(fixture);
    answer_behind(fixture, ANNA, true, "luck apples");
    assert_string_equal(fixture_outcome(fixture), "answered command");
    answer_behind(fixture, BOB, true, "luck pears");
    assert_string_equal(fixture_outcome(fixture), "answered command");
    OK(clock_behind(fixture->desk, &behind_s, &err));
    assert_true(behind_s > CLOCK_BEHIND_S);
    fixture->now_s += HOUR_S; /* no stamp is older than the game */
    for (unsigned i = 0; i < 4; i++) {
        unsigned seat = asked_seat(fixture);

        assert_true(fixture_random_order(fixture, 1, seat, order));
        answer_behind(fixture, address_of(seat), i % 2, order);
        assert_string_equal(fixture_outcome(fixture), "accepted ");
    }
    assert_sound(fixture);
}

/* Nothing proves that it is not as old as its stamp says. */
FIXTURE_TEST(what_is_older_than_the_game_is_answered_and_not_applied,
             fixture_make(fixture, games_list))
{
    static const char *const words[] = {"", "luck apples"};
    OWN(letter) letter = {0};

    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture_settle(fixture);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        answer_behind(fixture, ANNA, false, words[i]);
        assert_memory_not_equal(fixture_outcome(fixture), "set aside", 9);
        assert_int_equal(fixture_position(fixture, 1)->luck[1], ENTRY_LUCK_NONE);
    }
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_non_null(strstr(letter.text, "older than the game"));
    assert_sound(fixture);
}

TEST(a_letter_after_the_deadline_counts_for_nothing)
{
    struct fixture fixture;
    OWN(letter) letter = {0};
    char order[ORDER_TEXT_BYTES];
    unsigned seat;

    start_with(&fixture, "turn=3d reply=3d free=sun"); /* a deadline of the log */
    seat = asked_seat(&fixture);
    assert_true(fixture_random_order(&fixture, 1, seat, order));
    fixture.now_s = due_now(&fixture) + 1;
    fixture_answer(&fixture, address_of(seat), order); /* in the same round as the close */
    fixture_round(&fixture);
    assert_string_equal(fixture_outcome(&fixture), "rejected late");
    fixture_settle(&fixture);
    assert_true(fixture.deadlines > 0);
    fixture_newest(&fixture, address_of(seat), &letter, NULL);
    assert_non_null(letter.text);
    assert_sound(&fixture);
    fixture_remove(&fixture);
}

FIXTURE_TEST(an_outage_during_luck_moves_its_deadline, fixture_make(fixture, games_list))
{
    unsigned moved = 0;

    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, &toy_game, "rounds=5");
    fixture->now_s += 8 * DAY_S;
    OK(timers_make_up(fixture->desk, fixture->now_s - 8 * DAY_S, &moved, &err));
    assert_true(moved >= 2);
    fixture_settle(fixture);
    assert_int_equal(fixture->deadlines, 0);
    fixture->now_s += 8 * DAY_S;
    fixture_settle(fixture);
    fixture_settle(fixture);
    assert_true(fixture->deadlines > 0);
    assert_sound(fixture);
}

/* Killed before anybody noted that it was made up for; and more deadlines than are looked at at a
 * time. */
FIXTURE_TEST(an_outage_is_made_up_for_once, fixture_make(fixture, games_list))
{
    enum { GAMES = 130 };
    struct err err = {0};
    unsigned moved = 0;
    int64_t due_s;

    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    for (unsigned i = 0; i < GAMES; i++)
        fixture_game(fixture, &toy_game, "rounds=5");
    due_s = due_now(fixture);
    fixture->now_s += 8 * DAY_S;
    must(timers_make_up(fixture->desk, fixture->now_s - 8 * DAY_S, &moved, &err), &err);
    assert_int_equal(moved, 2 * GAMES);
    assert_int_equal(due_now(fixture), due_s + 8 * DAY_S);
    fixture->now_s += 60;
    must(timers_make_up(fixture->desk, fixture->now_s - 60 - 8 * DAY_S, &moved, &err), &err);
    assert_int_equal(moved, 0);
    assert_int_equal(due_now(fixture), due_s + 8 * DAY_S);
    fixture->now_s += 5 * HOUR_S; /* and down again */
    must(timers_make_up(fixture->desk, fixture->now_s - 60 - 8 * DAY_S - 5 * HOUR_S, &moved, &err),
         &err);
    assert_int_equal(moved, 2 * GAMES);
    assert_int_equal(due_now(fixture), due_s + 8 * DAY_S + 5 * HOUR_S + 60);
    assert_sound(fixture);
}

FIXTURE_TEST(a_reminder_comes_before_the_moved_deadline_once,
             start_with(fixture, "turn=3d reply=3d"))
{
    unsigned seat, count;
    int64_t due;

    seat = asked_seat(fixture);
    due = due_now(fixture);
    for (unsigned i = 1; i <= 2; i++) /* both are asked: a time that runs out is told, too */
        fixture_send(fixture, address_of(i), NULL, NULL, "vacation 2026-11-24..2026-11-24");
    fixture_settle(fixture);
    count = fixture_mail_count(fixture, address_of(seat));
    fixture->now_s = due - 12 * HOUR_S; /* a day and a half before the moved one */
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, address_of(seat)), count);
    fixture->now_s = due + HOUR_S;
    fixture_settle(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, address_of(seat)), count + 1);
}

/* Where a day's notice would come with the question itself. */
FIXTURE_TEST(of_a_time_of_hours_a_quarter_is_left_when_the_reminder_comes,
             start_with(fixture, "turn=4h reply=4h"))
{
    unsigned seat, count;
    int64_t due;

    seat = asked_seat(fixture);
    due = due_now(fixture);
    count = fixture_mail_count(fixture, address_of(seat));
    fixture->now_s = due - HOUR_S - 300;
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, address_of(seat)), count);
    fixture->now_s = due - HOUR_S + 60;
    fixture_settle(fixture);
    fixture_settle(fixture);
    assert_int_equal(fixture_mail_count(fixture, address_of(seat)), count + 1);
}

/* The newest letter's calendar part, decoded; empty = it has none. */
static void read_calendar(struct fixture *fixture, const char *address, struct buf *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    OWN(letter) letter = {0};
    OWN(buf) raw = {0};
    const char *found, *digit;
    unsigned bits = 0, count = 0;

    fixture_newest(fixture, address, &letter, &raw);
    found = strstr(buf_text(&raw), "Content-Type: text/calendar");
    found = found ? strstr(found, "\n\n") : NULL;
    for (; found && *found && *found != '-' && *found != '='; found++) {
        if (!(digit = strchr(digits, *found)))
            continue;
        bits = bits << 6 | (unsigned)(digit - digits);
        count += 6;
        if (count >= 8)
            buf_put_char(out, (char)(bits >> (count -= 8) & 0xff));
    }
}

/* The value of a field of the newest letter's calendar; "" = it has none. */
static const char *calendar_field(struct fixture *fixture, const char *address, const char *name)
{
    static char value[128];
    OWN(buf) calendar = {0};
    const char *found;

    read_calendar(fixture, address, &calendar);
    found = strstr(buf_text(&calendar), "BEGIN:VEVENT");
    found = found ? strstr(found, name) : NULL;
    value[0] = '\0';
    if (found) {
        found += strlen(name) + 1;
        text_copy(value, strcspn(found, "\r\n") + 1, found);
    }
    return value;
}

FIXTURE_TEST(the_calendar_part_moves_with_the_deadline, start_with(fixture, "turn=3d reply=3d"))
{
    char uid[128], sequence[128], start[128];

    assert_int_equal(asked_seat(fixture), 1);
    sends(fixture, ANNA, "format html\nboard none");
    fixture_send(fixture, BOB, NULL, NULL, "help");
    fixture_answer(fixture, BOB, "pause"); /* a letter for Anna */
    fixture_settle(fixture);
    text_copy(uid, sizeof uid, calendar_field(fixture, ANNA, "UID"));
    text_copy(sequence, sizeof sequence, calendar_field(fixture, ANNA, "SEQUENCE"));
    text_copy(start, sizeof start, calendar_field(fixture, ANNA, "DTSTART"));
    assert_non_null(strstr(uid, "game1.seat1.clock"));
    assert_string_equal(start, "20261124T120100Z");
    fixture_answer(fixture, ANNA, "vacation 2026-11-23..2026-11-24");
    writes(fixture, BOB, "pause");
    assert_string_equal(calendar_field(fixture, ANNA, "UID"), uid);
    assert_string_equal(calendar_field(fixture, ANNA, "DTSTART"), "20261126T120100Z");
    assert_true(atoi(calendar_field(fixture, ANNA, "SEQUENCE")) > atoi(sequence));
}

/* A month: each player answers every few hours or not at all, books a vacation, pauses once. */
FIXTURE_TEST(a_month_of_play_is_sound,
             start_with(fixture, "turn=3d reply=2d grace=3h save=1d free=sun+12-08"))
{
    char order[ORDER_TEXT_BYTES];
    unsigned orders = 0;
    int64_t end;

    fixture_send(fixture, ANNA, NULL, NULL, "zone America/New_York");
    sends(fixture, BOB, "zone Europe/Rome");
    end = fixture->now_s + 30 * DAY_S;
    for (unsigned step = 0; fixture->now_s < end; step++) {
        unsigned seat = fixture_position(fixture, 1)->timing.open_count ? asked_seat(fixture) : 0;

        fixture->now_s += 7 * HOUR_S;
        if (step == 10)
            fixture_send(fixture, BOB, NULL, NULL, "vacation 2026-11-26..2026-12-02");
        if (step == 40) {
            fixture_answer(fixture, ANNA, "pause");
            fixture_answer(fixture, BOB, "pause");
        }
        if (step == 60) {
            fixture_answer(fixture, ANNA, "resume");
            fixture_answer(fixture, BOB, "resume");
        }
        if (seat && fixture_below(fixture, 12) == 0 &&
            fixture_random_order(fixture, 1, seat, order)) {
            fixture_answer(fixture, address_of(seat), order);
            orders++;
        }
        fixture_settle(fixture);
    }
    assert_true(orders > 0);
    assert_true(fixture->deadlines > 0);
    assert_sound(fixture);
}

TESTS(NULL, NULL)
