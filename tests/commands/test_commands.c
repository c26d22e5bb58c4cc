/* SPDX-License-Identifier: MIT */
/* The table of players' commands is the help letter and doc/commands.md: they say the same, in
 * every language. COMMANDS_WRITE=FILE writes the page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/files.h"
#include "commands/commands.h"
#include "tell/command_words.h"
#include "tests/house/talking.h"
#include "tests/languages.h"
#include "tests/test.h"

static const char *const who[COMMAND_WHO_COUNT] = {
    [COMMAND_ANYBODY] = "every player",
    [COMMAND_SEAT] = "a seat, in its game",
    [COMMAND_ACCOUNT] = "the player himself",
};
static const char *const when[COMMAND_WHEN_COUNT] = {
    [COMMAND_ALWAYS] = "always",
    [COMMAND_GOING] = "while the game goes on",
};

static const char page_head[] =
    "# What players may write besides orders\n\n"
    "A line of a letter or forum message that begins with one of these words is a command. "
    "Commands "
    "are carried out\nfirst, in their order, then the orders. The answer to `help` is this list in "
    "the player's language.\n\n"
    "A command of *a seat, in its game* is written in answer to a letter of that game. One of *the "
    "player himself*\nchanges how he is served; when our own mail system doubts the sender, his "
    "registered address is asked first.\nA first line `preview` carries out nothing, `all` means "
    "all "
    "lines or none, `draft` keeps the orders until\n`confirm`. `[…]` may be left out, `|` stands "
    "between choices. Words of more than one line stand below `say`,\n`note`, `report` and "
    "`dispute`, up to a line with a single dot or the letter's end.\n\n"
    "A letter to the plain address, or in answer to a digest, may speak of several games: a line "
    "`game 12`, and below it\nwhat is meant for that game.\n\n"
    "This page is made from the program's table (`tests/commands/test_commands.c`).\n\n"
    "| write | who | when | what it does |\n|---|---|---|---|\n";

static void put_cell(const char *text, struct buf *out)
{
    for (; *text; text++) {
        if (*text == '|')
            buf_put_char(out, '\\');
        buf_put_char(out, *text);
    }
}

static void write_page(struct fixture *fixture, struct buf *out)
{
    const struct language *english = library_language(fixture->desk->library, "en");
    struct wording wording = {.language = english};

    buf_put(out, page_head);
    for (const struct command *c = commands; c->name; c++) {
        char key[SENTENCE_KEY_BYTES];
        OWN(buf) text = {0};

        command_key(english, c, key);
        WORDING(&wording, &text, key, "n", "");
        buf_printf(out, "| `%s", c->name);
        if (*c->arguments) {
            buf_put_char(out, ' ');
            put_cell(c->arguments, out);
        }
        buf_printf(out, "` | %s | %s | ", who[c->who], when[c->when]);
        put_cell(buf_text(&text), out);
        buf_put(out, " |\n");
    }
}

#define COMMANDS(name) FIXTURE_TEST(name, talking_start(fixture))

COMMANDS(the_page_says_what_the_table_does)
{
    const char *source = getenv("top_srcdir"), *file = getenv("COMMANDS_WRITE");
    OWN(buf) made = {0}, kept = {0};
    char path[512];

    write_page(fixture, &made);
    if (file)
        OK(files_create(file, 0644, made.at, made.length, &err));
    snprintf(path, sizeof path, "%s/doc/commands.md", source ? source : ".");
    OK(files_read(path, 1 << 20, &kept, &err));
    if (strcmp(buf_text(&made), buf_text(&kept)) != 0)
        fail_msg("doc/commands.md is behind the table: run make update-commands");
}

COMMANDS(every_command_is_explained_in_every_language)
{
    for (unsigned l = 0; l < test_language_count(); l++) {
        const struct language *language =
            library_language(fixture->desk->library, test_languages()[l]);

        assert_string_equal(language_code(language), test_languages()[l]);
        for (const struct command *c = commands; c->name; c++) {
            char key[SENTENCE_KEY_BYTES];

            command_key(language, c, key);
            if (!sentences_find(language_sentences(language), key))
                print_error("%s lacks %s\n", test_languages()[l], key);
            assert_non_null(sentences_find(language_sentences(language), key));
        }
    }
}

COMMANDS(every_command_is_found_by_its_name_alone)
{
    for (const struct command *c = commands; c->name; c++) {
        const char *arguments = NULL;
        char line[80];

        snprintf(line, sizeof line, "%s%s", c->name, *c->arguments ? " x" : "");
        assert_ptr_equal(commands_find(line, &arguments), c);
        assert_string_equal(arguments, *c->arguments ? "x" : "");
        snprintf(line, sizeof line, "%sx", c->name);
        assert_ptr_not_equal(commands_find(line, &arguments), c);
        assert_non_null(c->run);
        assert_true(c->who < COMMAND_WHO_COUNT && c->when < COMMAND_WHEN_COUNT);
    }
}

/* Each language has its own name for each, which is taken to the exact one. */
COMMANDS(every_command_is_understood_in_every_language)
{
    const char *const *codes = test_languages();

    for (size_t i = 0; codes[i]; i++)
        for (const struct command *c = commands; c->name; c++) {
            const struct language *language = library_language(fixture->desk->library, codes[i]);
            OWN(buf) shown = {0}, exact = {0};
            const char *arguments;

            command_words_show(language_commands(language), c->name, &shown);
            assert_true(command_words_read(language_commands(language), buf_text(&shown), &exact));
            if (commands_find(buf_text(&exact), &arguments) != c)
                print_error("%s: \"%s\" is taken for \"%s\"\n", codes[i], buf_text(&shown),
                            buf_text(&exact));
            assert_ptr_equal(commands_find(buf_text(&exact), &arguments), c);
        }
}

COMMANDS(a_setting_is_made_and_told_in_ones_own_language)
{
    hears(fixture, ANNA, "language es", "Desde ahora te escribo en español.");
    hears(fixture, ANNA, "Resumen diario", "una carta al d");
    says(fixture, ANNA, "resumen cada uno", "answered command");
    hears(fixture, ANNA, "lingua en", "From now on I write to you in English.");
}

COMMANDS(the_help_letter_lists_them_all)
{
    says(fixture, ANNA, "help all", "answered command");
    for (const struct command *c = commands; c->name; c++) {
        char words[64];

        snprintf(words, sizeof words, "\n  %s%s", c->name, *c->arguments ? " " : ":");
        newest_has(fixture, ANNA, words);
    }
}

TESTS(NULL, NULL)
