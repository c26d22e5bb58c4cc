/* SPDX-License-Identifier: MIT */
/* Standing answers: left by letter, for the set-up and the steps of a turn. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "games/games.h"
#include "play/adjudicate.h"
#include "record/record.h"
#include "server/files.h"
#include "tests/house/talking.h"
#include "tests/play/lines.h"
#include "tests/test.h"

/* The administrator takes back all behind entry `to`. */
static void undo_to(struct fixture *fixture, int64_t to)
{
    struct entry entry;
    struct err err = {0};

    fixture->now_s += 60;
    assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_UNDO);
    entry.to = (uint64_t)to;
    assert_int_equal(
        position_append(fixture->desk, fixture_position(fixture, 1), &entry, NULL, 0, NULL, &err),
        RC_OK);
    assert_int_equal(adjudicate_settle(fixture->desk, fixture_position(fixture, 1), &err), RC_OK);
    assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
}

/* The ledger's files as they lie there. */
static void read_ledger(const struct fixture *fixture, struct buf *out)
{
    static const char *const names[] = {"postern.db", "postern.db-wal"};

    for (unsigned i = 0; i < 2; i++) {
        char path[FIXTURE_PATH * 2];

        snprintf(path, sizeof path, "%s/%s", fixture->folder, names[i]);
        if (access(path, R_OK) == 0)
            assert_int_equal(files_read(path, 1 << 26, out, NULL), RC_OK);
    }
}

/* ---- letters ---- */

FIXTURE_TEST(a_line_that_can_never_serve_is_refused, lines_start(fixture, "dungeon_twister", 6))
{
    struct buf log = {0};
    int64_t before;

    before = lines_head(fixture);
    lines_write(fixture, 1, "standing combat 9", "is not taken");
    lines_write(fixture, 1, "standing frobnicate", "is not taken");
    lines_write(fixture, 1, "preview\nstanding combat 1", "would be taken");
    lines_write(fixture, 1, "standing", "You have no standing answers");
    lines_log(fixture, before, &log);
    assert_int_equal(log.length, 0);
}

FIXTURE_TEST(a_line_stays_in_its_seats_letters, lines_start(fixture, "dungeon_twister", 7))
{
    OWN(letter) letter = {0};
    OWN(buf) log = {0}, raw = {0}, ledger = {0};

    lines_write(fixture, 2, "standing if attacked with or near my troll: combat 3 else 0",
                "Noted and sealed");
    lines_write(fixture, 1, "show", "game");
    fixture_newest(fixture, ANNA, &letter, &raw);
    assert_null(strstr(letter.text, "near my troll"));
    assert_null(memmem(raw.at, raw.length, "near my troll", 13));
    lines_log(fixture, 0, &log);
    lines_see(&log, "] [own/2/1] [own/2/2] [own/2/3] [own/2/4]\n", true); /* however many */
    lines_see(&log, "own/2/5", false);
    lines_see(&log, "troll", false);
    read_ledger(fixture, &ledger);
    assert_true(ledger.length > 4096);
    assert_null(memmem(ledger.at, ledger.length, "near my troll", 13));
}

/* ---- the set-up, and steps of a turn ---- */

static const char setup_list[] =
    "standing team cleric goblin troll thief; place treasure w1, else e3; place wizard anywhere "
    "but w2; the rest by lot";

static void start_before_luck(struct fixture *fixture, uint64_t seed)
{
    fixture_make(fixture, games);
    fixture->random = seed;
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
}

/* Both leave that list, and the first turn begins. */
static void start_laid_out(struct fixture *fixture)
{
    lines_start(fixture, "dungeon_twister", 9);
    for (unsigned seat = 1; seat <= 2; seat++)
        lines_write(fixture, seat, setup_list, "place any");
}

FIXTURE_TEST(one_letter_of_each_seat_lays_out_the_game, lines_start(fixture, "dungeon_twister", 8))
{
    OWN(buf) log = {0}, file = {0};

    lines_write(fixture, 1, setup_list, "place treasure w1 else place treasure e3");
    lines_write(fixture, 2, setup_list, "place any w1 w2 w3 w4 e1 e2 e3 e4");
    lines_log(fixture, 0, &log);
    assert_int_equal(lines_take_out_by(&log), 22);
    assert_int_equal(lines_count(&log, " own "), 2); /* the lines of a letter are one entry */
    assert_int_equal(lines_count(&log, " order team ["), 2);
    assert_int_equal(lines_count(&log, " order place [token/"), 20);
    lines_see(&log, "default", false);
    lines_see(&log, "open own", false);
    lines_see(&log, "treasure", false);
    lines_see(&log, "order place [token/1/1] w1", true); /* his first line's */
    for (unsigned k = 0; k < fixture_position(fixture, 1)->decision_count; k++)
        assert_string_equal(
            fixture_position(fixture, 1)
                ->played->text->topics[fixture_position(fixture, 1)->decision[k].topic],
            "action-card");
    lines_export(fixture, RECORD_FOR_ALL, &file);
    lines_see(&file, "treasure", false);
    buf_fini(&file);
    lines_export(fixture, 2, &file); /* his own list, and nothing of the other's */
    assert_int_equal(lines_count(&file, "place treasure w1 else place treasure e3"), 1);
}

/* The letter with which a game begins offers what lays it out. */
FIXTURE_TEST(the_first_letter_of_a_game_lays_it_out, start_before_luck(fixture, 12))
{
    OWN(letter) letter = {0};
    OWN(buf) lines = {0}, log = {0};

    buf_put(&lines, "luck apples\n");
    fixture_newest(fixture, ANNA, &letter, NULL);
    lines_offered(&letter, &lines);
    lines_write(fixture, 1, buf_text(&lines), "Noted and sealed");
    lines_write(fixture, 2, buf_text(&lines), "Noted and sealed");
    lines_log(fixture, 0, &log);
    lines_take_out_by(&log);
    assert_int_equal(lines_count(&log, " order place [token/"), 20);
}

/* Luck and list in one letter; the lines wait until all luck is fixed. */
FIXTURE_TEST(a_game_begins_after_one_letter_of_each_seat, start_before_luck(fixture, 11))
{
    static const char letter[] =
        "luck apples\nstanding team cleric goblin troll thief; place treasure w1, else e3; "
        "the rest by lot";
    OWN(buf) log = {0};

    lines_write(fixture, 1, letter, "Noted and sealed");
    lines_log(fixture, 0, &log);
    lines_see(&log, " order ", false);
    lines_write(fixture, 2, letter, "Noted and sealed");
    buf_clear(&log);
    lines_log(fixture, 0, &log);
    lines_take_out_by(&log);
    assert_int_equal(lines_count(&log, " order place [token/"), 20);
    assert_int_equal(lines_count(&log, " letter=["), 4); /* luck and first line of each */
}

FIXTURE_TEST(a_plan_is_given_step_by_step_and_once, start_laid_out(fixture))
{
    OWN(buf) log = {0};
    unsigned seat;
    int64_t before;

    seat = lines_asked(fixture);
    before = lines_head(fixture);
    lines_write(fixture, seat, "preview\nstanding card 3, else 2", "would be taken");
    lines_write(fixture, seat, "standing card 3, else card 2; then end", "once card 3");
    lines_log(fixture, before, &log);
    assert_int_equal(lines_take_out_by(&log), 2);
    assert_int_equal(lines_count(&log, " order card "), 1);
    assert_int_equal(lines_count(&log, " order end"), 1);
    assert_int_equal(lines_asked(fixture), 3 - seat);
    lines_order(fixture, 3 - seat, "card 2");
    lines_order(fixture, 3 - seat, "end");
    assert_int_equal(lines_asked(fixture), seat); /* it does not begin anew */
    lines_write(fixture, seat, "standing", "(given)");
}

FIXTURE_TEST(a_step_behind_another_question_is_not_given, start_laid_out(fixture))
{
    unsigned seat;

    seat = lines_asked(fixture);
    lines_order(fixture, seat, "card 2");
    lines_write(fixture, seat, "standing if goblin on c1: card 3; then end", "then end");
    assert_int_equal(lines_asked(fixture), seat); /* its first line gave nothing */
}

FIXTURE_TEST(a_new_set_replaces_the_old_one_or_adds_to_it,
             lines_start(fixture, "dungeon_twister", 10))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];

    lines_write(fixture, 1, "standing combat 1; combat 2", "Noted and sealed");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), 1, line), 2);
    lines_write(fixture, 1, "standing also combat 3", "Noted and sealed");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), 1, line), 3);
    lines_write(fixture, 1, "standing combat 9", "is not taken");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), 1, line), 3);
    lines_write(fixture, 1, "standing combat 4\nstanding combat 5", "replaces");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), 1, line), 2);
}

FIXTURE_TEST(who_leaves_lines_reads_what_they_do, lines_start(fixture, "dungeon_twister", 9))
{
    OWN(letter) letter = {0};
    unsigned seat;

    lines_write(fixture, 1, setup_list, "(now: team cleric goblin troll thief)"); /* secret */
    lines_write(fixture, 2, setup_list, "place any w1 w2 w3 w4 e1 e2 e3 e4 (just used");
    seat = lines_asked(fixture);
    lines_write(fixture, seat, "standing combat 1; if attacked: combat 3",
                "if attacked: combat 3 (not about what is asked now)");
    lines_write(fixture, seat, "standing also card 2", "once card 2 (just used)");
    fixture_newest(fixture, lines_addresses[seat], &letter, NULL);
    assert_non_null(strstr(letter.text, "combat 1 (not about what is asked now)"));
}

/* A condition makes an answer of a line: there is nothing else that it could be. */
TEST(a_line_with_a_condition_is_left_without_the_word)
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    struct fixture fixture;

    lines_start(&fixture, "dungeon_twister", 10);
    lines_write(&fixture, 1, "If attacked: combat 3, else 0\nif attacking: combat 1",
                "Noted and sealed");
    assert_int_equal(standing_order_in_force(fixture_position(&fixture, 1), 1, line), 2);
    lines_write(&fixture, 1, "if attacked by my goblin's friend: combat 2", "not understood");
    lines_write(&fixture, 1, "if attacked: combat 9", "combat 9");
    assert_int_equal(standing_order_in_force(fixture_position(&fixture, 1), 1, line), 2);
    lines_write(&fixture, 1, "once if attacked: combat 2", "replaces");
    assert_int_equal(standing_order_in_force(fixture_position(&fixture, 1), 1, line), 1);
    fixture_remove(&fixture);
    lines_start(&fixture, "welcome_back", 1);
    lines_write(&fixture, 2, "pass if pile 3 or more", "Noted and sealed");
    assert_int_equal(standing_order_in_force(fixture_position(&fixture, 1), 2, line), 1);
    fixture_remove(&fixture);
}

/* The other side may choose at the same time: the line waits, and its player is told that it does.
 */
FIXTURE_TEST(a_set_up_without_the_word_waits_for_the_other_side,
             lines_start(fixture, "dungeon_twister", 12))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    OWN(letter) letter = {0};

    lines_write(fixture, 1, "standing team cleric goblin troll thief", "Noted and sealed");
    lines_write(fixture, 1, "show", "Your standing answer settles");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_null(strstr(letter.text, "If you let it pass"));
    lines_write(fixture, 1, "standing also place treasure w1, else e3", "place treasure e3");
    lines_write(fixture, 1, "place rope w1, else e3\nThe rest by lot.", "place any w1");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), 1, line), 2);
}

/* Teams chosen, and the seat that is asked where to lay its first token. */
static unsigned start_placing(struct fixture *fixture)
{
    lines_start(fixture, "dungeon_twister", 12);
    for (unsigned seat = 1; seat <= 2; seat++)
        lines_write(fixture, seat, "team cleric goblin troll thief", "carried out");
    return lines_asked(fixture);
}

/* Its second and third token lie where its letters said, whatever the lot does with the others. */
static void see_laid(struct fixture *fixture, unsigned seat, const char *second, const char *third)
{
    OWN(buf) log = {0};
    char want[32];

    lines_log(fixture, 0, &log);
    snprintf(want, sizeof want, "[token/%u/2] %s", seat, second);
    lines_see(&log, want, true);
    snprintf(want, sizeof want, "[token/%u/3] %s", seat, third);
    lines_see(&log, want, true);
}

TEST(the_rest_is_what_no_line_before_it_speaks_of)
{
    struct fixture fixture;
    unsigned seat = start_placing(&fixture);

    lines_write(&fixture, seat, "place rope w1, then sword e1, then treasure w4", "sword e1");
    lines_write(&fixture, seat, "and the rest at random", "place any w1");
    lines_write(&fixture, 3 - seat, "the rest at random", "place any w1");
    see_laid(&fixture, seat, "e1", "w4");
    fixture_remove(&fixture);
}

TEST(what_is_laid_by_a_later_letter_is_added_to_what_stands)
{
    struct fixture fixture;
    unsigned seat = start_placing(&fixture);

    lines_write(&fixture, seat, "rope w1, sword e1", "sword e1");
    lines_write(&fixture, seat, "treasure w4", "treasure w4");
    lines_write(&fixture, seat, "the rest at random", "place any w1");
    lines_write(&fixture, 3 - seat, "the rest at random", "place any w1");
    see_laid(&fixture, seat, "w4", "e1"); /* the newer one first */
    fixture_remove(&fixture);
}

/* None of them answers what is asked then. */
FIXTURE_TEST(what_is_to_be_laid_later_is_noted_all_alike,
             lines_start(fixture, "dungeon_twister", 12))
{
    OWN(buf) log = {0};

    lines_write(fixture, 1,
                "cleric, goblin, troll and thief. Treasure w4, sword e4, and the rest at random",
                "treasure w4");
    lines_order(fixture, 2, "team cleric goblin troll thief");
    lines_write(fixture, 2, "the rest at random", "place any w1");
    lines_log(fixture, 0, &log);
    lines_see(&log, "[token/1/1] w4", true);
    lines_see(&log, "[token/1/2] e4", true);
}

/* "Pick four for me": all is left to a lot, the team with it. */
FIXTURE_TEST(who_leaves_all_to_a_lot_is_given_a_team, lines_start(fixture, "dungeon_twister", 12))
{
    OWN(buf) log = {0};

    lines_write(fixture, 1, "Pick four for me", "by lot. You need not write");
    newest_has(fixture, lines_addresses[1], "Nothing to do for now");
    lines_order(fixture, 2, "team cleric goblin troll thief");
    lines_log(fixture, 0, &log);
    assert_int_equal(lines_count(&log, "team "), 2);
}

FIXTURE_TEST(when_a_line_counts_is_said_in_its_players_language,
             lines_start(fixture, "dungeon_twister", 12))
{
    lines_write(fixture, 1, "language es", "");
    lines_write(fixture, 1, "previsto carta 2; luego fin", "luego fin");
    lines_write(fixture, 1, "previsto", "una vez carta 2");
}

/* P8: an order by a line that was taken back is not given again by that line. */
FIXTURE_TEST(an_undo_drops_the_line_that_it_took_back, start_laid_out(fixture))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    unsigned seat;
    int64_t before;

    seat = lines_asked(fixture);
    before = lines_head(fixture);
    lines_write(fixture, seat, "standing card 2", "once card 2");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), seat, line), 1);
    undo_to(fixture, before);
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), seat, line), 0);
    assert_int_equal(lines_asked(fixture), seat);
    fixture_close(fixture);
    fixture_open(fixture);
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), seat, line), 0);
}

/* "My usual set-up": kept by its player, and a game's only where he leaves it. */
FIXTURE_TEST(lines_are_kept_for_the_next_game_and_left_there,
             lines_start(fixture, "dungeon_twister", 31))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    OWN(buf) ledger = {0};
    unsigned before;

    lines_write(fixture, 1, "standing usual", "No lines are kept");
    lines_write(fixture, 1,
                "standing team cleric goblin troll thief; place treasure w1, else e3; if attacked "
                "with or near my troll: combat 3; card 2; then end",
                "Noted and sealed");
    before = standing_order_in_force(fixture_position(fixture, 1), 1, line);
    lines_write(fixture, 1, "preview\nstanding keep", "would be taken");
    lines_write(fixture, 1, "standing keep", "3 lines");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), 1, line), before);
    read_ledger(fixture, &ledger);
    assert_null(memmem(ledger.at, ledger.length, "place treasure", 14));
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 2), 1, line), 0);
    lines_write(fixture, 1, "luck plums\nstanding usual\nstanding the rest by lot",
                "place treasure w1 else place treasure e3");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 2), 1, line), 4);
    lines_write(fixture, 1, "standing none\nstanding keep", "No lines are kept");
    lines_write(fixture, 1, "standing usual", "No lines are kept");
}

FIXTURE_TEST(an_option_that_is_not_known_says_what_it_takes,
             lines_start(fixture, "dungeon_twister", 1))
{
    lines_write(fixture, 1, "challenge dungeon twister with target=9",
                "\"target=9\"; it takes: 5, 6, 7, 8");
    lines_write(fixture, 1, "challenge dungeon twister with targte=5", "targte=5");
}

TESTS(NULL, NULL)
