/* SPDX-License-Identifier: MIT */
/* doc/options.md from what the games and the languages have: each option with its values, in each
 * language, and the times of a game. -w writes it; else it is compared with the file. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "tests/phrases/made_page.h"
#include "tests/languages.h"
#include "tell/option_words.h"
#include "tell/tell.h"

static const struct sentences *sentences[TEST_LANGUAGES_MAX];

static void put_head(struct buf *page)
{
    buf_put(page,
            "# Options and times of a game\n\n"
            "What `challenge GAME with …`, `postern game new --option` and a scenario may name. "
            "The first "
            "column is the exact word, which\nholds in every language; the others are shown in "
            "letters and "
            "understood from everybody, with more words beside them in\n`templates/LANGUAGE/` "
            "(`choice.`, `choice-value.`). `target=7`, `target 7` and `objetivo=7` are the same. "
            "The standard "
            "value is set **bold**.\nA value in capitals stands for names: those of characters and "
            "objects, "
            "as on the board.\n\n"
            "Made from the games by `make update-options`; `tests/phrases/list_options` keeps it "
            "true.\n");
}

/* "draw|continue" in a language's words, the standard one marked. */
static void put_values(const struct sentences *language, const struct game *game,
                       const struct game_option *option, struct buf *page)
{
    for (const char *at = option->values; *at; at += *at == '|') {
        size_t length = strcspn(at, "|");
        char value[128];
        bool standard =
            strlen(option->standard) == length && memcmp(option->standard, at, length) == 0;

        snprintf(value, sizeof value, "%.*s", (int)length, at);
        buf_put(page, at > option->values ? ", " : "");
        buf_put(page, standard ? "**" : "");
        if (language)
            option_words_show_values(language, game, value, page);
        else
            buf_put(page, value);
        buf_put(page, standard ? "**" : "");
        at += length;
    }
}

static void put_option(const struct game *game, const struct game_option *option, struct buf *page)
{
    buf_printf(page, "| `%s` | ", option->name);
    put_values(NULL, game, option, page);
    for (size_t i = 0; i < test_language_count(); i++) {
        buf_put(page, " | ");
        option_words_show(sentences[i], game, option->name, page);
        buf_put(page, ": ");
        put_values(sentences[i], game, option, page);
    }
    buf_printf(page, " | %s |\n", option->clause);
}

static void put_game(const struct game *game, struct buf *page)
{
    buf_printf(page,
               "\n## %s\n\n| option | values | English | Spanish | Italian | clause "
               "|\n|---|---|---|---|---|---|\n",
               game->title);
    for (const struct game_option *option = game->text->options; option && option->name; option++)
        put_option(game, option, page);
}

/* Whatever the desk has words for. */
static void put_rest(const char *title, const char *prefix, struct buf *page)
{
    const char *key;

    buf_printf(page, "\n## %s\n\n| word | English | Spanish | Italian |\n|---|---|---|---|\n",
               title);
    for (size_t k = 0; (key = sentences_key_at(sentences[0], k)) != NULL; k++) {
        if (!text_starts_with(key, prefix))
            continue;
        buf_printf(page, "| `%s`", key + strlen(prefix));
        for (size_t i = 0; i < test_language_count(); i++) {
            const char *words = sentences_find(sentences[i], key);

            buf_put(page, " | ");
            for (; words && *words; words++)
                buf_put(page, *words == '|' ? "or" : (char[]){*words, '\0'});
        }
        buf_put(page, " |\n");
    }
}

static void write_page(struct library *library, const char *top, struct buf *page)
{
    (void)top;
    for (size_t i = 0; i < test_language_count(); i++)
        sentences[i] = language_sentences(library_language(library, test_languages()[i]));
    put_head(page);
    for (const struct game *const *game = games; *game; game++)
        put_game(*game, page);
    put_rest("Times, and what every game has", "desk.choice.", page);
    put_rest("Their values", "desk.choice-value.", page);
}

int main(int count, char **words)
{
    const struct made_page made = {"options.md", "shows the options as they are", "update-options",
                                   write_page};

    return made_page_main(&made, count, words);
}
