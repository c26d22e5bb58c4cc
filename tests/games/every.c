/* SPDX-License-Identifier: MIT */
#include "tests/games/every.h"
#include "tests/languages.h"
#include "tests/read.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/own.h"
#include "base/text.h"

#define GAME(name)    extern const struct game name;
#define EXAMPLE(name) extern const struct game name;
#include "games/list.h"
#undef GAME
#undef EXAMPLE

const struct game *const every_game[] = {
#define GAME(name)    &name,
#define EXAMPLE(name) &name,
#include "games/list.h"
#undef GAME
#undef EXAMPLE
    NULL};

static const char *const examples[] = {
#define GAME(name)
#define EXAMPLE(name) #name,
#include "games/list.h"
    NULL};

const struct game *every_game_find(const char *name)
{
    for (const struct game *const *game = every_game; *game; game++)
        if (text_equal((*game)->name, name))
            return *game;
    return NULL;
}

const char *every_path(const char *game, const char *file, char path[EVERY_PATH_BYTES])
{
    const char *top = getenv("top_srcdir");
    struct text text;

    text_init(&text, path, EVERY_PATH_BYTES);
    text_put(&text, top ? top : ".");
    for (unsigned i = 0; examples[i]; i++)
        if (text_equal(examples[i], game)) {
            text_put(&text, "/examples/");
            text_put(&text, game);
        }
    text_put_char(&text, '/');
    text_put(&text, file);
    return path;
}

static void die(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

char *every_read(const char *game, const char *below, size_t *length)
{
    char path[EVERY_PATH_BYTES];

    return read_whole(every_path(game, below, path), length);
}

void *every_rulebook(const struct game *game)
{
    struct game_file file[GAME_FILES_MAX];
    void *rulebook = calloc(1, GAME_RULEBOOK_MAX);
    struct err err = {0};
    unsigned count = game_file_count(game, game_newest(game));

    for (unsigned i = 0; i < count; i++) {
        char name[EVERY_PATH_BYTES];

        snprintf(name, sizeof name, "data/%s", game->files[i]);
        file[i].name = game->files[i];
        file[i].text = every_read(game->name, name, &file[i].length);
    }
    if (!rulebook || game->rules->load(file, count, game_newest(game), rulebook, &err) != RC_OK)
        die(game->name, err.text);
    while (count > 0)
        free((char *)(uintptr_t)file[--count].text);
    return rulebook;
}

static void add_words(const struct game *game, const char *language, struct lexicon *lexicon)
{
    char name[EVERY_PATH_BYTES];
    struct err err = {0};
    size_t length;
    OWN_MEMORY char *text = NULL;

    snprintf(name, sizeof name, "templates/%s/%s.words", language, game->name);
    text = every_read(game->name, name, &length);
    if (lexicon_add(lexicon, name, text, length, &err) != RC_OK)
        die(name, err.text);
}

static void start_words(const struct game *game, struct arena *arena, struct lexicon *lexicon)
{
    enum { BYTES = 1 << 18 };

    free(arena->at);
    arena_init(arena, malloc(BYTES), BYTES);
    lexicon_init(lexicon, game->text->terms, game->text->term_count, arena);
}

const struct lexicon *every_lexicon(const struct game *game)
{
    const char *const *languages = test_languages();
    static struct lexicon lexicon;
    static struct arena arena;

    start_words(game, &arena, &lexicon);
    for (size_t i = 0; languages[i]; i++)
        add_words(game, languages[i], &lexicon);
    return &lexicon;
}

const struct lexicon *every_words(const struct game *game, const char *language)
{
    static struct lexicon lexicon;
    static struct arena arena;

    start_words(game, &arena, &lexicon);
    add_words(game, language, &lexicon);
    return &lexicon;
}
