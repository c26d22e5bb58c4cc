/* SPDX-License-Identifier: MIT */
/* Canonical text of orders, as the log stores it: written, and read back fast and strictly.
 *
 * Squares "c4", slots "w2", edges "c4-c5" (lower square first), rooms "1D/2". Things
 * taken and dropped go by name alone when they are of the giver's colour, else with their colour,
 * "yellow sword"; who is attacked is always an enemy and goes without; who is healed or put
 * always has it. Source: design, section 6. */
#pragma once

#include "games/dungeon_twister/state.h"

/* A square or DT_PLACE_SLOT + slot. */
void dt_write_place(int place, struct text *out);
/* "1D/2" from room * 4 + orientation. */
void dt_write_room(const struct dt_rulebook *book, int value, struct text *out);
/* Words of kinds, separated by blanks. */
void dt_write_kinds(const int16_t *kind, unsigned count, struct text *out);
/* "yellow sword", without the colour when it is that of `side`. */
void dt_write_token(unsigned token, unsigned side, struct text *out);
/* Readers of the same; -1 when it is none. */
int dt_read_square(const char *text, size_t length);
int dt_read_slot(const char *text, size_t length);
int dt_read_room(const struct dt_rulebook *book, const char *text, size_t length);
int dt_read_kind(const char *text, size_t length);
/* "blue" or "yellow" to a side. */
int dt_read_side(const char *text, size_t length);
extern const char *const dt_side_words[DT_SIDES];

/* Slots of the game; see rules/game.h. */
bool dt_read_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                   struct order *order);
/* The same, and "thief to d5", whose way the position completes: what a standing line may say. */
bool dt_read_open_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                        struct order *order);
void dt_write_order(const void *rulebook, const void *before, const struct order *order,
                    enum order_form form, struct text *out);
