/* SPDX-License-Identifier: MIT */
/* Lists and lines that do not fit: rooms that are full, tokens named twice, lines that contradict
 * each other or would give the game up, plans overtaken by what comes to light, sets that cross. */
#include <stdio.h>

#include "games/games.h"
#include "ledger/facts.h"
#include "play/export.h"
#include "record/verify.h"
#include "tests/play/lines.h"
#include "tests/test.h"

static const char any_list[] = "standing team cleric goblin troll thief; the rest by lot";

static void start_with(struct fixture *fixture, uint64_t seed, const char *first,
                       const char *second)
{
    char body[1024];

    fixture_make(fixture, games);
    fixture->random = seed;
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    for (unsigned seat = 1; seat <= 2; seat++) {
        snprintf(body, sizeof body, "luck seat %u\n%s", seat, seat == 1 ? first : second);
        writes(fixture, lines_addresses[seat], body);
    }
}

static const char *topic(struct fixture *fixture, unsigned seat)
{
    const struct position *position = fixture_position(fixture, 1);

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat)
            return position->played->text->topics[position->decision[i].topic];
    return "";
}

/* Without which line gave an order, as the log seals it. */
static enum rc put_entry(void *user, const struct ledger_entry *row, struct err *err)
{
    static const char by[] = " by=[by/";
    const char *at = strstr(row->text, by);
    const char *behind = at ? strchr(at, ']') + 1 : "";

    (void)err;
    buf_printf(user, "%.*s%s\n", at ? (int)(at - row->text) : (int)strlen(row->text), row->text,
               behind);
    return RC_OK;
}

static unsigned count_in_log(struct fixture *fixture, int64_t n, const char *word)
{
    OWN(buf) log = {0};
    unsigned count = 0;

    FIXTURE_EACH(ledger_entries(fixture->desk->ledger, 1, n + 1, NULL), ledger_entry, put_entry,
                 &log);
    for (const char *at = buf_text(&log); at && (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

static int64_t head(struct fixture *fixture)
{
    return (int64_t)fixture_position(fixture, 1)->chain.number;
}

static void is_true(struct fixture *fixture)
{
    for (unsigned reader = 0; reader <= 2; reader++) {
        OWN(buf) file = {0};
        OWN(verify) verify = {0};
        struct err err = {0};

        assert_int_equal(
            export_game(fixture->desk, 1, reader ? reader : RECORD_FOR_ALL, &file, &err), RC_OK);
        assert_int_equal(verify_bytes(file.at, file.length, games_find, &verify, &err), RC_OK);
        if (!verify.is_good)
            print_error("entry %llu: %s\n", (unsigned long long)verify.bad_entry, verify.err.text);
        assert_true(verify.is_good);
    }
}

/* ---- set-up lists ---- */

FIXTURE_TEST(a_list_into_a_full_room_stops_there_and_asks,
             start_with(fixture, 21, "standing team cleric goblin troll thief; place any w1",
                        any_list))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    unsigned laid;

    assert_int_equal(lines_asked(fixture), 1);
    assert_string_equal(topic(fixture, 1), "place");
    laid = count_in_log(fixture, 0, "] w1");
    assert_true(laid >= 1);
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), 1, line), 2);
    lines_write(fixture, 1, "standing", "place any w1");
    lines_write(fixture, 1, "standing also the rest by lot", "Noted and sealed");
    assert_int_equal(count_in_log(fixture, 0, " order place [token/"), 20);
    assert_string_equal(topic(fixture, lines_asked(fixture)), "action-card");
    is_true(fixture);
}

FIXTURE_TEST(
    a_token_named_twice_is_laid_once_by_the_first_line,
    start_with(fixture, 22,
               "standing team cleric goblin troll thief; place treasure w3; place treasure e1; "
               "place treasure w3 or e4; the rest by lot",
               any_list))
{
    OWN(buf) file = {0};

    assert_int_equal(count_in_log(fixture, 0, " order place [token/"), 20);
    assert_int_equal(count_in_log(fixture, 0, "order place [token/1/1] w3"), 1);
    OK(export_game(fixture->desk, 1, 1, &file, &err));
    assert_non_null(strstr(buf_text(&file), "treasure"));
    lines_write(fixture, 1, "standing", "place treasure e1");
    is_true(fixture);
}

/* A team token cannot be laid; an enemy's or a room that is none is not understood. */
FIXTURE_TEST(a_list_of_what_cannot_be_laid_asks_and_says_so,
             start_with(fixture, 23, "standing team cleric goblin troll thief; place thief w1",
                        any_list))
{
    assert_int_equal(lines_asked(fixture), 1);
    assert_string_equal(topic(fixture, 1), "place");
    lines_write(fixture, 1, "standing place treasure w9", "is not taken");
    lines_write(fixture, 1, "standing place dragon w1", "is not taken");
    lines_write(fixture, 1, "standing the rest by lot", "Noted and sealed");
    assert_int_equal(count_in_log(fixture, 0, " order place [token/1/"), 10);
}

/* ---- lines ---- */

FIXTURE_TEST(of_lines_that_contradict_each_other_the_first_counts,
             start_with(fixture, 24, any_list, any_list))
{
    unsigned seat;
    int64_t before;

    seat = lines_asked(fixture);
    before = head(fixture);
    lines_write(fixture, seat, "standing card 2; card 3", "once card 3");
    assert_int_equal(count_in_log(fixture, before, " order card 2"), 1);
    assert_int_equal(count_in_log(fixture, before, " order card "), 1);
    is_true(fixture);
}

FIXTURE_TEST(a_line_that_asks_stops_those_behind_it, start_with(fixture, 25, any_list, any_list))
{
    unsigned seat;
    int64_t before;

    seat = lines_asked(fixture);
    before = head(fixture);
    lines_write(fixture, seat, "standing if goblin on e9: card 2, else ask; card 2", "once");
    assert_int_equal(count_in_log(fixture, before, " order "), 0);
    assert_int_equal(lines_asked(fixture), seat);
    lines_write(fixture, seat, "standing card 2; if goblin on e9: card 2, else ask", "once");
    assert_int_equal(count_in_log(fixture, before, " order card 2"), 1);
    is_true(fixture);
}

/* Giving up is no line; it is asked about once where it is an order. */
FIXTURE_TEST(no_line_gives_the_game_up, start_with(fixture, 26, any_list, any_list))
{
    unsigned seat;

    seat = lines_asked(fixture);
    lines_write(fixture, seat, "standing resign", "is not taken");
    lines_write(fixture, seat, "standing if goblin on e9: card 2, else resign", "is not taken");
    lines_write(fixture, seat, "standing draw", "is not taken");
    lines_write(fixture, seat, "resign", "confirm");
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_PLAY);
    assert_int_equal(lines_asked(fixture), seat);
}

/* What was planned before a room was seen is not done behind it. */
FIXTURE_TEST(a_plan_ends_where_a_room_is_revealed, start_with(fixture, 27, any_list, any_list))
{
    char reveal[ORDER_TEXT_BYTES], line[ORDER_TEXT_BYTES], body[2 * ORDER_TEXT_BYTES];
    unsigned seat = 0;
    int64_t before;

    for (unsigned i = 0; i < 2000; i++) {
        seat = lines_asked(fixture);
        assert_int_not_equal(seat, 0);
        if (lines_find_order(fixture, seat, " reveals ", reveal))
            break;
        assert_true(fixture_random_order(fixture, 1, seat, line));
        lines_order(fixture, seat, line);
    }
    fixture_answer(fixture, lines_addresses[seat],
                   "show"); /* a letter of this question to answer */
    fixture_settle(fixture);
    before = head(fixture);
    snprintf(body, sizeof body, "standing %s; then end; then card 5", reveal);
    lines_write(fixture, seat, body, "then end");
    assert_int_equal(count_in_log(fixture, before, " reveals "), 1);
    assert_int_equal(count_in_log(fixture, before, " order end"), 0);
    assert_int_equal(count_in_log(fixture, before, " order card"), 0);
    is_true(fixture);
}

/* ---- sets that cross ---- */

FIXTURE_TEST(of_two_sets_in_the_same_second_the_later_letter_counts,
             start_with(fixture, 28, any_list, any_list))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    unsigned seat, other;
    size_t length;

    seat = lines_asked(fixture);
    other = 3 - seat;
    fixture_answer(fixture, lines_addresses[other], "standing combat 1; combat 2");
    writes(fixture, lines_addresses[other], "standing combat 3");
    assert_int_equal(standing_order_in_force(fixture_position(fixture, 1), other, line), 1);
    assert_string_equal(standing_order_text(fixture_position(fixture, 1), line[0], &length),
                        "combat 3");
    fixture_answer(fixture, lines_addresses[seat], "standing card 2");
    fixture_answer(fixture, lines_addresses[seat], "standing card 3");
    fixture_settle(fixture); /* the first is used before the second is read */
    assert_int_equal(count_in_log(fixture, 0, " order card "), 1);
    assert_int_equal(count_in_log(fixture, 0, " order card 2"), 1);
    is_true(fixture);
}

FIXTURE_TEST(more_lines_than_may_be_left_are_refused, start_with(fixture, 29, any_list, any_list))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    OWN(buf) body = {0};

    buf_put(&body, "standing combat 1");
    for (unsigned i = 0; i < STANDING_ORDERS_MAX + 3; i++)
        buf_printf(&body, "; combat %u", i % 6);
    lines_write(fixture, 3 - lines_asked(fixture), buf_text(&body), "Noted and sealed");
    assert_true(standing_order_in_force(fixture_position(fixture, 1), 3 - lines_asked(fixture),
                                        line) <= STANDING_ORDERS_MAX);
    is_true(fixture);
}

TESTS(NULL, NULL)
