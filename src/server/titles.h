/* SPDX-License-Identifier: MIT */
/* Games by what people call them: exact name, title and the names of the sentence GAME.called, in
 * every language, with a slip of the finger. */
#pragma once

#include "server/library.h"

/* The game that a text names, whole or by the beginning of a name; NULL = none, or several. */
const struct game *titles_find(const struct library *library, const char *text, size_t length);
/* The game whose name begins here and takes the most words; NULL = none.
 * out    *used: bytes of it */
const struct game *titles_at(const struct library *library, const char *text, size_t length,
                             size_t *used);
/* The first game that a line names; NULL = none. */
const struct game *titles_within(const struct library *library, const char *text);
/* Append a text in which the first game named stands by its exact name. */
void titles_put(const struct library *library, const char *text, struct buf *out);
