/* SPDX-License-Identifier: MIT */
/* The games' rule catalogues, doc/rules/GAME.md, clause by clause. */
#pragma once

#include "rules/game.h"

/* Find a clause ("DT-MOVE-07", in any case) or worked example in the games' catalogues.
 * in     folder: of the catalogues; games: NULL at the end
 * out    text: appended as it stands there, with a line's end; which: its game; NULL = not wanted
 * fails  RC_NOT_FOUND: no catalogue has it; RC_IO: one cannot be read */
enum rc clauses_find(const char *folder, const struct game *const *games, const char *clause,
                     struct buf *text, const struct game **which, struct err *err);
/* Where the catalogues are: in POSTERN_DATADIR of the environment, else beside the folder of
 * templates, else as installed. in templates: NULL = there is no server */
void clauses_folder(const char *templates, struct text *out);
