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
    static const char *const times[] = {"setup=7d turn=36h reply=2d grace=30m",
                                        "save=2d",
                                        "reserve=9d",
                                        "free=sat+sun+12-25+20h-8h",
                                        "free=none",
                                        "free=mon+tue+wed+thu+fri",
                                        "fast",
                                        "turn=daily@21:00 zone=Etc/GMT+5 least=6h",
                                        "reply=wed+sun@20:00 zone=Europe/Rome",
                                        "anonymous press=open seats=4"};

    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        assert_there_and_back(every_game[0], times[i]);
}

TEST(each_language_has_words_of_its_own)
{
    static const struct {
        const char *game, *exact, *shown[TEST_LANGUAGES_MAX];
    } rows[] = {
        {"dungeon_twister",
         "target=5 tie=draw",
         {"target=5 tie=draw", "objetivo=5 empate=tablas", "obiettivo=5 parità=patta"}},
        {"dungeon_twister",
         "boxes=both mode=free turn=3d press=open anonymous",
         {"boxes=both mode=free turn=3d press=open anonymous",
          "cajas=ambas modo=libre turno=3d prensa=abierta anónima",
          "scatole=entrambe modalità=libera turno=3g stampa=aperta anonima"}},
        {"dungeon_twister",
         "mode=scenario rooms=1+2 blue=cleric+wall-walker+rope",
         {"mode=scenario rooms=1+2 blue=cleric+wall-walker+rope",
          "modo=escenario habitaciones=1+2 azul=clérigo+pasamuros+cuerda",
          "modalità=scenario stanze=1+2 blu=chierico+passamuri+corda"}},
        {"welcome_back",
         "first-turn=must-add heroes=both free=sat+sun",
         {"first-turn=must-add heroes=both free=sat+sun",
          "primer-turno=añadir héroes=ambos libre=sáb+dom",
          "primo-turno=aggiungere eroi=entrambi liberi=sab+dom"}},
    };
    OWN(buf) text = {0};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned own = 0; own < test_language_count(); own++) {
            buf_clear(&text);
            option_words_show(language[own], every_game_find(rows[i].game), rows[i].exact, &text);
            assert_string_equal(buf_text(&text), rows[i].shown[own]);
        }
}

TEST(words_of_any_language_are_understood_and_what_is_none_stays)
{
    static const struct {
        const char *game, *written, *exact;
    } rows[] = {
        {"dungeon_twister", "objetivo=7, PAREGGIO=continua", "target=7 tie=continue"},
        {"dungeon_twister", "Modalita=Libera cajas=las-dos", "mode=free boxes=both"},
        {"dungeon_twister", "target=5 tie=draw show_hands=yes", "target=5 tie=draw show_hands=yes"},
        {"dungeon_twister", "manos-vistas=sí turno=3d risposta=2g",
         "show_hands=yes turn=3d reply=2d"},
        {"dungeon_twister", "objetivo=siete elephants=3 =4 x=", "target=siete elephants=3 =4 x="},
        {"dungeon_twister", "empate=libre", "tie=libre"}, /* no value of this one */
        {"dungeon_twister", "objetivo 7 empate sigue turno=3d", "target=7 tie=continue turn=3d"},
        {"dungeon_twister", "target 6, Modalita libera", "target=6 mode=free"},
        {"dungeon_twister", "target 77 objetivo", "target 77 target"}, /* no value of it */
        {"dungeon_twister", "empate objetivo=5", "tie target=5"},
        {"dungeon_twister", "azul=clérigo+ladra+Golem+cuerda blue_level=experto",
         "blue=cleric+thief+golem+rope blue_level=experienced"},
        {"welcome_back", "primer-turno=libre eroi=nuovi flauta=todos",
         "first-turn=free heroes=back flute=all"},
        {"welcome_back", "Primer-Heroe=bárbaro anonimo veloce",
         "first-hero=barbarian anonymous fast"},
    };
    OWN(buf) text = {0};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned own = 0; own < test_language_count(); own++) {
            read_in(own, every_game_find(rows[i].game), rows[i].written, &text);
            assert_string_equal(buf_text(&text), rows[i].exact);
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
    static const struct {
        const char *game, *exact, *told;
    } rows[] = {
        {"dungeon_twister", "target=5 tie=draw show_hands=no boxes=base", ""},
        {"dungeon_twister", "target=7 tie=continue blue_level=good",
         "the first to 7 points, a tie goes on until somebody leads, blue-level=good"},
        {"dungeon_twister", "boxes=both mode=free",
         "with both boxes, each chooses his force from them in secret"},
        {"welcome_back", "first-turn=free heroes=both", "with the heroes of both games"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWN(buf) text = {0};

        option_words_tell(language[0], every_game_find(rows[i].game), rows[i].exact, &text);
        assert_string_equal(buf_text(&text), rows[i].told);
    }
}

TESTS(load, unload)
