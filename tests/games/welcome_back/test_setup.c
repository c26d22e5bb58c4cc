/* SPDX-License-Identifier: MIT */
/* Options, seats, draws: what genesis keeps and how chance becomes orders. */
#include <string.h>

#include "wb_support.h"
#include "tests/test.h"

static struct wb_rulebook book;

TEST(options_are_written_in_full_and_in_one_order)
{
    static const struct {
        const char *given, *kept;
    } rows[] = {
        {"", "first-turn=free heroes=back flute=next first-hero=draw"},
        {"flute=all  first-turn=must-add",
         "first-turn=must-add heroes=back flute=all first-hero=draw"},
        {"first-hero=mage heroes=both", "first-turn=free heroes=both flute=next first-hero=mage"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_setup setup = {rows[i].given, 3};
        char array[OPTIONS_TEXT_BYTES], again[OPTIONS_TEXT_BYTES];
        struct text text;

        text_init(&text, array, sizeof array);
        assert_int_equal(welcome_back.text->write_options(&setup, &text, NULL), VERDICT_DONE);
        assert_string_equal(array, rows[i].kept);
        setup.options = array;
        text_init(&text, again, sizeof again);
        assert_int_equal(welcome_back.text->write_options(&setup, &text, NULL), VERDICT_DONE);
        assert_string_equal(again, array);
    }
}

TEST(bad_options_say_which_word_and_what_is_near)
{
    static const struct {
        const char *given, *word, *near;
        unsigned column;
    } rows[] = {
        {"flut=all", "flut", "flute", 1},
        {"heroes=bock", "bock", "back", 8},
        {"flute=all flute=all", "flute", "", 11},
        {"heroes", "heroes", "", 1},
        {"target=5", "target", "", 1},
        {"heroes=", "", "", 8},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_setup setup = {rows[i].given, 2};
        struct verdict verdict = {0};
        struct wb_state state;

        assert_int_equal(welcome_back.rules->setup(&book, &setup, &state, &verdict),
                         VERDICT_MALFORMED);
        assert_string_equal(verdict.word, rows[i].word);
        assert_string_equal(verdict.suggestion, rows[i].near);
        assert_int_equal(verdict.column, rows[i].column);
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
    static const struct {
        const char *text, *says;
        unsigned line;
    } rows[] = {
        {"", "seats", 0},
        {"round 1\n", "seats", 1},
        {"seats 5\n", "range", 1},
        {"seats 2\nround 0\n", "range", 2},
        {"seats 2\nseats 2\n", "before", 2},
        {"seats 2\nround 1\nphase dinner\n", "phase", 3},
        {"seats 2\nround 1\nphase bid\nhero elf\n", "hero", 4},
        {"seats 2\nround 1\nphase bid\nhero bard\ntiles torch\n", "WB-SETUP-03", 5},
        {"seats 2\nround 1\nphase bid\nhero bard\nturn 3\n", "range", 5},
        {"seats 2\nround 1\nphase bid\nhero bard\nturn 1\npile dragon dragon\n", "WB-SETUP-05", 0},
        {"seats 2\nround 1\nphase bid\nhero bard\nturn 1\npile 1:orc 1:lich\n", "place", 0},
        {"seats 2\nround 1\nphase bid\nhero bard\nturn 1\npile 9:orc\n", "place", 0},
        {"seats 2\nround 1\nphase bid\nhero bard\nturn 1\npassed 1\n", "WB-BID-01", 0},
        {"seats 2\nround 1\nphase place\nhero bard\nturn 1\ntiles lucky-coin\n", "WB-BID-01", 0},
        {"seats 2\nround 1\nphase place\nhero bard\nturn 1\nhand orc\n", "WB-BID-01", 0},
        {"seats 2\nround 1\nphase reveal\nhero bard\nraider 1\npile ?\n", "WB-DUNGEON-06", 0},
        {"seats 2\nround 1\nphase over\nhero bard\n", "WB-END-04", 0},
        {"seats 2\nround 1\nphase bid\nhero bard\nturn 1\nflies yes\n", "no such line", 6},
        {"seats 2\nround 1\nphase bid\nhero bard\nturn 1\nseen 1 000\n", "digit", 6},
        {"options flute=loud\nseats 2\n", "option", 1},
        {"seats 2 3\n", "more", 1},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct wb_state state;
        struct err err = {0};

        if (welcome_back.text->read(&book, rows[i].text, strlen(rows[i].text), &state, &err) !=
            RC_BAD_INPUT)
            fail_msg("taken:\n%s", rows[i].text);
        if (!strstr(err.text, rows[i].says) || (rows[i].line && err.line != rows[i].line))
            fail_msg("line %u: %s\n%s", err.line, err.text, rows[i].text);
    }
}

int main(void)
{
    wb_load_shipped(&book);
    return tests_run(__FILE__, NULL, NULL);
}
