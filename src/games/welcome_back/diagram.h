/* SPDX-License-Identifier: MIT */
/* Slot scene: the card table. */
#ifndef POSTERN_GAMES_WELCOME_BACK_DIAGRAM_H
#define POSTERN_GAMES_WELCOME_BACK_DIAGRAM_H

#include "rules/game.h"

void wb_scene(const void *rulebook, const void *view, unsigned seat, const struct game_past *last,
              unsigned count, struct scene *scene);

#endif
