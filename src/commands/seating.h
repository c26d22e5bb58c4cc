/* SPDX-License-Identifier: MIT */
/* Who sits where, changed by the administrator, or by the table as a host and all others agreed: an
 * entry `seat` each, with the person sealed.
 * All inside a change of the caller's. Source: design, section 8; doc/record.md, "seat". */
#pragma once

#include "play/position.h"

/* Let a player (or a house seat's account: a bot) take a seat; he is invited, the others told.
 * fails  RC_CONFLICT: he has a seat in this game already */
enum rc seating_replace(struct desk *desk, struct position *position, unsigned who, unsigned seat,
                        int64_t player, bool house, struct err *err);

/* Let two seats change their players, as long as nobody has given an order.
 * fails  RC_CONFLICT: one has, and would leave what he knows to the other */
enum rc seating_swap(struct desk *desk, struct position *position, unsigned seat, unsigned other,
                     struct err *err);
