/* SPDX-License-Identifier: MIT */
/* Options, seats, draws: what genesis keeps and how chance becomes orders. */
#include <string.h>

#include "wb_support.h"
#include "tests/rows.h"
#include "tests/test.h"

static struct wb_rulebook book;

TEST(options_are_written_in_full_and_in_one_order)
{
    ROWS_EACH(row, "tests/games/welcome_back/setup.rows",
              "options_are_written_in_full_and_in_one_order") {
        struct game_setup setup = {row.cell[0], 3};
        char array[OPTIONS_TEXT_BYTES], again[OPTIONS_TEXT_BYTES];
        struct text text;

        text_init(&text, array, sizeof array);
        assert_int_equal(welcome_back.text->write_options(&setup, &text, NULL), VERDICT_DONE);
        assert_string_equal(array, row.cell[1]);
        setup.options = array;
        text_init(&text, again, sizeof again);
        assert_int_equal(welcome_back.text->write_options(&setup, &text, NULL), VERDICT_DONE);
        assert_string_equal(again, array);
    }
}

TEST(bad_options_say_which_word_and_what_is_near)
{
    ROWS_EACH(row, "tests/games/welcome_back/setup.rows",
              "bad_options_say_which_word_and_what_is_near") {
        struct game_setup setup = {row.cell[0], 2};
        struct verdict verdict = {0};
        struct wb_state state;

        assert_int_equal(welcome_back.rules->setup(&book, &setup, &state, &verdict),
                         VERDICT_MALFORMED);
        assert_string_equal(verdict.word, row.cell[1]);
        assert_string_equal(verdict.suggestion, row.cell[2]);
        assert_int_equal(verdict.column, (unsigned)row_number(&row, 3));
    }
}

TEST(two_to_four_play)
{
    for (unsigned seats = 0; seats <= 6; seats++) {
        struct game_setup setup = {"", seats};
        struct verdict verdict = {0};
        struct wb_state state;
        enum verdict_kind kind = welcome_back.rules->setup(&book, &setup, &state, &verdict);

        assert_int_equal(kind, seats >= 2 && seats <= 4 ? VERDICT_DONE : VERDICT_ILLEGAL);
        if (kind == VERDICT_ILLEGAL)
            assert_string_equal(verdict.clause, "WB-SETUP-01");
    }
}

static void give(struct wb_state *state, const uint16_t *number, struct order *order)
{
    struct decision decision[DECISIONS_MAX];

    assert_int_equal(welcome_back.rules->open_decisions(&book, state, decision), 1);
    assert_int_equal(decision[0].kind, DECISION_DRAW);
    welcome_back.rules->draw_order(&book, state, decision, number, order);
    assert_true(welcome_back.rules->apply(&book, state, order, NULL));
}

/* Fisher–Yates, last place first: number j swaps place n-1-j with place number[j]. */
TEST(the_deck_is_shuffled_as_promised)
{
    static const uint8_t sorted[WB_CARDS] = {
        WB_GOBLIN, WB_GOBLIN, WB_SKELETON, WB_SKELETON, WB_ORC,    WB_ORC,  WB_VAMPIRE, WB_VAMPIRE,
        WB_GOLEM,  WB_GOLEM,  WB_LICH,     WB_DEMON,    WB_DRAGON, WB_CUBE, WB_COUNT};
    uint16_t number[WB_CARDS] = {0};
    uint8_t expected[WB_CARDS];
    struct game_setup setup = {"first-hero=bard", 2};
    struct wb_state state;
    struct order order = {.kind = WB_ORDER_SPECIALS, .count = 2, .arg = {WB_CUBE, WB_COUNT}};

    assert_int_equal(welcome_back.rules->setup(&book, &setup, &state, NULL), VERDICT_DONE);
    assert_true(welcome_back.rules->apply(&book, &state, &order, NULL));
    give(&state, number, &order);
    memcpy(expected, sorted, sizeof expected);
    for (unsigned j = 0; j < WB_CARDS - 1; j++) {
        unsigned last = WB_CARDS - 1 - j;
        uint8_t kept = expected[last];

        number[j] = (uint16_t)((7 * j + 3) % (last + 1));
        expected[last] = expected[number[j]];
        expected[number[j]] = kept;
    }
    give(&state, number, &order);
    for (unsigned i = 0; i < WB_CARDS; i++)
        assert_int_equal(order.arg[i], expected[i]);
}

TEST(every_pair_of_specials_can_be_drawn)
{
    bool seen[WB_MONSTER_END][WB_MONSTER_END] = {{false}};
    unsigned pairs = 0;

    for (uint16_t a = 0; a < 6; a++)
        for (uint16_t b = 0; b < 5; b++) {
            struct game_setup setup = {"first-hero=bard", 2};
            const uint16_t number[] = {a, b};
            struct wb_state state;
            struct order order;

            assert_int_equal(welcome_back.rules->setup(&book, &setup, &state, NULL), VERDICT_DONE);
            give(&state, number, &order);
            assert_int_not_equal(order.arg[0], order.arg[1]);
            pairs += !seen[order.arg[0]][order.arg[1]];
            seen[order.arg[0]][order.arg[1]] = true;
        }
    assert_int_equal(pairs, 30);
}

TEST(a_seal_is_known_to_its_drawer_and_to_all_once_shown)
{
    struct wb_state state;
    struct err err = {0};
    static const char text[] = "seats 3\nround 2\nphase place\nhero ninja\nturn 2\ntiles ninjato\n"
                               "specials mimic cube\npile 1:orc@3\nhand 2:lich@2\n"
                               "seen 1 123900000000000\n";
    static const struct {
        const char *name;
        unsigned seat;
        bool known;
    } rows[] = {
        {"deck/2/2", 2, true},
        {"deck/2/2", 1, false},
        {"deck/2/2", SEAT_PUBLIC, false},
        {"deck/2/1", 3, true},
        {"deck/2/1", 2, false},
        {"deck/2/3", 2, false},
        {"deck/2/3", 0, true},
        {"deck/1/1", 1, true},
        {"deck/1/1", 2, false},
        {"deck/1/4", 2, true},
        {"deck/1/4", SEAT_PUBLIC, true},
        {"deck/1/5", 1, false},
        {"deck/3/1", 0, false},
        {"special/1", 1, false},
        {"special/1", 0, true},
        {"special/3", 0, false},
        {"token/1/1", 0, false},
        {"deck/2/16", 0, false},
        {"deck/2/", 0, false},
        {"", 0, false},
    };

    if (welcome_back.text->read(&book, text, sizeof text - 1, &state, &err) != RC_OK)
        fail_msg("line %u: %s", err.line, err.text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (game_may_know(&welcome_back, &book, &state, rows[i].name, rows[i].seat) !=
            rows[i].known)
            fail_msg("%s by seat %u", rows[i].name, rows[i].seat);
}

TEST(a_seal_of_a_former_round_is_still_known)
{
    static const char text[] = "seats 2\nround 2\nphase hero\nhero ninja\nturn 1\nstarter 1\n"
                               "specials mimic cube\nseen 1 190000000000000\n";
    struct wb_state state;

    assert_int_equal(welcome_back.text->read(&book, text, sizeof text - 1, &state, NULL), RC_OK);
    assert_true(game_may_know(&welcome_back, &book, &state, "deck/1/1", 1));
    assert_false(game_may_know(&welcome_back, &book, &state, "deck/1/1", 2));
    assert_true(game_may_know(&welcome_back, &book, &state, "deck/1/2", 2));
    assert_false(game_may_know(&welcome_back, &book, &state, "deck/2/1", SEAT_TABLE));
}

TEST(specials_are_known_one_by_one_as_they_are_disclosed)
{
    static const char text[] = "seats 2\nround 2\nphase disclose\nhero ninja\nwinner 1\nout 2\n"
                               "starter 1\nspecials mimic cube\ndisclosed 1\n";
    struct wb_state state;
    struct err err = {0};

    if (welcome_back.text->read(&book, text, sizeof text - 1, &state, &err) != RC_OK)
        fail_msg("%s", err.text);
    assert_true(game_may_know(&welcome_back, &book, &state, "special/1", SEAT_PUBLIC));
    assert_false(game_may_know(&welcome_back, &book, &state, "special/2", SEAT_PUBLIC));
}

TEST(bad_positions_are_refused_with_line_or_clause)
{
    ROWS_EACH(row, "tests/games/welcome_back/setup.rows",
              "bad_positions_are_refused_with_line_or_clause") {
        struct wb_state state;
        struct err err = {0};

        if (welcome_back.text->read(&book, row.cell[0], strlen(row.cell[0]), &state, &err) !=
            RC_BAD_INPUT)
            fail_msg("taken:\n%s", row.cell[0]);
        if (!strstr(err.text, row.cell[1]) ||
            ((unsigned)row_number(&row, 2) && err.line != (unsigned)row_number(&row, 2)))
            fail_msg("line %u: %s\n%s", err.line, err.text, row.cell[0]);
    }
}

int main(void)
{
    wb_load_shipped(&book);
    return tests_run(__FILE__, NULL, NULL);
}
