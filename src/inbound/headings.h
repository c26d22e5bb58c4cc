/* SPDX-License-Identifier: MIT */
/* Lines of a letter that name a game: "game 12", "#12", "Dungeon Twister 12". */
#pragma once

#include "commands/incoming.h"

/* The number of the game that a line names and nothing else; 0 = it is no heading. */
int64_t headings_number(const struct desk *desk, const char *line);
/* Does a line name a game, and say something for it behind? */
bool headings_begins(const struct desk *desk, const char *line);
/* Put a heading before a line. */
enum rc headings_insert(struct orders_in *orders, size_t i, int64_t number, struct err *err);
/* Part each line "Game 1: card 2" into a heading and a line below it. */
enum rc headings_part(struct incoming *incoming, struct err *err);
