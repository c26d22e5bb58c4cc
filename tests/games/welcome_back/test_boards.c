/* SPDX-License-Identifier: MIT */
/* The card table as drawn: whole in every language, and silent about what a reader may not
 * know. */
#include <stdio.h>
#include <string.h>

#include "draw/draw.h"
#include "wb_support.h"
#include "tests/languages.h"
#include "tests/test.h"

static struct wb_rulebook book;

/* Four seats, two monsters set aside, a raid in its third card; the Mimic is known to seat 2
 * alone, the Dragon to seat 1, the Lich to nobody. */
static const char busy[] = "options heroes=both\nseats 4\nround 3\nphase choice\nhero ninja\n"
                           "starter 2\nraider 2\nout 4\nsuccess 1 1 0 0\nred 1 4\n"
                           "tiles weird-concoction curative-herbs smoke-bomb ninjato\n"
                           "deck lich ? ? ?\naside dragon 1 shinobi-gear\n"
                           "aside mimic 2 wooden-shuriken\nfaced orc@1 skeleton@2 vampire@3\n"
                           "pile golem@2 goblin@1\nhp 7\n";

static void look_at(const char *text, unsigned seat, struct scene *scene)
{
    struct wb_state state, view;
    struct err err = {0};

    if (welcome_back.text->read(&book, text, strlen(text), &state, &err) != RC_OK)
        fail_msg("line %u: %s", err.line, err.text);
    game_view(&welcome_back, &book, &state, seat, &view);
    game_scene(&welcome_back, &book, &view, seat, NULL, 0, scene);
}

static void start_look(struct draw_look *look, struct lexicon *lexicon, const char *language)
{
    static const char *const names[] = {NULL, "Ann", "Bea", "Cal", "Dan"};

    wb_start_words(lexicon);
    wb_add_words(lexicon, language);
    memset(look, 0, sizeof *look);
    look->lexicon = lexicon;
    look->title = "17";
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        look->name[seat] = names[seat];
}

/* All four drawings of a scene, one behind the other. */
static void draw_all(const struct scene *scene, const struct draw_look *look, struct buf *out)
{
    struct err err = {0};

    buf_clear(out);
    if (draw_text(scene, look, out, &err) != RC_OK || draw_svg(scene, look, out, &err) != RC_OK ||
        draw_speech(scene, look, out, &err) != RC_OK || draw_alt(scene, look, out, &err) != RC_OK)
        fail_msg("%s", err.text);
}

static unsigned characters(const char *line, size_t length)
{
    unsigned count = 0;

    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)line[i] & 0xC0) != 0x80;
    return count;
}

TEST(boards_fit_in_every_language)
{
    const char *const *languages = test_languages();
    static struct scene scene;
    static struct lexicon lexicon;
    struct draw_look look;
    OWN(buf) out = {0};

    look_at(busy, 2, &scene);
    for (size_t i = 0; languages[i]; i++) {
        start_look(&look, &lexicon, languages[i]);
        buf_clear(&out);
        assert_int_equal(draw_text(&scene, &look, &out, NULL), RC_OK);
        for (const char *at = buf_text(&out); *at;) {
            size_t length = strcspn(at, "\n");

            assert_in_range(characters(at, length), 0, DRAW_TEXT_COLUMNS);
            at += length + (at[length] == '\n');
        }
        assert_non_null(
            strstr(buf_text(&out), lexicon_name(&lexicon, (int)WB_TERM_HERO + (int)WB_NINJA)));
        assert_null(strstr(buf_text(&out), "monster."));
        assert_null(strstr(buf_text(&out), "label."));
    }
}

TEST(nothing_drawn_names_a_card_that_the_reader_may_not_know)
{
    static const struct {
        unsigned seat;
        const char *card;
        bool shown;
    } rows[] = {
        {1, "Dragon", true},
        {1, "Mimic", false},
        {1, "Golem", false},
        {1, "Goblin", true},
        {2, "Mimic", true},
        {2, "Dragon", false},
        {2, "Golem", true},
        {2, "Goblin", false},
        {3, "Mimic", false},
        {3, "Dragon", false},
        {3, "Golem", false},
        {3, "Vampire", true},
        {2, "Lich", false},
        {1, "Lich", false},
        {SEAT_PUBLIC, "Mimic", false},
        {SEAT_PUBLIC, "Dragon", false},
        {SEAT_PUBLIC, "Golem", false},
        {SEAT_PUBLIC, "Lich", false},
        {SEAT_PUBLIC, "Orc", true},
    };
    static struct scene scene;
    static struct lexicon lexicon;
    struct draw_look look;
    OWN(buf) out = {0};

    start_look(&look, &lexicon, "en");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        look_at(busy, rows[i].seat, &scene);
        draw_all(&scene, &look, &out);
        if ((strstr(buf_text(&out), rows[i].card) != NULL) != rows[i].shown)
            fail_msg("seat %u, %s:\n%s", rows[i].seat, rows[i].card, buf_text(&out));
    }
}

/* Two positions that differ only in what nobody knows are drawn alike to the byte. */
TEST(hidden_cards_leave_no_trace)
{
    static const char *const texts[] = {
        "seats 3\nround 1\nphase place\nhero bard\nturn 2\ntiles lucky-coin\n"
        "deck lich dragon\npile golem@3\naside orc 3 fancy-hat\nhand goblin\n",
        "seats 3\nround 1\nphase place\nhero bard\nturn 2\ntiles lucky-coin\n"
        "deck orc golem\npile lich@3\naside dragon 3 fancy-hat\nhand mimic\n"};
    static struct scene scene;
    static struct lexicon lexicon;
    struct draw_look look;
    struct buf out[2] = {{0}, {0}};

    start_look(&look, &lexicon, "en");
    for (unsigned i = 0; i < 2; i++) {
        look_at(texts[i], 1, &scene);
        draw_all(&scene, &look, &out[i]);
    }
    assert_string_equal(buf_text(&out[0]), buf_text(&out[1]));
    buf_fini(&out[0]);
    buf_fini(&out[1]);
}

TEST(every_phase_of_a_game_can_be_drawn)
{
    static struct scene scene;
    static struct lexicon lexicon;
    struct wb_chance chance = {11};
    struct draw_look look;
    OWN(buf) out = {0};
    unsigned drawn[WB_PHASES] = {0};

    start_look(&look, &lexicon, "en");
    for (unsigned game = 0; game < 60; game++) {
        struct game_setup setup = {"heroes=both", 2 + game % 3};
        struct wb_state state, view;
        struct order order;

        assert_int_equal(welcome_back.rules->setup(&book, &setup, &state, NULL), VERDICT_DONE);
        while (wb_random_order(&book, &state, &chance, &order)) {
            assert_true(welcome_back.rules->apply(&book, &state, &order, NULL));
            if (drawn[state.phase]++ >= 3)
                continue;
            game_view(&welcome_back, &book, &state, 1, &view);
            game_scene(&welcome_back, &book, &view, 1, NULL, 0, &scene);
            draw_all(&scene, &look, &out);
        }
    }
    for (unsigned phase = WB_PHASE_SPECIALS; phase < WB_PHASES; phase++)
        if (!drawn[phase])
            fail_msg("phase %u did not come", phase);
}

int main(void)
{
    wb_load_shipped(&book);
    return tests_run(__FILE__, NULL, NULL);
}
