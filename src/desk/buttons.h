/* Which of a question's legal orders a letter shows ready-made, to be sent with one tap.
 *
 * All of them when they are few. Of many, those of the kinds that have the fewest: ending the turn,
 * a card, each way to turn a room; not the hundred walks. Always whole kinds, so that what is
 * missing is missing for a reason that the player sees. */
#ifndef POSTERN_DESK_BUTTONS_H
#define POSTERN_DESK_BUTTONS_H

#include <stdint.h>

#include "rules/order.h"

enum {
    BUTTONS_ALL = 40, /* so many orders are all shown */
    BUTTONS_SOME = 24 /* of more than that, at most so many */
};

/* Pick from a list of legal orders; returns how many.
 * out    pick: indices into the list, ascending */
unsigned buttons_pick(const struct order *list, unsigned count, uint16_t pick[BUTTONS_ALL]);

#endif
