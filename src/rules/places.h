/* SPDX-License-Identifier: MIT */
/* What a line means that says where by what stands there: "next to his cleric", "the one on d3",
 * "as far up as he can", "d3xd4". Such words are looked up on the diagram, put into squares and
 * names, and the line is read again. Below that lies a net: whoever names something of the board
 * and is not understood is shown the orders that have most to do with it. Letters and the measure
 * of phrases read so. Pure. */
#pragma once

#include "rules/scene.h"
#include "rules/understand.h"

/* understand_line, and where that leads to no order, the same with places put into squares.
 * in     scene: room for a diagram of what the seat may know; list, ahead: not NULL */
enum verdict_kind places_understand(const struct game *game, const void *rulebook,
                                    const struct lexicon *lexicon, unsigned seat, const void *state,
                                    const char *text, size_t length, struct order *list,
                                    void *ahead, struct scene *scene, struct understanding *out);
