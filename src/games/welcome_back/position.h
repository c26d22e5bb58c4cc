/* SPDX-License-Identifier: MIT */
/* Slots write and read: a position as text.
 *
 * Lines of a key and values, in a fixed order; a line whose value says nothing is left out.
 * doc/welcome-back.md shows each. Canonical text names every card with its place in
 * the round's deck and its drawer, "7:golem@2"; reading also takes a bare "golem" and fills the
 * rest in, so that a position is quickly written by hand. */
#pragma once

#include "games/welcome_back/cards.h"

void wb_write_position(const void *rulebook, const void *state, struct text *out);
enum rc wb_read_position(const void *rulebook, const char *text, size_t length, void *state,
                         struct err *err);

/* The words of phases, as positions name them. */
extern const char *const wb_phase_names[WB_PHASES];
