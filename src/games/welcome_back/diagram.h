/* SPDX-License-Identifier: MIT */
/* Slots scene and introduce: the card table; a new round's hero and his equipment, a special
 * monster. */
#pragma once

#include "rules/game.h"

void wb_scene(const void *rulebook, const void *view, unsigned seat, const struct game_past *last,
              unsigned count, struct scene *scene);
unsigned wb_introduce(const void *rulebook, const void *view, const struct event *event,
                      uint16_t term[], unsigned most);
