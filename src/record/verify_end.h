/* SPDX-License-Identifier: MIT */
/* Is a game that is over also finished, that is, open? What is still closed, by name, and what only
 * its player can open. Private to this folder.
 *
 * Source: doc/record.md, "Finished". */
#pragma once

#include "record/record.h"
#include "record/verify.h"

/* After the last entry of a record that is true: fill in what is not open.
 * in     is_undone: by entry index */
void verify_end(const struct record *record, const bool *is_undone, struct verify *verify);
