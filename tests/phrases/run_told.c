/* SPDX-License-Identifier: MIT */
/* Every order that a case gives, in each language but English: a letter shows it in the reader's
 * words, which tell_order has read back, and leaves none of the canonical ones. Made, not listed: a
 * new kind of order is tried as soon as a case gives it, and each must be given by one. */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "tell/tell.h"
#include "tests/languages.h"
#include "tests/phrases/shipped.h"

enum { PATH_BYTES = 4096, LINE_BYTES = 1024, KINDS_MOST = 64 };

/* What no case gives: squares of one name with a room, and standing lines. */
static const struct {
    const char *game, *line;
} more[] = {{"dungeon_twister", "1> put blue warrior e1 => done"},
            {"dungeon_twister", "1> put yellow wizard e2 => done"},
            {"dungeon_twister", "2> put yellow rope e4 => done"},
            {"dungeon_twister", "2> put blue armor e3 => done"}};
static const struct {
    const char *game, *line;
} standing[] = {{"dungeon_twister", "if attacked: combat 3"},
                {"dungeon_twister", "if attacking with blue thief and ahead 2: combat 0"},
                {"dungeon_twister", "if yellow troll on b4: thief attacks troll else ask"},
                {"dungeon_twister", "place sword w1 e2"},
                {"dungeon_twister", "place any w1 w2"},
                {"dungeon_twister", "put any"}};

static struct library *library;
static unsigned told, wrong;

/* "Goblin" is what it is called in both. */
static bool is_shared(const struct lexicon *own, const char *word, size_t length)
{
    char folded[LINE_BYTES];
    uint16_t term[8];
    size_t used;

    length = lexicon_fold(word, length, folded, NULL, sizeof folded);
    return lexicon_match_whole(own, folded, length, term, 8, &used) && used == length;
}

/* The first canonical word that stands in both; NULL if none does. */
static const char *left_in_english(const struct lexicon *own, const char *line, const char *words,
                                   size_t *length)
{
    for (const char *at = line; *at; at += *length + strspn(at + *length, " :")) {
        *length = strcspn(at, " :");
        if (strcspn(at, "0123456789") < *length || is_shared(own, at, *length))
            continue;
        for (const char *in = words; *in; in += strcspn(in, " :"), in += strspn(in, " :"))
            if (strcspn(in, " :") == *length && memcmp(in, at, *length) == 0)
                return at;
    }
    return NULL;
}

static void tell_in(const struct language *language, const struct game *game, const void *rulebook,
                    unsigned seat, const char *line, bool stands)
{
    const struct lexicon *lexicon = language_lexicon(language, game);
    const struct tell tell = {
        .sentences = language_sentences(language), .game = game, .lexicon = lexicon};
    OWN(buf) words = {0};
    size_t length;

    if (stands)
        tell_standing(&tell, rulebook, seat, line, &words);
    else
        tell_order(&tell, rulebook, seat, line, &words);
    told++;
    if (!left_in_english(lexicon->own, line, buf_text(&words), &length))
        return;
    printf("# %s: \"%s\" is told as \"%s\"\n", language_code(language), line, buf_text(&words));
    wrong++;
}

/* "1> card 3    => done" */
static void try_line(const struct game *game, const void *rulebook, const char *line,
                     bool given[KINDS_MOST])
{
    const char *end = strstr(line, "=> done");
    unsigned seat = (unsigned)(line[0] - '0');
    size_t length = end ? (size_t)(end - line) : 0;
    struct order order = {0};
    char text[LINE_BYTES];

    if (!length || seat < 1 || seat > 9 || line[1] != '>')
        return;
    while (length > 3 && line[length - 1] == ' ')
        length--;
    snprintf(text, sizeof text, "%.*s", (int)length - 3, line + 3);
    if (strchr(text, '?') || !game->text->read_order(rulebook, seat, text, strlen(text), &order) ||
        game->text->kinds[order.kind].flags & ORDER_BY_TABLE)
        return;
    given[order.kind] = true;
    for (size_t i = 1; i < test_language_count(); i++)
        tell_in(library_language(library, test_languages()[i]), game, rulebook, seat, text, false);
}

/* A kind that no case gives is an order of one word, or one that resolve makes another of. */
static bool is_given(const struct game *game, const void *rulebook, unsigned kind,
                     bool given[KINDS_MOST])
{
    char line[LINE_BYTES];

    snprintf(line, sizeof line, "1> %s => done", game->text->kinds[kind].key);
    try_line(game, rulebook, line, given);
    return given[kind] || game->text->kinds[kind].flags & ORDER_BY_TABLE ||
           text_equal(game->text->kinds[kind].key, "go");
}

static void try_cases(const struct game *game)
{
    bool given[KINDS_MOST] = {false};
    char path[PATH_BYTES], line[LINE_BYTES];
    const void *rulebook;
    struct err err = {0};
    glob_t found;

    snprintf(path, sizeof path, "%s/tests/cases/%s/*.case", shipped_top(), game->name);
    if (glob(path, 0, NULL, &found) != 0 ||
        library_rulebook(library, game, game_newest(game), &rulebook, &err) != RC_OK) {
        printf("# %s: %s\n", path, err.text);
        wrong++;
        return;
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *file = fopen(found.gl_pathv[i], "r");

        while (file && fgets(line, sizeof line, file))
            try_line(game, rulebook, line, given);
        if (file)
            fclose(file);
    }
    globfree(&found);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (text_equal(more[i].game, game->name))
            try_line(game, rulebook, more[i].line, given);
    for (size_t i = 0; i < sizeof standing / sizeof *standing; i++)
        for (size_t l = 1; l < test_language_count() && text_equal(standing[i].game, game->name);
             l++)
            tell_in(library_language(library, test_languages()[l]), game, rulebook, 1,
                    standing[i].line, true);
    for (unsigned kind = 0; kind < game->text->kind_count; kind++)
        if (!is_given(game, rulebook, kind, given)) {
            printf("# %s: no case gives \"%s\"\n", game->name, game->text->kinds[kind].key);
            wrong++;
        }
}

int main(void)
{
    library = shipped_library();
    printf("1..1\n");
    for (const struct game *const *game = games; *game; game++)
        try_cases(*game);
    printf("%s - %u orders are told in their readers' words, %u are not\n",
           told && !wrong ? "ok" : "not ok", told - wrong, wrong);
    return told && !wrong ? 0 : 1;
}
