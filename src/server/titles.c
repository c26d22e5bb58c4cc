/* SPDX-License-Identifier: MIT */
/* Compares what somebody wrote with all names that a game has, letters and figures alone. Which
 * names those are is the games' sentences' business. */
#include "server/titles.h"

#include <stdio.h>

#include "rules/lexicon.h"

enum {
    NAME_BYTES = 64,
    WORDS_MOST = 8,  /* of a title */
    SLIPS_FROM = 10, /* letters of a name in which slips are forgiven; a person may be called */
    SLIPS_MOST = 2,  /* "Twisted" */
    BEGINNING_LEAST = 3
};

static size_t squeeze(const char *text, size_t length, char out[NAME_BYTES])
{
    char folded[2 * NAME_BYTES];
    size_t done = 0;

    if (length >= sizeof folded)
        return 0;
    length = lexicon_fold(text, length, folded, NULL, sizeof folded);
    for (size_t i = 0; i < length; i++)
        if (text_is_letter(folded[i]) || text_is_digit(folded[i])) {
            if (done + 1 == NAME_BYTES)
                return 0;
            out[done++] = text_lower(folded[i]);
        }
    out[done] = '\0';
    return done;
}

/* What is looked for, and the nearest so far. */
struct look {
    char wanted[NAME_BYTES];
    size_t length;
    bool by_beginning;
    unsigned slips; /* of the nearest */
    const struct game *game;
    bool several; /* as near as that */
};

static void try_name(struct look *look, const struct game *game, const char *name, size_t length)
{
    char squeezed[NAME_BYTES];
    size_t count;
    unsigned limit = look->length < SLIPS_FROM ? 0 : SLIPS_MOST;
    unsigned slips = limit + 1;

    /* What stands before a title is none of it; most names need no second look. */
    if (text_is_letter(*name) && text_lower(*name) != look->wanted[0])
        return;
    count = squeeze(name, length, squeezed);
    if (!count || squeezed[0] != look->wanted[0])
        return;
    if (!look->by_beginning)
        slips = text_distance(look->wanted, look->length, squeezed, count, limit);
    else if (count >= look->length && memcmp(squeezed, look->wanted, look->length) == 0)
        slips = 0;
    if (slips > limit || (look->game && slips > look->slips))
        return;
    look->several = look->game && look->game != game && slips == look->slips;
    look->game = game;
    look->slips = slips;
}

static void try_list(struct look *look, const struct game *game, const char *list)
{
    while (list && *list) {
        size_t length = strcspn(list, ",");

        try_name(look, game, list, length);
        list += length + strspn(list + length, ", ");
    }
}

static void try_game(struct look *look, const struct library *library, const struct game *game)
{
    static const char *const lists[] = {"title", "called"};
    const struct language *language;
    char key[NAME_BYTES];

    try_name(look, game, game->name, strlen(game->name));
    try_name(look, game, game->title, strlen(game->title));
    for (size_t i = 0; (language = library_language_at(library, i)) != NULL; i++)
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
            snprintf(key, sizeof key, "%s.%s", game->name, lists[k]);
            try_list(look, game, sentences_find(language_sentences(language), key));
        }
}

static const struct game *look_for(const struct library *library, const char *text, size_t length,
                                   bool by_beginning, unsigned *slips)
{
    struct look look = {.by_beginning = by_beginning};

    look.length = squeeze(text, length, look.wanted);
    if (!look.length || (by_beginning && look.length < BEGINNING_LEAST))
        return NULL;
    for (const struct game *const *game = library_games(library); *game; game++)
        try_game(&look, library, *game);
    *slips = look.slips;
    return look.several ? NULL : look.game;
}

const struct game *titles_find(const struct library *library, const char *text, size_t length)
{
    unsigned slips;
    const struct game *game = look_for(library, text, length, false, &slips);

    return game ? game : look_for(library, text, length, true, &slips);
}

const struct game *titles_at(const struct library *library, const char *text, size_t length,
                             size_t *used)
{
    static const char between[] = " \t", ends[] = " \t,;:.!?\"";
    const struct game *found = NULL;
    unsigned slips, fewest = SLIPS_MOST;
    size_t at = 0;

    for (unsigned words = 0; words < WORDS_MOST && at < length; words++) {
        size_t end = at + strcspn(text + at, ends);
        const struct game *game = end > length ? NULL : look_for(library, text, end, false, &slips);

        if (game && slips <= fewest) { /* "dungeon twister me" is not one word longer */
            found = game;
            fewest = slips;
            *used = end;
        }
        if (end >= length || !strchr(between, text[end]))
            break;
        at = end + strspn(text + end, between);
    }
    return found;
}

const struct game *titles_within(const struct library *library, const char *text)
{
    const struct game *game = NULL;
    size_t used;

    for (; *text && !game; text += strspn(text, " ")) {
        game = titles_at(library, text, strlen(text), &used);
        text += strcspn(text, " ");
    }
    return game;
}

void titles_put(const struct library *library, const char *text, struct buf *out)
{
    size_t used = 0;

    while (*text) {
        const struct game *game = titles_at(library, text, strlen(text), &used);
        size_t word = strcspn(text, " ");

        if (game) {
            buf_put(out, game->name);
            text += used;
            break;
        }
        word += strspn(text + word, " ");
        buf_put_bytes(out, text, word);
        text += word;
    }
    buf_put(out, text);
}
