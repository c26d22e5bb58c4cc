/* SPDX-License-Identifier: MIT */
/* What a seat's standing answers, a list of lines, decide about one question. The lines are the
 * game's to read (slot `standing`); how a list is walked is the same for every game:
 *
 * The first line that gives an order decides. Failing that, if a line says "ask", wherever it
 * stands, the player is asked. Failing that, if any line spoke to the question though its
 * conditions did not hold, the question's own fallback is taken at once. Else the player is
 * asked. */
#ifndef POSTERN_RULES_STANDING_H
#define POSTERN_RULES_STANDING_H

#include <stddef.h>

#include "rules/game.h"

/* Reasons of a line that orders nothing: compare by text_equal. */
#define STANDING_OTHER "standing.other" /* speaks of something else */
#define STANDING_UNMET "standing.unmet" /* speaks of this; its conditions do not hold */
#define STANDING_ASK   "standing.ask"   /* wants the player to be asked */

struct standing_line {
    const char *text;
    size_t length; /* bytes */
};

enum standing_result {
    STANDING_IS_ASKED,  /* no line decides */
    STANDING_ORDERS,    /* line `used` gives `order` */
    STANDING_FALLS_BACK /* take the question's fallback now; order is set when it is an order */
};

/* Walk a seat's lines for one of its open questions. A line that the game's check refuses as an
 * order counts as unmet.
 * in     lines still in force, in their order (see game.standing_term)
 * out    order and *used as the result says; used may be NULL */
enum standing_result standing_decide(const struct game *game, const void *rulebook,
                                     const struct lexicon *lexicon, const void *state,
                                     const struct decision *decision,
                                     const struct standing_line *line, unsigned count,
                                     struct order *order, unsigned *used);

#endif
