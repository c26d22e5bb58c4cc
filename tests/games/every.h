/* SPDX-License-Identifier: MIT */
/* Every game of src/games/list.mk, those that are shipped and the examples, and where its files
 * lie. */
#pragma once

#include "rules/game.h"

/* NULL at the end. */
extern const struct game *const every_game[];
/* The game with this name, or NULL. */
const struct game *every_game_find(const char *name);

enum { EVERY_PATH_BYTES = 4096 };
/* The path of a file of a game below top_srcdir, "templates/en/hex.words": examples have their own
 * folders. Returns path. */
const char *every_path(const char *game, const char *file, char path[EVERY_PATH_BYTES]);
/* The bytes of such a file; owned, a zero behind them. The program ends when there is none. */
char *every_read(const char *game, const char *below, size_t *length);
/* The game's rulebook for its newest version, from its own data files; caller frees. The program
 * ends when it is refused. */
void *every_rulebook(const struct game *game);
/* Its words of all shipped languages in one lexicon. The program ends when one is refused. */
const struct lexicon *every_lexicon(const struct game *game);
/* Its words of one language alone. */
const struct lexicon *every_words(const struct game *game, const char *language);
