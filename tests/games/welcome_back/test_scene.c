/* SPDX-License-Identifier: MIT */
/* The card table: what a reader sees of it, and the art. */
#include <stdlib.h>
#include <string.h>

#include "games/welcome_back/symbols.h"
#include "wb_support.h"
#include "tests/test.h"

static struct wb_rulebook book;

TEST(every_symbol_has_art_and_letters_of_its_own)
{
    for (unsigned i = 1; i < WB_SYMBOLS; i++) {
        const struct scene_symbol *symbol = &wb_symbols[i];

        assert_non_null(symbol->letters);
        assert_true(strlen(symbol->letters) >= 1 && strlen(symbol->letters) <= 2);
        assert_true(symbol->fill || symbol->line);
        assert_true(symbol->term < WB_TERM_COUNT);
        if (i < WB_SYMBOL_HELP_WHITE)
            assert_int_equal(symbol->term, i);
        for (unsigned other = 1; other < i; other++)
            assert_string_not_equal(symbol->letters, wb_symbols[other].letters);
    }
}

static void path_is_plain(const char *path)
{
    if (path)
        for (const char *at = path; *at; at++)
            if (!strchr("MmLlHhVvQqTtAaCcZz0123456789.- ", *at))
                fail_msg("'%c' in a path: %s", *at, path);
}

TEST(art_is_path_data_and_nothing_else)
{
    for (unsigned i = 1; i < WB_SYMBOLS; i++) {
        path_is_plain(wb_symbols[i].fill);
        path_is_plain(wb_symbols[i].line);
        path_is_plain(wb_symbols[i].cut);
        path_is_plain(wb_symbols[i].etch);
    }
}

/* What is shown of the cards of a position: how many stand open or known, how many unknown. */
struct tally {
    unsigned known, unknown, to_act;
};

static void count_cards(const struct scene *scene, struct tally *tally)
{
    memset(tally, 0, sizeof *tally);
    for (unsigned p = 0; p < scene->panel_count; p++) {
        const struct scene_panel *panel = &scene->panel[p];

        tally->to_act += panel->to_act;
        for (unsigned r = 0; r < panel->row_count; r++)
            for (unsigned i = 0; i < panel->row[r].count; i++) {
                const struct scene_item *item = &panel->row[r].item[i];

                tally->known += item->symbol >= 1 && item->symbol <= WB_MONSTERS;
                tally->unknown += item->hidden && item->symbol == 0;
            }
    }
}

static void look(const char *text, unsigned seat, struct scene *scene, struct tally *tally)
{
    struct wb_state state, view;
    struct err err = {0};

    if (welcome_back.text->read(&book, text, strlen(text), &state, &err) != RC_OK)
        fail_msg("line %u: %s", err.line, err.text);
    game_view(&welcome_back, &book, &state, seat, &view);
    game_scene(&welcome_back, &book, &view, seat, NULL, 0, scene);
    assert_int_equal(scene->lost, 0);
    assert_int_equal(scene->columns, 0);
    count_cards(scene, tally);
}

static const char placing[] = "seats 3\nround 1\nphase place\nhero ninja\nturn 2\n"
                              "tiles smoke-bomb ninjato\npile golem@2 lich@1\n"
                              "aside dragon 3 shinobi-gear\nhand orc\n";

TEST(a_reader_sees_his_own_cards_and_no_others)
{
    static struct scene scene;
    struct tally tally;

    look(placing, SEAT_PUBLIC, &scene, &tally);
    assert_int_equal(tally.known, 0);
    assert_int_equal(tally.unknown, 2); /* the card in hand, the one set aside */
    look(placing, 2, &scene, &tally);
    assert_int_equal(tally.known, 2); /* orc in hand, golem in the pile */
    assert_int_equal(tally.unknown, 1);
    assert_int_equal(tally.to_act, 1);
    look(placing, 3, &scene, &tally);
    assert_int_equal(tally.known, 1);
}

static const struct scene_row *row_of(const struct scene *scene, unsigned label)
{
    const struct scene_row *found = NULL;

    for (unsigned p = 0; p < scene->panel_count; p++)
        for (unsigned r = 0; r < scene->panel[p].row_count; r++)
            if (scene->panel[p].row[r].term == label)
                found = &scene->panel[p].row[r];
    return found;
}

/* WB-EQUIP-04, WB-DAMAGE-02: before it is laid or set aside. */
TEST(who_holds_a_card_sees_what_it_would_do)
{
    static const char unmet[] = "seats 2\nround 1\nphase place\nhero ninja\nturn 2\n"
                                "tiles ninjato\nhand orc\n";
    static struct scene scene;
    const struct scene_row *row;
    struct tally tally;

    look(placing, 2, &scene, &tally);
    row = row_of(&scene, WB_LABEL_MEETS);
    assert_non_null(row);
    assert_int_equal(row->count, 1);
    assert_string_equal(welcome_back.text->terms[row->item[0].symbol], "tile.smoke-bomb");
    assert_null(row_of(&scene, WB_LABEL_COSTS));
    look(placing, 3, &scene, &tally);
    assert_null(row_of(&scene, WB_LABEL_MEETS));
    look(unmet, 2, &scene, &tally);
    assert_null(row_of(&scene, WB_LABEL_MEETS));
    assert_int_equal(row_of(&scene, WB_LABEL_COSTS)->item[0].number, 3);
    look(unmet, SEAT_PUBLIC, &scene, &tally);
    assert_null(row_of(&scene, WB_LABEL_COSTS));
}

TEST(the_dungeon_shows_what_was_revealed)
{
    static struct scene scene;
    struct tally tally;

    look("seats 2\nround 1\nphase choice\nhero ninja\nraider 1\ntiles smoke-bomb ninjato\n"
         "faced orc golem\npile lich orc\nhp 3\n",
         SEAT_PUBLIC, &scene, &tally);
    assert_int_equal(tally.known, 2);
    assert_int_equal(tally.unknown, 0);
}

TEST(no_scene_of_a_random_game_loses_anything)
{
    struct wb_chance chance = {7};
    static struct scene scene;
    struct order order;

    for (unsigned game = 0; game < 50; game++) {
        struct game_setup setup = {"heroes=both", 2 + game % 3};
        struct wb_state state, view;

        assert_int_equal(welcome_back.rules->setup(&book, &setup, &state, NULL), VERDICT_DONE);
        while (wb_random_order(&book, &state, &chance, &order)) {
            assert_true(welcome_back.rules->apply(&book, &state, &order, NULL));
            for (unsigned seat = 1; seat <= state.seats; seat++) {
                game_view(&welcome_back, &book, &state, seat, &view);
                game_scene(&welcome_back, &book, &view, seat, NULL, 0, &scene);
                assert_int_equal(scene.lost, 0);
                assert_int_equal(scene.panel_count, state.seats + 1u);
            }
        }
    }
}

int main(void)
{
    wb_load_shipped(&book);
    return tests_run(__FILE__, NULL, NULL);
}
