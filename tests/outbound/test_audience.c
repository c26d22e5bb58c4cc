/* SPDX-License-Identifier: MIT */
/* Who gets a letter when: whoever is asked, all at the end of a round, and those who want every
 * letter; what one seat asks for itself costs the others none. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "play/adjudicate.h"
#include "commands/newgame.h"
#include "tests/house/fixture.h"
#include "tests/rows.h"
#include "tests/test.h"

static const char *const names[] = {NULL, "Anna", "Bob", "Cleo"};
static const char *const addresses[] = {NULL, "anna@one.example", "bob@two.example",
                                        "cleo@three.example"};

static void start(struct fixture *fixture, const char *game, unsigned seats, const char *first)
{
    struct newgame wanted = {
        .played = games_find(game), .options = "", .seats = seats, .player = {0, 1, 2, 3}};
    struct verdict verdict;
    int64_t number;

    fixture_make(fixture, games);
    for (unsigned seat = 1; seat <= seats; seat++)
        fixture_player(fixture, names[seat], addresses[seat]);
    OK(desk_begin(fixture->desk, &err));
    OK(newgame_make(fixture->desk, &wanted, &number, &verdict, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    for (unsigned seat = 1; seat <= seats; seat++) {
        char body[256];

        snprintf(body, sizeof body, "luck %s\n%s", names[seat], first);
        writes(fixture, addresses[seat], body);
    }
}

static void write_to(struct fixture *fixture, unsigned seat, const char *body)
{
    writes(fixture, addresses[seat], body);
}

static unsigned asked(struct fixture *fixture)
{
    for (unsigned seat = 1; seat <= fixture_position(fixture, 1)->genesis.seats; seat++)
        if (adjudicate_is_asked(fixture_position(fixture, 1), seat))
            return seat;
    return 0;
}

static bool newest_has(struct fixture *fixture, unsigned seat, const char *words)
{
    OWN(letter) letter = {0};
    bool has;

    fixture_newest(fixture, addresses[seat], &letter, NULL);
    has = strstr(letter.text, words) != NULL;
    if (!has)
        print_message("# %s\n", letter.text);
    return has;
}

static void count_mail(struct fixture *fixture, unsigned count[4])
{
    for (unsigned seat = 1; seat <= fixture_position(fixture, 1)->genesis.seats; seat++)
        count[seat] = fixture_mail_count(fixture, addresses[seat]);
}

static const char round_lines[] = "standing draw if pile under 4, else pass; add; else decline";

FIXTURE_TEST(a_rounds_end_is_told_to_all_seats_once, start(fixture, "welcome_back", 3, ""))
{
    unsigned before[4], after[4], seat = 0;
    uint32_t term;

    term = fixture_position(fixture, 1)->term;
    assert_int_not_equal(term, 0);
    for (unsigned i = 0; i < 30 && fixture_position(fixture, 1)->term == term; i++) {
        char order[ORDER_TEXT_BYTES];

        seat = asked(fixture);
        assert_int_not_equal(seat, 0);
        count_mail(fixture, before);
        if (i < 3)
            write_to(fixture, seat, round_lines);
        else {
            assert_true(fixture_random_order(fixture, 1, seat, order));
            write_to(fixture, seat, order);
        }
    }
    assert_true(fixture_position(fixture, 1)->term > term);
    count_mail(fixture, after);
    for (unsigned s = 1; s <= 3; s++) {
        assert_int_equal(after[s], before[s] + 1);
        if (s != seat && s != asked(fixture))
            assert_true(newest_has(fixture, s, "The round is over."));
    }
}

/* The seat that waits while the other one's turn goes on. */
static unsigned begin_turn(struct fixture *fixture)
{
    start(fixture, "dungeon_twister", 2,
          "standing team thief wizard goblin troll; the rest by lot");
    return 3 - asked(fixture);
}

TEST(who_wants_all_letters_gets_one_in_the_middle_of_anothers_turn)
{
    struct fixture fixture;
    unsigned waits = begin_turn(&fixture), before;

    before = fixture_mail_count(&fixture, addresses[waits]);
    write_to(&fixture, 3 - waits, "card 2");
    assert_int_equal(fixture_mail_count(&fixture, addresses[waits]), before);
    write_to(&fixture, waits, "letters all");
    assert_true(newest_has(&fixture, waits, "whenever another has done"));
    before = fixture_mail_count(&fixture, addresses[waits]);
    write_to(&fixture, 3 - waits, "show");
    assert_int_equal(fixture_mail_count(&fixture, addresses[waits]), before);
    write_to(&fixture, 3 - waits, "undo\ncard 2");
    assert_int_equal(fixture_mail_count(&fixture, addresses[waits]), before + 1);
    write_to(&fixture, waits, "letters mine");
    before = fixture_mail_count(&fixture, addresses[waits]);
    write_to(&fixture, 3 - waits, "undo\ncard 2");
    write_to(&fixture, 3 - waits, "end");
    assert_true(fixture_mail_count(&fixture, addresses[waits]) <= before + 2);
    assert_true(newest_has(&fixture, waits, "Your move"));
    fixture_remove(&fixture);
}

TEST(who_wants_a_daily_letter_gets_it_by_either_word)
{
    struct fixture fixture;
    unsigned waits = begin_turn(&fixture), before;

    write_to(&fixture, waits, "letters daily");
    before = fixture_mail_count(&fixture, addresses[waits]);
    write_to(&fixture, 3 - waits, "card 2\nend");
    assert_int_equal(fixture_mail_count(&fixture, addresses[waits]), before);
    fixture.now_s += 86400;
    fixture_settle(&fixture);
    fixture_settle(&fixture);
    assert_int_equal(fixture_mail_count(&fixture, addresses[waits]), before + 1);
    assert_true(newest_has(&fixture, waits, "Your day in one letter"));
    fixture_remove(&fixture);
}

TEST(what_one_seat_asks_costs_the_other_no_letter)
{
    struct fixture fixture;
    unsigned waits = begin_turn(&fixture), before;

    before = fixture_mail_count(&fixture, addresses[waits]);
    ROWS_EACH(row, "tests/outbound/audience.rows", "what_one_seat_asks_costs_the_other_no_letter") {
        unsigned own = fixture_mail_count(&fixture, addresses[3 - waits]);

        write_to(&fixture, 3 - waits, row.cell[0]);
        assert_int_equal(fixture_mail_count(&fixture, addresses[3 - waits]), own + 1);
        assert_int_equal(fixture_mail_count(&fixture, addresses[waits]), before);
    }
    fixture_remove(&fixture);
}

/* What is told of a missed deadline is what would be done: lots, orders, lines, wishes. */
TEST(a_question_tells_what_a_missed_deadline_does)
{
    struct fixture fixture;
    unsigned seat;

    start(&fixture, "dungeon_twister", 2, "");
    write_to(&fixture, 1, "show");
    assert_true(newest_has(&fixture, 1, "Otherwise one of your orders"));
    write_to(&fixture, 1, "on time resign");
    write_to(&fixture, 1, "show");
    assert_true(newest_has(&fixture, 1, "Otherwise you resign"));
    fixture_remove(&fixture);
    seat = 3 - begin_turn(&fixture);
    write_to(&fixture, seat, "card 2");
    assert_true(newest_has(&fixture, seat, "Otherwise: end"));
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
