/* SPDX-License-Identifier: MIT */
/* "on time": what a player orders for the moment at which his time runs out. The rules' own default
 * ("pass"), the draft that he left and then the default ("draft"), or to resign ("resign"). The
 * order holds for one game and is sealed in its log beside his standing answers, so that nobody
 * else knows it; one that ends a game is opened before the order that it gives.
 *
 * Standing answers come before all of it. Source: design, section 7; DT-TIMER, WB-TIMER. */
#pragma once

#include "commands/incoming.h"

/* "on time pass|draft|resign"; alone: what is set. */
enum rc ontime_set(struct incoming *incoming, const char *arguments, struct err *err);

/* A deadline has passed, nothing was ordered: carry out the seat's draft if he wished so. The
 * position is asked for again. *given: an order was carried out. */
enum rc ontime_draft(struct desk *desk, struct position **position, const struct timing_open *open,
                     bool *given, struct err *err);
