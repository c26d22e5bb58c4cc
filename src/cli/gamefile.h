/* SPDX-License-Identifier: MIT */
/* A file that describes a whole new game, in the syntax of the configuration: the same options as
 * those of `game new`, to be kept, shared and used again.
 *
 *     [game]      game = dungeon_twister, rules = VERSION, scenario = FILE
 *     [seats]     1 = Ada, 2 = Ben: name, address or number of a player
 *     [options]   those of the game: boxes = both
 *     [time]      turn = 3d, reply = 36h, free = sat+sun
 *
 * Sections in brackets, `key = value` lines; '#' or ';' starts a comment line. */
#pragma once

#include "cli/cli.h"
#include "rules/scenario.h"
#include "server/library.h"

/* Add what the file says to the words and options of the command line, behind what was written
 * there: that counts where only one can.
 * in     text: of the file, altered and referred to from cli as long as that lives; source: its
 *        name for errors
 * fails  RC_USAGE with line: not understood, a section or key unknown, twice or out of order */
enum rc gamefile_apply(struct cli *cli, const char *source, struct buf *text, struct err *err);

/* ---- a scenario on disk, and the line that is to blame when a game refuses it ---- */

/* Read a file.
 * fails  with the file's name, and the line where there is one: RC_NOT_FOUND, RC_IO, and those of
 *        scenario_read */
enum rc scenario_file_read(const char *file, struct scenario *scenario, struct err *err);
/* The game of a scenario. fails RC_BAD_INPUT: there is none of this name */
enum rc scenario_file_game(const struct library *library, const char *file,
                           const struct scenario *scenario, const struct game **game,
                           struct err *err);
/* What the game says against its options, as an error with file and line. Returns its code. */
enum rc scenario_file_refuse(const struct library *library, const struct game *game,
                             const char *file, const struct scenario *scenario,
                             const struct verdict *verdict, struct err *err);
