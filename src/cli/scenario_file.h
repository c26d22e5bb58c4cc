/* SPDX-License-Identifier: MIT */
/* A scenario on disk, and the line that is to blame when a game refuses it. */
#pragma once

#include "rules/scenario.h"
#include "server/library.h"

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
