/* SPDX-License-Identifier: MIT */
/* Players' names in orders: "Marco's rope to a5" means his colour's. */
#pragma once

#include "commands/meaning.h"
#include "outbound/wording.h"
#include "play/position.h"

/* Append a line in which what the game calls a seat stands for its player's name. False: the line
 * names nobody, is an order or a command as it is, or would be none.
 * in     wording: has the players' names by seat */
bool seat_names_put(const struct meaning_reader *reader, const struct position *position,
                    const struct wording *wording, const char *line, struct buf *out);
