/* SPDX-License-Identifier: MIT */
/* Tournaments by letter: "tournaments", "enter N WORDS", "leave N", "standings N", and on a
 * ladder "ladder N NAME", to challenge. */
#pragma once

#include "commands/incoming.h"

enum rc tournaments_letter_list(struct incoming *incoming, const char *arguments, struct err *err);
/* Ask the administrator for a tournament. */
enum rc tournaments_letter_organize(struct incoming *incoming, const char *arguments,
                                    struct err *err);
enum rc tournaments_letter_enter(struct incoming *incoming, const char *arguments, struct err *err);
/* The newest tournament whose name stands in these words, and where; *id 0: none. */
enum rc tournaments_letter_find(struct desk *desk, const char *words, int64_t *id, const char **at,
                                size_t *length, struct err *err);
/* Enter the newest tournament of this name; *found false: there is none, and nothing is said. */
enum rc tournaments_letter_join(struct incoming *incoming, const char *name, bool *found,
                                struct err *err);
enum rc tournaments_letter_leave(struct incoming *incoming, const char *arguments, struct err *err);
enum rc tournaments_letter_ladder(struct incoming *incoming, const char *arguments,
                                  struct err *err);
enum rc tournaments_letter_standings(struct incoming *incoming, const char *arguments,
                                     struct err *err);
