/* SPDX-License-Identifier: MIT */
/* Finds a game by its name in the list that the build makes from list.mk. */
#include "games/games.h"

/* The list is made by the build; see src/games/list.mk. */
#define EXAMPLE(name)
#define GAME(name) extern const struct game name;
#include "games/list.h"
#undef GAME

const struct game *const games[] = {
#define GAME(name) &name,
#include "games/list.h"
#undef GAME
    NULL};

const struct game *games_find(const char *name)
{
    for (const struct game *const *game = games; *game; game++)
        if (text_equal((*game)->name, name))
            return *game;
    return NULL;
}
