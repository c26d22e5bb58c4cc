/* SPDX-License-Identifier: MIT */
/* Options of every game and its times, in the shipped words of all languages: what is shown is read
 * back as the same, whatever the reader's language. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "letter/sentences.h"
#include "tell/option_words.h"
#include "tests/games/every.h"
#include "tests/languages.h"
#include "tests/rows.h"
#include "tests/test.h"

static struct sentences *language[TEST_LANGUAGES_MAX];

static void add_file(struct sentences *sentences, const char *game, const char *code,
                     const char *name, const char *prefix)
{
    OWN_MEMORY char *text = NULL;
    struct err err = {0};
    char below[64];
    size_t length;

    snprintf(below, sizeof below, "templates/%s/%s.sentences", code, name);
    text = every_read(game, below, &length);
    if (sentences_add(sentences, prefix, below, text, length, &err) != RC_OK)
        fail_msg("%s line %u: %s", below, err.line, err.text);
}

static int load(void **state)
{
    (void)state;
    for (unsigned i = 0; i < test_language_count(); i++) {
        language[i] = sentences_new();
        assert_non_null(language[i]);
        add_file(language[i], every_game[0]->name, test_languages()[i], "desk", NULL);
        for (const struct game *const *game = every_game; *game; game++)
            add_file(language[i], (*game)->name, test_languages()[i], (*game)->name, (*game)->name);
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    for (unsigned i = 0; i < test_language_count(); i++)
        sentences_free(language[i]);
    return 0;
}

/* The own language first. */
static void read_in(unsigned own, const struct game *game, const char *text, struct buf *out)
{
    const struct sentences *all[TEST_LANGUAGES_MAX] = {language[own]};
    unsigned count = 1;

    for (unsigned i = 0; i < test_language_count(); i++)
        if (i != own)
            all[count++] = language[i];
    buf_clear(out);
    option_words_read(all, count, game, text, out);
}

static void assert_there_and_back(const struct game *game, const char *exact)
{
    OWN(buf) shown = {0}, back = {0};

    for (unsigned own = 0; own < test_language_count(); own++) {
        buf_clear(&shown);
        option_words_show(language[own], game, exact, &shown);
        read_in(own, game, buf_text(&shown), &back);
        if (!text_equal(buf_text(&back), exact))
            fail_msg("%s: \"%s\" is shown as \"%s\" and read as \"%s\"", test_languages()[own],
                     exact, buf_text(&shown), buf_text(&back));
    }
}

TEST(what_is_shown_of_an_option_is_read_as_the_same)
{
    char exact[128];

    for (const struct game *const *game = every_game; *game; game++)
        for (const struct game_option *o = (*game)->text->options; o && o->name; o++)
            for (const char *at = o->values; *at; at += *at == '|') {
                size_t length = strcspn(at, "|");

                snprintf(exact, sizeof exact, "%s=%.*s", o->name, (int)length, at);
                assert_there_and_back(*game, exact);
                at += length;
            }
}

/* What a scenario's lists may hold. */
TEST(names_in_lists_are_read_as_they_are_shown)
{
    const struct game *game = every_game_find("dungeon_twister");
    char exact[128];

    for (unsigned i = 0; i < game->text->term_count; i++) {
        const char *term = game->text->terms[i];

        if (!text_starts_with(term, "character.") && !text_starts_with(term, "object."))
            continue;
        snprintf(exact, sizeof exact, "yellow=%s", strchr(term, '.') + 1);
        assert_there_and_back(game, exact);
    }
}

TEST(times_are_read_as_they_are_shown)
{
    ROWS_EACH(row, "tests/letter/option_words.rows", "times_are_read_as_they_are_shown")
        assert_there_and_back(every_game[0], row.cell[0]);
}

TEST(each_language_has_words_of_its_own)
{
    OWN(buf) text = {0};

    ROWS_EACH(row, "tests/letter/option_words.rows", "each_language_has_words_of_its_own")
        for (unsigned own = 0; own < test_language_count(); own++) {
            buf_clear(&text);
            option_words_show(language[own], every_game_find(row.cell[0]), row.cell[1], &text);
            assert_string_equal(buf_text(&text), row.cell[2 + own]);
        }
}

TEST(words_of_any_language_are_understood_and_what_is_none_stays)
{
    OWN(buf) text = {0};

    ROWS_EACH(row, "tests/letter/option_words.rows",
              "words_of_any_language_are_understood_and_what_is_none_stays")
        for (unsigned own = 0; own < test_language_count(); own++) {
            read_in(own, every_game_find(row.cell[0]), row.cell[1], &text);
            assert_string_equal(buf_text(&text), row.cell[2]);
        }
}

TEST(values_are_listed_in_words)
{
    OWN(buf) text = {0};

    option_words_show_values(language[1], every_game_find("dungeon_twister"), "draw|continue",
                             &text);
    assert_string_equal(buf_text(&text), "tablas, sigue");
}

/* Only what is not as usual; what has no sentence, in the words that set it. */
TEST(options_are_told_in_sentences)
{
    ROWS_EACH(row, "tests/letter/option_words.rows", "options_are_told_in_sentences") {
        OWN(buf) text = {0};

        option_words_tell(language[0], every_game_find(row.cell[0]), row.cell[1], &text);
        assert_string_equal(buf_text(&text), row.cell[2]);
    }
}

TESTS(load, unload)
