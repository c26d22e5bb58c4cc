/* SPDX-License-Identifier: MIT */
/* Orders as players write them, in three languages, and as the log keeps them. */
#include <string.h>

#include "rules/standing.h"
#include "wb_support.h"
#include "tests/languages.h"
#include "tests/rows.h"
#include "tests/test.h"

static struct wb_rulebook book;
static struct lexicon lexicon;

static enum verdict_kind parse(const char *line, struct order *order, struct verdict *verdict)
{
    memset(verdict, 0, sizeof *verdict);
    return welcome_back.text->parse(&book, &lexicon, 2, line, strlen(line), order, verdict);
}

TEST(every_term_has_a_name_in_every_language)
{
    const char *const *languages = test_languages();

    for (size_t i = 0; languages[i]; i++) {
        struct lexicon one;
        const char *missing;

        wb_start_words(&one);
        wb_add_words(&one, languages[i]);
        missing = lexicon_missing(&one);
        if (missing)
            fail_msg("%s lacks %s", languages[i], missing);
    }
    wb_start_words(&lexicon);
    for (size_t i = 0; languages[i]; i++)
        wb_add_words(&lexicon, languages[i]);
}

/* Every name shown in one language is understood as that term, whatever the others say. */
TEST(every_name_shown_is_understood)
{
    const char *const *languages = test_languages();

    for (size_t l = 0; languages[l]; l++) {
        struct lexicon all;

        wb_start_words(&all);
        for (size_t i = 0; languages[i]; i++)
            wb_add_words(&all, languages[(l + i) % test_language_count()]);
        for (unsigned term = 1; term < WB_LABEL_TABLE; term++) {
            char folded[128];
            uint16_t found[8];
            size_t used, length;
            unsigned count, i;
            const char *name = lexicon_name(&all, term);

            length = lexicon_fold(name, strlen(name), folded, NULL, sizeof folded);
            count = lexicon_match(&all, folded, length, found, 8, &used);
            for (i = 0; i < count && found[i] != term; i++)
                ;
            if (i == count || used != length)
                fail_msg("%s: '%s' is not read as %s", languages[l], name, wb_terms[term]);
        }
    }
    wb_start_words(&lexicon);
    for (size_t i = 0; i < 3; i++)
        wb_add_words(&lexicon, languages[i]);
}

TEST(lines_of_three_languages_give_canonical_orders)
{
    ROWS_EACH(row, "tests/games/welcome_back/orders.rows",
              "lines_of_three_languages_give_canonical_orders") {
        TEXT_IN(text, array, ORDER_TEXT_BYTES);
        struct verdict verdict;
        struct order order;

        if (parse(row.cell[0], &order, &verdict) != VERDICT_DONE)
            fail_msg("'%s': %s at %u '%s'", row.cell[0], verdict.reason, verdict.column,
                     verdict.word);
        welcome_back.text->write_order(&book, NULL, &order, ORDER_FULL, &text);
        assert_string_equal(array, row.cell[1]);
        assert_int_equal(order.seat, 2);
    }
}

TEST(what_is_not_understood_says_where_and_what_is_near)
{
    struct verdict verdict;
    struct order order;

    assert_int_equal(parse("use smoek bomb", &order, &verdict), VERDICT_MALFORMED);
    assert_int_equal(verdict.column, 5);
    assert_string_equal(verdict.word, "smoek");
    assert_int_equal(parse("discrad herbs", &order, &verdict), VERDICT_MALFORMED);
    assert_string_equal(verdict.suggestion, "discard");
}

TEST(nonsense_is_malformed)
{
    ROWS_EACH(row, "tests/games/welcome_back/orders.rows", "nonsense_is_malformed") {
        struct verdict verdict;
        struct order order;

        if (parse(row.cell[0], &order, &verdict) != VERDICT_MALFORMED)
            fail_msg("'%s' is understood", row.cell[0]);
    }
}

static void read_position(const char *text, struct wb_state *state)
{
    struct err err = {0};

    if (welcome_back.text->read(&book, text, strlen(text), state, &err) != RC_OK)
        fail_msg("line %u: %s", err.line, err.text);
}

TEST(an_open_order_is_completed_or_asks_which)
{
    struct wb_state state;
    struct order order, canonical, choices[CHOICES_MAX];
    struct verdict verdict;
    unsigned count;

    read_position("seats 2\nround 1\nphase place\nhero ninja\nturn 2\ntiles smoke-bomb ninjato\n"
                  "hand orc\n",
                  &state);
    assert_int_equal(parse("set aside", &order, &verdict), VERDICT_DONE);
    assert_int_equal(
        welcome_back.text->resolve(&book, &state, &order, &canonical, choices, &count, &verdict),
        VERDICT_AMBIGUOUS);
    assert_int_equal(count, 2);
    read_position("seats 2\nround 1\nphase place\nhero ninja\nturn 2\ntiles ninjato\nhand orc\n",
                  &state);
    assert_int_equal(
        welcome_back.text->resolve(&book, &state, &order, &canonical, choices, &count, &verdict),
        VERDICT_DONE);
    assert_int_equal(canonical.arg[0], WB_TILE_NINJATO);
    assert_int_equal(parse("use", &order, &verdict), VERDICT_DONE);
    assert_int_equal(
        welcome_back.text->resolve(&book, &state, &order, &canonical, choices, &count, &verdict),
        VERDICT_ILLEGAL);
    assert_string_equal(verdict.clause, "WB-EQUIP-04");
}

TEST(a_tile_and_the_card_in_hand_go_together)
{
    struct wb_state state;
    struct order order, canonical, choices[CHOICES_MAX];
    struct verdict verdict;
    unsigned count;

    read_position("seats 2\nround 1\nphase place\nhero ninja\nturn 2\n"
                  "tiles smoke-bomb wooden-shuriken ninjato\nhand orc\n",
                  &state);
    assert_int_equal(parse("the ninjato and the orc", &order, &verdict), VERDICT_DONE);
    assert_int_equal(
        welcome_back.text->resolve(&book, &state, &order, &canonical, choices, &count, &verdict),
        VERDICT_DONE);
    assert_int_equal(canonical.kind, WB_ORDER_ASIDE);
    assert_int_equal(canonical.arg[0], WB_TILE_NINJATO);
    assert_int_equal(parse("no ninjato", &order, &verdict), VERDICT_DONE);
    assert_int_equal(
        welcome_back.text->resolve(&book, &state, &order, &canonical, choices, &count, &verdict),
        VERDICT_AMBIGUOUS);
    assert_int_equal(count, 4); /* add, or any tile */
}

TEST(only_canonical_text_is_read_from_the_log)
{
    ROWS_EACH(row, "tests/games/welcome_back/orders.rows",
              "only_canonical_text_is_read_from_the_log") {
        struct order order;

        if (welcome_back.text->read_order(&book, 1, row.cell[0], strlen(row.cell[0]), &order))
            fail_msg("'%s' is read", row.cell[0]);
    }
}

int main(void)
{
    wb_load_shipped(&book);
    return tests_run(__FILE__, NULL, NULL);
}
