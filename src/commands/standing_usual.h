/* SPDX-License-Identifier: MIT */
/* "standing keep", "standing usual": lines from one game to the next. */
#pragma once

#include "commands/incoming.h"

/* Keep the lines in force for the player's next games of this kind; steps of a plan are not kept,
 * and no line in force means that none is kept any more. */
enum rc standing_keep(struct incoming *incoming, struct err *err);
