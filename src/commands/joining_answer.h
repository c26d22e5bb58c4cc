/* SPDX-License-Identifier: MIT */
/* What a letter answers to "which name shall others see?", and to an invitation. Names live in the
 * letter or in the buffers given. */
#pragma once

#include "commands/incoming.h"

/* The name that is given; "" = the one that was read; NULL = neither. */
const char *joining_given_name(const struct incoming *incoming, struct buf *said,
                               struct buf *exact);
/* Does it say the name again that he asked for: "si sergio"?
 * in     asked: that line, or NULL */
bool joining_says_again(const struct incoming *incoming, const char *asked);
/* Who is invited accepts by "join" or by a yes, perhaps beside his name; "" = without one. Whoever
 * asks or denies anything does not, nor who only says who he is: NULL. */
const char *joining_accepting_name(const struct incoming *incoming, struct buf *exact);
