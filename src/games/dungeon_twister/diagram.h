/* SPDX-License-Identifier: MIT */
/* What to draw of a Dungeon Twister position. Reads a view; knows no colours and no sizes. */
#pragma once

#include "rules/game.h"

/* The game's `scene` slot; see rules/game.h. */
/* Action points left, those of the Potion too; −1: it is not that seat's turn. */
int dt_points(const void *rulebook, const void *view, unsigned seat);
void dt_scene(const void *rulebook, const void *view, unsigned seat, const struct game_past *last,
              unsigned count, struct scene *scene);
