/* SPDX-License-Identifier: MIT */
/* Orders as canonical text, and the seals in them. "aside smoke-bomb", "deck [deck/1/1] …",
 * "open deck/2/7 goblin", "open special/1 mimic".
 * Source: doc/rules/welcome-back.md; design, section 3. */
#pragma once

#include "games/welcome_back/cards.h"

/* Does the order have a known kind and just the arguments of that kind, each in its range? Only
 * cards of the table's draws may be unknown. */
bool wb_order_is_whole(const struct order *order);

bool wb_read_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                   struct order *order);
void wb_write_order(const void *rulebook, const void *before, const struct order *order,
                    enum order_form form, struct text *out);
unsigned wb_secrets(const void *rulebook, const void *before, const struct order *order,
                    struct secret secret[SECRETS_MAX]);

/* Names of seals: "deck/2/7", "special/1"; place and number from 1. */
void wb_write_deck_name(unsigned round, unsigned place, struct text *out);
void wb_write_special_name(unsigned number, struct text *out);
/* Read such a name: *round = 0 for a special. False: no seal of this game. */
bool wb_read_seal_name(const char *name, size_t length, unsigned *round, unsigned *number);
