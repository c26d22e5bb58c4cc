#include "games/games.h"

#include <stddef.h>

#include "base/text.h"
#include "games/dungeon_twister/dungeon_twister.h"
#include "games/welcome_back/game.h"

const struct game *const games[] = {&dungeon_twister, &welcome_back, NULL};

const struct game *games_find(const char *name)
{
    for (const struct game *const *game = games; *game; game++)
        if (text_equal((*game)->name, name))
            return *game;
    return NULL;
}
