/* SPDX-License-Identifier: MIT */
/* Calls a game's slots, and does the usual thing where a game has none. */
#include "rules/game.h"

unsigned game_secrets_of(const struct game *game, const void *rulebook, const void *before,
                         const struct order *order, struct secret secret[SECRETS_MAX])
{
    return game->secrets ? game->secrets->of_order(rulebook, before, order, secret) : 0;
}

bool game_may_know(const struct game *game, const void *rulebook, const void *state,
                   const char *name, unsigned seat)
{
    return game->secrets && game->secrets->may_know(rulebook, state, name, seat);
}

void game_view(const struct game *game, const void *rulebook, const void *state, unsigned seat,
               void *view)
{
    if (game->secrets)
        game->secrets->view(rulebook, state, seat, view);
    else
        memcpy(view, state, game->state_bytes);
}

void game_learn(const struct game *game, const void *rulebook, const void *after, unsigned seat,
                void *view)
{
    if (game->secrets && game->secrets->learn)
        game->secrets->learn(rulebook, after, seat, view);
}

unsigned game_introduce(const struct game *game, const void *rulebook, const void *view,
                        const struct event *event, uint16_t term[], unsigned most)
{
    return game->show && game->show->introduce
               ? game->show->introduce(rulebook, view, event, term, most)
               : 0;
}

void game_write_place(const struct game *game, int place, struct text *out)
{
    if (game->text->write_place)
        game->text->write_place(place, out);
    else
        text_put_int(out, place);
}

void game_scene(const struct game *game, const void *rulebook, const void *view, unsigned seat,
                const struct game_past *last, unsigned count, struct scene *scene)
{
    static const struct scene_symbol nothing = {0};

    if (game->show)
        game->show->scene(rulebook, view, seat, last, count, scene);
    else
        scene_init(scene, &nothing, 1, seat);
}

int game_points(const struct game *game, const void *rulebook, const void *view, unsigned seat)
{
    return game->show && game->show->points ? game->show->points(rulebook, view, seat) : -1;
}

const char *const *game_held_seals(const struct game *game)
{
    static const char *const none[] = {NULL};

    return game->secrets && game->secrets->held ? game->secrets->held : none;
}

const char *game_newest(const struct game *game)
{
    const char *const *version = game->versions;

    while (version[1])
        version++;
    return *version;
}

unsigned game_file_count(const struct game *game, const char *version)
{
    unsigned count = 0;

    if (game->file_count)
        return game->file_count(version);
    while (game->files[count])
        count++;
    return count;
}

const struct game_option *game_option(const struct game *game, const char *name, size_t length)
{
    for (const struct game_option *option = game->text->options; option && option->name; option++)
        if (text_is(name, length, option->name))
            return option;
    return NULL;
}
