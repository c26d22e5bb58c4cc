/* SPDX-License-Identifier: MIT */
/* The shipped words of all languages, read together as the desk reads them: a line means the same
 * in each language, and no language lacks a name. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "tests/games/every.h"
#include "tests/languages.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { PATH_BYTES = 4096, ARENA_BYTES = 1 << 18, FILES_MAX = 8 };

static char *read_file(const char *game, const char *folder, const char *name, const char *ending,
                       size_t *length)
{
    char below[PATH_BYTES];

    snprintf(below, sizeof below, "%s/%s%s", folder, name, ending);
    return every_read(game, below, length);
}

static void add_language(struct lexicon *lexicon, const char *language, const char *game)
{
    char folder[64];
    struct err err = {0};
    size_t length;
    OWN_MEMORY char *text = NULL;

    snprintf(folder, sizeof folder, "templates/%s", language);
    text = read_file(game, folder, game, ".words", &length);
    if (lexicon_add(lexicon, language, text, length, &err) != RC_OK)
        fail_msg("%s/%s line %u: %s", language, game, err.line, err.text);
}

TEST(every_language_has_a_name_for_every_term)
{
    static _Alignas(16) char block[ARENA_BYTES];
    static struct lexicon lexicon;

    for (const struct game *const *game = every_game; *game; game++)
        for (const char *const *language = test_languages(); *language; language++) {
            struct arena arena;

            arena_init(&arena, block, sizeof block);
            lexicon_init(&lexicon, (*game)->text->terms, (*game)->text->term_count, &arena);
            add_language(&lexicon, *language, (*game)->name);
            if (lexicon_missing(&lexicon))
                fail_msg("%s/%s lacks %s", *language, (*game)->name, lexicon_missing(&lexicon));
        }
}

static void load_rulebook(const struct game *game, void *rulebook)
{
    struct game_file file[FILES_MAX];
    struct err err = {0};
    unsigned count = 0, newest = 0;

    for (; count < FILES_MAX && game->files[count]; count++) {
        file[count].name = game->files[count];
        file[count].text =
            read_file(game->name, "data", game->files[count], "", &file[count].length);
    }
    while (game->versions[newest + 1])
        newest++;
    memset(rulebook, 0, GAME_RULEBOOK_MAX);
    if (game->rules->load(file, count, game->versions[newest], rulebook, &err) != RC_OK)
        fail_msg("%s", err.text);
    for (unsigned i = 0; i < count; i++)
        free((char *)(uintptr_t)file[i].text);
}

static struct order read_line(const struct game *game, const void *rulebook,
                              const struct lexicon *lexicon, const char *line)
{
    struct verdict verdict;
    struct order order;

    memset(&order, 0, sizeof order);
    if (game->text->parse(rulebook, lexicon, 1, line, strlen(line), &order, &verdict) !=
        VERDICT_DONE)
        fail_msg("\"%s\" is not understood: %s at %u", line, verdict.reason, verdict.column);
    return order;
}

TEST(a_line_means_the_same_in_every_language)
{
    static _Alignas(16) char block[ARENA_BYTES], rulebook[GAME_RULEBOOK_MAX];
    static struct lexicon lexicon;

    for (const struct game *const *game = every_game; *game; game++) {
        struct arena arena;

        load_rulebook(*game, rulebook);
        arena_init(&arena, block, sizeof block);
        lexicon_init(&lexicon, (*game)->text->terms, (*game)->text->term_count, &arena);
        for (const char *const *language = test_languages(); *language; language++)
            add_language(&lexicon, *language, (*game)->name);
        ROWS_EACH(row, "tests/letter/words_files.rows", "a_line_means_the_same_in_every_language") {
            struct order english, other;

            if (!text_equal(row.cell[0], (*game)->name))
                continue;
            english = read_line(*game, rulebook, &lexicon, row.cell[1]);
            for (int j = 1; j < 3; j++) {
                other = read_line(*game, rulebook, &lexicon, row.cell[1 + j]);
                if (memcmp(&english, &other, sizeof other) != 0)
                    fail_msg("\"%s\" is read otherwise than \"%s\"", row.cell[1 + j], row.cell[1]);
            }
        }
    }
}

TESTS(NULL, NULL)
