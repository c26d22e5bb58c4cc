/* SPDX-License-Identifier: MIT */
/* What help says: complete in every language, with the figures of the games' tables and clauses
 * that the catalogues have; and what letters ask of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/dungeon_twister/tables.h"
#include "games/games.h"
#include "games/welcome_back/cards.h"
#include "server/clauses.h"
#include "tell/asked.h"
#include "tell/command_words.h"
#include "tell/tell.h"
#include "tests/house/talking.h"
#include "tests/languages.h"
#include "tests/rows.h"
#include "tests/test.h"

#define ROBOT "games@robot.example"

enum { PATH_BYTES = 1024, ASKED_OFTEN = 1000 };

static struct library *library;

static int load(void **state)
{
    static struct config config;
    const char *top = getenv("top_srcdir");
    struct err err = {0};

    (void)state;
    snprintf(config.data, sizeof config.data, "%s/data", top ? top : ".");
    snprintf(config.templates, sizeof config.templates, "%s/templates", top ? top : ".");
    snprintf(config.language, sizeof config.language, "en");
    return library_load(&config, games, &library, &err) == RC_OK ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    library_free(library);
    return 0;
}

static struct tell teller(const char *code, const struct game *game)
{
    const struct language *language = library_language(library, code);

    return (struct tell){.sentences = language_sentences(language),
                         .game = game,
                         .lexicon = language_lexicon(language, game)};
}

static const char *help_of(const char *code, const struct game *game, const char *term)
{
    const struct tell tell = teller(code, game);
    char key[2 * SENTENCE_KEY_BYTES];

    snprintf(key, sizeof key, "%s.help.%s", game->name, term);
    return sentences_find(tell.sentences, key);
}

/* ---- completeness ---- */

static bool wants_help(const char *term)
{
    static const char *const kinds[] = {"character.", "object.",  "ground.", "edge.",
                                        "tile.",      "monster.", "hero.",   "order.use"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (text_starts_with(term, kinds[i]))
            return true;
    return false;
}

TEST(every_thing_of_a_game_has_its_text_in_every_language)
{
    unsigned missing = 0, found = 0;

    for (const struct game *const *game = games; *game; game++)
        for (unsigned term = 0; term < (*game)->text->term_count; term++)
            for (size_t i = 0; i < test_language_count(); i++) {
                const char *name = (*game)->text->terms[term];

                if (!wants_help(name))
                    continue;
                found++;
                if (help_of(test_languages()[i], *game, name))
                    continue;
                print_error("%s: no help on %s\n", test_languages()[i], name);
                missing++;
            }
    assert_true(found > 3 * 100);
    assert_int_equal(missing, 0);
}

/* The clauses that a text cites, as "DT-PIT-01 to -03, PD-RIFT-01" in all its forms. */
static void list_clauses(const char *text, struct buf *out)
{
    const char *at = strchr(text, '[');
    char stem[64] = "";

    for (; at; at = strchr(at, '[')) {
        const char *end = strchr(++at, ']');

        for (const char *word = at; end && word < end;) {
            size_t length = strcspn(word, " ,]");

            if (length > 3 && strchr("DPW", word[0]) && strchr("TDB", word[1]) && word[2] == '-') {
                buf_printf(out, "%.*s ", (int)length, word);
                snprintf(stem, sizeof stem, "%.*s", (int)length, word);
                if (strrchr(stem, '-'))
                    *strrchr(stem, '-') = '\0';
            } else if (length == 3 && word[0] == '-')
                buf_printf(out, "%s%.*s ", stem, (int)length, word);
            word += length + strspn(word + length, " ,");
        }
    }
    buf_put(out, "");
}

TEST(every_text_cites_clauses_that_there_are)
{
    char folder[PATH_BYTES];
    const char *top = getenv("top_srcdir");
    unsigned wrong = 0;

    snprintf(folder, sizeof folder, "%s/doc/rules/", top ? top : ".");
    for (const struct game *const *game = games; *game; game++)
        for (unsigned term = 0; term < (*game)->text->term_count; term++) {
            const char *name = (*game)->text->terms[term];
            const char *english = help_of("en", *game, name);
            OWN(buf) cited = {0}, there = {0};
            char *rest = NULL;

            if (!english)
                continue;
            list_clauses(english, &cited);
            wrong += !cited.length;
            if (!cited.length)
                print_error("%s cites no clause\n", name);
            for (size_t i = 1; i < test_language_count(); i++) {
                OWN(buf) other = {0};

                list_clauses(help_of(test_languages()[i], *game, name), &other);
                if (!text_equal(buf_text(&other), buf_text(&cited))) {
                    print_error("%s: %s cites %s, English %s\n", test_languages()[i], name,
                                buf_text(&other), buf_text(&cited));
                    wrong++;
                }
            }
            for (char *one = strtok_r(cited.at, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
                if (clauses_find(folder, games, one, &there, NULL, NULL) != RC_OK) {
                    print_error("%s cites %s, which is no clause\n", name, one);
                    wrong++;
                }
        }
    assert_int_equal(wrong, 0);
}

static bool has_number(const char *text, int number)
{
    char digits[16];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%d", number);

    for (const char *at = strstr(text, digits); at; at = strstr(at + 1, digits))
        if (!text_is_digit(at[length]) && (at == text || !text_is_digit(at[-1])))
            return true;
    return false;
}

/* The n-th term of a kind, from 1. */
static const char *term_of(const struct game *game, const char *kind, unsigned n)
{
    for (unsigned term = 0; term < game->text->term_count; term++)
        if (text_starts_with(game->text->terms[term], kind) && --n == 0)
            return game->text->terms[term];
    return NULL;
}

static unsigned wrong_figures;

static void expect_number(const char *code, const struct game *game, const char *term, int number)
{
    const char *text = term ? help_of(code, game, term) : NULL;

    if (text && has_number(text, number))
        return;
    print_error("%s: %s lacks %d\n", code, term ? term : "?", number);
    wrong_figures++;
}

static void expect_name(const char *code, const struct game *game, const char *term,
                        const char *other)
{
    const struct tell tell = teller(code, game);
    const char *text = help_of(code, game, term), *name = NULL;

    for (unsigned i = 0; i < game->text->term_count; i++)
        if (text_equal(game->text->terms[i], other))
            name = lexicon_name(tell.lexicon, i);
    if (name && text && strstr(text, name))
        return;
    print_error("%s: %s lacks %s\n", code, term, name ? name : other);
    wrong_figures++;
}

static void characters_figures(const char *code)
{
    const struct game *game = games_find("dungeon_twister");

    for (unsigned kind = 0; kind < DT_KINDS; kind++) {
        const struct dt_kind *row = &dt_kinds[kind];
        const char *term = row->word ? game->text->terms[row->term] : "";

        if (!text_starts_with(term, "character."))
            continue;
        expect_number(code, game, term, row->speed);
        expect_number(code, game, term, row->strength);
    }
}

static void cards_figures(const char *code)
{
    const struct game *game = games_find("welcome_back");
    const void *rules = NULL;
    const struct wb_rulebook *book;
    const char *newest = NULL;

    for (const char *const *v = game->versions; *v; v++)
        newest = *v;
    assert_int_equal(library_rulebook(library, game, newest, &rules, NULL), RC_OK);
    book = rules;
    for (unsigned i = 1; i < WB_MONSTER_END; i++)
        if (book->monster[i].strength_kind == WB_STRENGTH_NUMBER)
            expect_number(code, game, term_of(game, "monster.", i), book->monster[i].strength);
    for (unsigned i = 1; i < WB_HERO_END; i++) {
        const char *hero = term_of(game, "hero.", i);

        expect_number(code, game, hero, book->hero[i].hp);
        for (unsigned t = 0; t < book->hero[i].tile_count; t++) {
            const struct wb_tile_row *tile = &book->hero[i].tile[t];
            const char *term = term_of(game, "tile.", tile->tile);

            expect_name(code, game, hero, term);
            if (tile->hp)
                expect_number(code, game, term, tile->hp);
        }
    }
}

TEST(figures_are_those_of_the_tables)
{
    for (size_t i = 0; i < test_language_count(); i++) {
        characters_figures(test_languages()[i]);
        cards_figures(test_languages()[i]);
    }
    assert_int_equal(wrong_figures, 0);
}

/* ---- by letter ---- */

#define LETTER_TEST(name) FIXTURE_TEST(name, talking_start(fixture))

LETTER_TEST(a_clause_is_told_by_letter)
{
    hears(fixture, ANNA, "rule dt-move-02", "DT-MOVE-02 A movement has at least one step.");
    newest_lacks(fixture, ANNA, "**");
    hears(fixture, ANNA, "rule DT-PENTACLE-77", "The rules have no clause DT-PENTACLE-77.");
    hears(fixture, ANNA, "regla PD-PENTACLE-01",
          "PD-PENTACLE-01 The pentacle is a block of four squares.");
    newest_has(fixture, ANNA, "Pentacle: four squares.");
}

LETTER_TEST(a_question_of_ten_kilobytes_is_answered_in_a_few_lines)
{
    OWN(letter) letter = {0};
    OWN(buf) body = {0};

    buf_put(&body, "help ");
    for (unsigned i = 0; i < 1200; i++)
        buf_put(&body, "whatever");
    says(fixture, ANNA, buf_text(&body), "rejected too-many-lines");
    fixture_newest(fixture, ANNA, &letter, NULL);
    assert_true(strlen(letter.text) < 4096);
    buf_clear(&body);
    buf_put(&body, "help ");
    for (unsigned i = 0; i < 100; i++)
        buf_put(&body, "what ");
    hears(fixture, ANNA, buf_text(&body), "There is no help on");
    hears(fixture, ANNA, "help lend", "lend your seat to a practice opponent");
}

LETTER_TEST(a_thousand_questions_change_nothing)
{
    uint64_t before = head(fixture);

    for (unsigned i = 0; i < ASKED_OFTEN; i++) {
        writes(fixture, ANNA, "help\nglossary\nhelp troll");
    }
    assert_int_equal(head(fixture), before);
    hears(fixture, BOB, "help", "help account: your name");
    is_true(fixture);
}

LETTER_TEST(first_words_are_understood_in_each_language)
{
    uint64_t before = head(fixture);

    says(fixture, ANNA, "vista previa\nbid 3", "answered preview");
    says(fixture, ANNA, "Anteprima:\nbid 3", "answered preview");
    says(fixture, ANNA, "todas\nbid 3\nbid 9", "rejected no-line");
    says(fixture, ANNA, "tutte o nessuna\nbid 3\nbid 9", "rejected no-line");
    assert_int_equal(head(fixture), before);
    says(fixture, ANNA, "bozza\nbid 3", "answered draft");
    says(fixture, ANNA, "confermo", "accepted ");
}

LETTER_TEST(a_stranger_is_spoken_to_in_his_own_words)
{
    OWN(letter) letter = {0};

    fixture_send(fixture, "luz@three.example", ROBOT, NULL, "\u00a1Hola!\n\u00bfHay alguien?");
    fixture_settle(fixture);
    newest_has(fixture, "luz@three.example", "contesta a esta carta con el");
    fixture_send(fixture, "gino@four.example", ROBOT, NULL, "iscrivimi Gino");
    fixture_settle(fixture);
    newest_has(fixture, "gino@four.example", "\"confermo\"");
    fixture_newest(fixture, "gino@four.example", &letter, NULL);
    fixture_send(fixture, "gino@four.example", letter.reply_to, letter.message_id, "confermo");
    fixture_settle(fixture);
    newest_has(fixture, "gino@four.example", "Ti diamo il benvenuto, Gino!");
}

/* "Si gioca" is no card to be played, and no thing to be used. */
TEST(who_asks_how_it_is_played_is_told_all_of_it)
{
    for (const struct game *const *game = games; *game; game++)
        ROWS_EACH(row, "tests/commands/help.rows", "who_asks_how_it_is_played_is_told_all_of_it") {
            const struct tell tell = teller(row.cell[0], *game);
            char key[SENTENCE_KEY_BYTES];

            assert_true(tell_is_question(&tell, row.cell[1], key));
            assert_string_equal(key, "help.");
        }
}

TEST(the_place_is_asked_about_in_any_words)
{
    ROWS_EACH(row, "tests/commands/help.rows", "the_place_is_asked_about_in_any_words") {
        char key[SENTENCE_KEY_BYTES];

        if (!asked_find(teller(row.cell[0], *games).sentences, row.cell[1], ASKED_SURELY, key))
            asked_find(teller(row.cell[0], *games).sentences, row.cell[1], ASKED_PERHAPS, key);
        assert_string_equal(key, row.cell[2]);
    }
}

/* "How do I get out of the maze" is a rule, "how do I stop playing" is none. */
TEST(leaving_the_maze_and_leaving_the_game_are_two)
{
    ROWS_EACH(row, "tests/commands/help.rows", "leaving_the_maze_and_leaving_the_game_are_two") {
        const struct tell tell = teller(row.cell[0], games_find("dungeon_twister"));
        char key[SENTENCE_KEY_BYTES];

        assert_true(tell_is_question(&tell, row.cell[1], key));
        assert_string_equal(key, row.cell[2]);
    }
}

TEST(the_form_of_a_command_leaves_no_english)
{
    for (size_t i = 1; i < test_language_count(); i++) {
        const struct lexicon *words =
            language_commands(library_language(library, test_languages()[i]));
        OWN(buf) shown = {0};

        command_words_show(words, "standing [also] LINE|none|keep|usual", &shown);
        assert_null(strstr(buf_text(&shown), "also"));
        assert_null(strstr(buf_text(&shown), "LINE"));
    }
}

/* ---- what happens when time runs out ---- */

static void asks_for_the_time(struct fixture *fixture, const char *who)
{
    static const char *const asked[] = {
        "help time",   "When is the deadline?", "time left?",
        "language es", "ayuda tiempo",          "¿Cuándo acaba el plazo?",
        "idioma it",   "aiuto tempo",           "Quando scade il tempo?"};
    static const char *const told[] = {
        "this is ordered in your name: ", "se ordena en tu nombre: ", "si ordina a tuo nome: "};
    static const char *const of_others[] = {"nobody is away", "ausente", "assente"};
    unsigned now = 0;

    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        writes(fixture, who, asked[i]);
        if (strstr(asked[i], " es") || strstr(asked[i], " it"))
            now++;
        else {
            newest_has(fixture, who, told[now]);
            newest_has(fixture, who, of_others[now]);
        }
    }
}

TEST(who_asks_for_the_time_hears_what_is_done_when_it_runs_out)
{
    static const struct game *one[2];

    for (const struct game *const *game = games; *game; game++) {
        struct fixture fixture;
        unsigned seat;

        one[0] = *game;
        fixture_make(&fixture, one);
        fixture_start(&fixture, *game);
        seat = fixture_play_on(&fixture);
        assert_true(seat > 0);
        asks_for_the_time(&fixture, seat == 1 ? ANNA : BOB);
        fixture_remove(&fixture);
    }
}

TESTS(load, unload)
