/* SPDX-License-Identifier: MIT */
/* Terms of a game as people say them: "every Sunday and Wednesday at 20:00, Rome time", "3 days a
 * turn", "only people around 1500". Words: templates/<language>/commands.words, "term.…". Pure but
 * for the names of zones. */
#pragma once

#include "rules/lexicon.h"

/* Part a line in what says terms, as exact words ("turn=wed+sun@20:00 reply=wed+sun@20:00
 * zone=Europe/Rome"), and the rest. False: it says none, or in exact words alone. */
bool plain_terms_take(const struct lexicon *words, const char *line, struct buf *terms,
                      struct buf *rest);
