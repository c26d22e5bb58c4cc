/* SPDX-License-Identifier: MIT */
/* Orders that wait: a letter whose first line is "draft", or any letter of a player who set "draft
 * on", is tried and kept; "confirm" carries it out. One draft for each seat, the newest.
 * Source: design, section 7. */
#pragma once

#include "commands/incoming.h"

/* Are the letter's orders to be kept instead of carried out? */
bool draft_is_meant(const struct incoming *incoming);
/* Keep the letter's orders. */
enum rc draft_keep(struct incoming *incoming, struct err *err);
/* After a letter's orders: what gives the game up is kept for "confirm", and what an earlier letter
 * left so is dropped once another order was carried out. */
enum rc draft_after(struct incoming *incoming, const struct line_outcome *outcome, struct err *err);
/* "confirm": the draft's orders become the letter's own. */
enum rc draft_confirm(struct incoming *incoming, const char *arguments, struct err *err);
/* Take a seat's draft out to carry it out; no lines where there is none. Its flags say "all".
 * out    orders: orders_fini in any case */
enum rc draft_take(struct desk *desk, int64_t game, unsigned seat, struct orders_in *orders,
                   struct err *err);
/* Does a draft wait? */
enum rc draft_waits(struct desk *desk, int64_t game, unsigned seat, bool *waits, struct err *err);
