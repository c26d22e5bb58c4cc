/* SPDX-License-Identifier: MIT */
/* The secrets of a game: their names, who may know them, and views.
 * Source: design, sections 3 and 5; topic DT-INFO. */
#pragma once

#include "games/dungeon_twister/state.h"

/* A seal taken apart; numbers as in tables.h, enum dt_seal. */
struct dt_seal_name {
    uint8_t seal;
    uint16_t a, b;
};

/* Names of those that a player may hold. */
extern const char *const dt_held_seals[];

void dt_seal_write(const struct dt_seal_name *name, struct text *out);
bool dt_seal_read(const char *text, size_t length, struct dt_seal_name *name);
/* The seal that question `index` of the present OPEN phase asks for. */
struct dt_seal_name dt_asked_seal(const struct dt_state *state, unsigned index);
/* Its place among the present questions, or DT_NONE when it is not asked for. */
unsigned dt_asked_index(const struct dt_state *state, const struct dt_seal_name *name);
/* How many seals the present phase asks for; 0 outside the OPEN phases. */
unsigned dt_asked_count(const struct dt_state *state);
/* Append to an OPEN order the values that this position holds for a seal; false if unknown. */
bool dt_seal_values(const struct dt_state *state, const struct dt_seal_name *name,
                    struct order *order);

unsigned dt_secrets(const void *rulebook, const void *before, const struct order *order,
                    struct secret secret[SECRETS_MAX]);
bool dt_may_know(const void *rulebook, const void *state, const char *name, unsigned seat);
void dt_view(const void *rulebook, const void *state, unsigned seat, void *view);
