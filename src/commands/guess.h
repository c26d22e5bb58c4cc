/* SPDX-License-Identifier: MIT */
/* Which commands somebody may mean whose line is understood by none: by the words that it shares
 * with theirs. They are shown, never carried out. */
#pragma once

#include "commands/command.h"

enum { GUESSES_SHOWN = 3 };

/* Rows of a table (name NULL at its end), the likeliest first; without those of a seat where
 * game is NULL, and by no word that the game has. returns how many */
unsigned guess_commands(const struct command *table, const struct library *library,
                        const struct language *language, const char *line, const struct game *game,
                        const struct command *guess[GUESSES_SHOWN]);
