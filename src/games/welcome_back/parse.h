/* SPDX-License-Identifier: MIT */
/* Slots parse and resolve: orders as players write them.
 * Source: design, section 3; tables 1 to 4 for the names. */
#pragma once

#include "rules/game.h"

enum verdict_kind wb_parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                           const char *line, size_t length, struct order *order,
                           struct verdict *verdict);
enum verdict_kind wb_resolve(const void *rulebook, const void *state, const struct order *order,
                             struct order *canonical, struct order choices[CHOICES_MAX],
                             unsigned *count, struct verdict *verdict);
