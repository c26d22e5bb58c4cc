/* SPDX-License-Identifier: MIT */
/* A board laid as the window is, the reader's side below or at the left. */
#pragma once

#include "rules/scene.h"

/* Quarters clockwise that lay the board wide or upright with the reader's starting line at the left
 * or below. */
unsigned scene_quarters(const struct scene *scene, bool wide);
/* The scene so turned; all lists keep their order. */
void scene_turn(const struct scene *from, unsigned quarters, struct scene *to);
