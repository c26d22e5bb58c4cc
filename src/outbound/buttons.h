/* SPDX-License-Identifier: MIT */
/* Which of a question's legal orders a letter shows ready-made, to be sent with one tap.
 *
 * All of them when they are few. Of many, those of the kinds that the game marks (ORDER_ONE_TAP):
 * ending the turn, a card, each way to turn a room; and of the others those kinds that have the
 * fewest, not the hundred walks. Always whole kinds, so that what is missing is missing for a
 * reason that the player sees. */
#pragma once

#include "rules/order.h"

enum {
    BUTTONS_FEW = 6,  /* so many orders are shown one by one, whatever they are */
    BUTTONS_ALL = 40, /* so many orders are all shown */
    BUTTONS_SOME =
        24, /* of more than that, so many at most, unless there are more of marked kinds */
    BUTTONS_MOST = 160 /* no position has so many of marked kinds */
};

/* Pick from a list of legal orders; returns how many.
 * in     kinds: what the game says of each of its kinds
 * out    pick: indices into the list, ascending */
unsigned buttons_pick(const struct order *list, unsigned count, const struct order_kind *kinds,
                      unsigned kind_count, uint16_t pick[BUTTONS_MOST]);
