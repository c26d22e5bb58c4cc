/* SPDX-License-Identifier: MIT */
/* The data table: what is shipped, what an administrator may change, what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "wb_support.h"
#include "tests/rows.h"
#include "tests/test.h"

static char *shipped;
static size_t shipped_length;

static enum rc load(const char *text, size_t length, struct wb_rulebook *book, struct err *err)
{
    struct game_file file = {"test.cards", text, length};

    memset(book, 0, sizeof *book);
    memset(err, 0, sizeof *err);
    return welcome_back.rules->load(&file, 1, "1", book, err);
}

/* The shipped text with one line that begins with `prefix` replaced; its number in *number. */
static char *with_line(const char *prefix, const char *line, unsigned *number)
{
    char *text = malloc(shipped_length + strlen(line) + 2);
    const char *at = shipped;
    size_t written = 0;
    bool done = false;

    assert_non_null(text);
    *number = 0;
    for (unsigned n = 1; *at; n++) {
        size_t length = strcspn(at, "\n");
        bool here = !done && strncmp(at, prefix, strlen(prefix)) == 0;
        const char *from = here ? line : at;
        size_t count = here ? strlen(line) : length;

        memcpy(text + written, from, count);
        written += count;
        text[written++] = '\n';
        if (here) {
            *number = n;
            done = true;
        }
        at += length + (at[length] == '\n');
    }
    text[written] = '\0';
    assert_true(done);
    return text;
}

TEST(the_shipped_table_is_the_catalogues)
{
    static const struct {
        unsigned monster, strength, copies;
    } rows[] = {{WB_GOBLIN, 1, 2}, {WB_SKELETON, 2, 2}, {WB_ORC, 3, 2},   {WB_VAMPIRE, 4, 2},
                {WB_GOLEM, 5, 2},  {WB_LICH, 6, 1},     {WB_DEMON, 7, 1}, {WB_DRAGON, 9, 1}};
    static const struct {
        unsigned hero, hp, all; /* base HP, HP with all six tiles */
    } heroes[] = {{WB_PRINCESS, 2, 10},    {WB_NINJA, 3, 11},   {WB_BARD, 3, 10},
                  {WB_NECROMANCER, 2, 11}, {WB_WARRIOR, 3, 11}, {WB_BARBARIAN, 4, 11},
                  {WB_MAGE, 2, 11},        {WB_ROGUE, 3, 11}};
    struct wb_rulebook book;
    struct err err;

    assert_int_equal(load(shipped, shipped_length, &book, &err), RC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(book.monster[rows[i].monster].strength, rows[i].strength);
        assert_int_equal(book.monster[rows[i].monster].copies, rows[i].copies);
    }
    assert_int_equal(book.special_count, 6);
    for (size_t i = 0; i < sizeof heroes / sizeof *heroes; i++) {
        const struct wb_hero_row *hero = &book.hero[heroes[i].hero];
        unsigned hp = hero->hp;

        for (unsigned t = 0; t < WB_HERO_TILES; t++)
            hp += hero->tile[t].hp;
        assert_int_equal(hero->hp, heroes[i].hp);
        assert_int_equal(hp, heroes[i].all);
    }
}

TEST(low_confidence_facts_are_marked)
{
    struct wb_rulebook book;
    struct err err;

    assert_int_equal(load(shipped, shipped_length, &book, &err), RC_OK);
    assert_int_equal(book.hero[WB_NECROMANCER].confidence, WB_CONFIDENCE_LOW);
    for (unsigned t = 0; t < WB_HERO_TILES; t++)
        assert_int_equal(book.hero[WB_NECROMANCER].tile[t].confidence, WB_CONFIDENCE_LOW);
    assert_int_equal(book.hero[WB_NINJA].tile[0].confidence, WB_CONFIDENCE_HIGH);
    assert_int_equal(book.hero[WB_NINJA].tile[4].confidence, WB_CONFIDENCE_MEDIUM);
}

TEST(an_administrator_may_correct_a_fact)
{
    struct wb_rulebook book;
    struct err err;
    unsigned number;
    char *text;

    text = with_line("tile dark-stone", "tile dark-stone defeats=strength:2,7+ gain", &number);
    assert_int_equal(load(text, strlen(text), &book, &err), RC_OK);
    assert_int_equal(book.hero[WB_NECROMANCER].tile[5].strengths, 0xffffff84u);
    assert_true(book.hero[WB_NECROMANCER].tile[5].gain);
    free(text);
    text = with_line("tile evil-cape", "tile torch hp=4\r", &number);
    assert_int_equal(load(text, strlen(text), &book, &err), RC_OK);
    free(text);
}

TEST(a_bad_line_is_refused_with_its_number)
{
    ROWS_EACH(row, "tests/games/welcome_back/cards.rows", "a_bad_line_is_refused_with_its_number") {
        struct wb_rulebook book;
        struct err err;
        unsigned number;
        OWN_MEMORY char *text = with_line(row.cell[0], row.cell[1], &number);

        if (load(text, strlen(text), &book, &err) != RC_BAD_INPUT)
            fail_msg("'%s' is taken", row.cell[1]);
        if (!strstr(err.text, row.cell[2]))
            fail_msg("'%s': %s", row.cell[1], err.text);
        if (err.line != number && row.cell[1][0] != '#' && !strchr(row.cell[1], '\n'))
            fail_msg("'%s': line %u instead of %u", row.cell[1], err.line, number);
        assert_string_equal(err.source, "test.cards");
    }
}

TEST(other_versions_and_files_are_refused)
{
    struct game_file file = {"test.cards", shipped, shipped_length};
    struct wb_rulebook book = {0};
    struct err err = {0};

    assert_int_equal(welcome_back.rules->load(&file, 1, "2", &book, &err), RC_NEWER);
    err_clear(&err);
    assert_int_equal(welcome_back.rules->load(&file, 0, "1", &book, &err), RC_USAGE);
}

/* Tiles with effects that no shipped hero joins: two choices on one card, a permanent tile that
 * is spent, a swap beside a choice. */
TEST(a_hero_of_other_rows_plays)
{
    static const char *const rows[][2] = {
        {"tile mr-charm", "tile mr-charm choice once defeats=even gain"},
        {"tile chaperone", "tile chaperone choice defeats=strength:2+ pay"},
        {"tile greatsword", "tile greatsword once defeats=identity:dragon skip"},
        {"tile family-crown", "tile family-crown choice once swap"},
        {"tile royal-scepter", "tile royal-scepter hp-under=3 defeats=any"},
    };
    char *kept = shipped;
    size_t kept_length = shipped_length;
    struct wb_chance chance = {99};
    static struct wb_rulebook book;
    struct game_setup setup = {"first-hero=princess", 3};
    struct err err;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned number;
        char *text = with_line(rows[i][0], rows[i][1], &number);

        if (shipped != kept)
            free(shipped);
        shipped = text;
        shipped_length = strlen(text);
    }
    assert_int_equal(load(shipped, shipped_length, &book, &err), RC_OK);
    for (unsigned game = 0; game < 2000; game++) {
        struct wb_state state;
        struct order order;

        assert_int_equal(welcome_back.rules->setup(&book, &setup, &state, NULL), VERDICT_DONE);
        while (wb_random_order(&book, &state, &chance, &order)) {
            const char *clause;

            assert_true(welcome_back.rules->apply(&book, &state, &order, NULL));
            clause = welcome_back.rules->invariant(&book, &state);
            if (clause)
                fail_msg("game %u: %s", game, clause);
        }
        assert_int_equal(state.phase, WB_PHASE_OVER);
    }
    free(shipped);
    shipped = kept;
    shipped_length = kept_length;
}

int main(void)
{
    int failed;

    shipped = read_whole("data/welcome_back.cards", &shipped_length);
    failed = tests_run(__FILE__, NULL, NULL);
    free(shipped);
    return failed;
}
