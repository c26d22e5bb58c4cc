/* SPDX-License-Identifier: MIT */
/* An earlier practice opponent for the bench. earlier.sh compiles this file with an earlier
 * commit's sources to a library of its own, so nothing but these functions is shared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "games/games.h"

enum { DATA_BYTES = 1 << 17 };

struct earlier {
    const struct game *game;
    void *rulebook;
};

size_t earlier_state_bytes(const struct earlier *earlier);
struct earlier *earlier_load(const char *name, const char *version, const char *data);
struct bot *earlier_sit(const struct earlier *earlier, const char *level, unsigned long nodes,
                        uint64_t seed);
bool earlier_choose(struct bot *bot, const void *view, unsigned seat, struct order *order);

size_t earlier_state_bytes(const struct earlier *earlier)
{
    return earlier->game->state_bytes;
}

struct earlier *earlier_load(const char *name, const char *version, const char *data)
{
    struct game_file file[GAME_FILES_MAX];
    struct earlier *earlier = calloc(1, sizeof *earlier);
    unsigned count = 0;

    earlier->game = games_find(name);
    if (!earlier->game)
        return NULL;
    earlier->rulebook = calloc(1, earlier->game->rulebook_bytes);
    for (; earlier->game->files[count]; count++) {
        char path[512], *text = malloc(DATA_BYTES);
        FILE *stream;

        snprintf(path, sizeof path, "%s/%s", data, earlier->game->files[count]);
        stream = fopen(path, "rb");
        if (!stream || !text)
            return NULL;
        file[count] = (struct game_file){earlier->game->files[count], text, 0};
        file[count].length = fread(text, 1, DATA_BYTES, stream);
        fclose(stream);
    }
    return earlier->game->rules->load(file, count, version, earlier->rulebook, NULL) ? NULL
                                                                                     : earlier;
}

struct bot *earlier_sit(const struct earlier *earlier, const char *level, unsigned long nodes,
                        uint64_t seed)
{
    struct bot *bot = calloc(1, sizeof *bot);

    bot->game = earlier->game;
    bot->rulebook = earlier->rulebook;
    bot->level = bot_level_find(level);
    bot->nodes = nodes;
    bot->seed = seed;
    return bot;
}

bool earlier_choose(struct bot *bot, const void *view, unsigned seat, struct order *order)
{
    return bot_choose(bot, view, seat, order);
}
