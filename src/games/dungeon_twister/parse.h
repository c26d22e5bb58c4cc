/* SPDX-License-Identifier: MIT */
/* Orders as players write them. Sees no position: what a line leaves open stands as DT_EITHER,
 * DT_TOWARDS, … of tables.h and is filled in by resolve.
 * Source: design, section 6; words are data, templates/<language>/dungeon_twister.words. */
#pragma once

#include "games/dungeon_twister/state.h"

/* The game's `parse` slot; see rules/game.h. */
enum verdict_kind dt_parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                           const char *line, size_t length, struct order *order,
                           struct verdict *verdict);
