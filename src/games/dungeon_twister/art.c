/* SPDX-License-Identifier: MIT */
/* The signs of the game as data, from its drawing signs.svg: letters for text boards, paths for
 * pictures. Nothing here draws. */
#include "games/dungeon_twister/art.h"

#define SIGN(name, term, kind, ...)                                                                \
    [DT_SYMBOL_##name] = {DT_TERM_##term, SCENE_SYMBOL_##kind, __VA_ARGS__}
#define FIGURE(name, term, ...) SIGN(name, term, FIGURE, __VA_ARGS__)
#define THING(name, term, ...)  SIGN(name, term, THING, __VA_ARGS__)
#define GROUND(name, term, ...) SIGN(name, term, GROUND, __VA_ARGS__)
#define CARD(name, term, ...)   SIGN(name, term, CARD, __VA_ARGS__)

const struct scene_symbol dt_symbols[DT_SYMBOLS] = {
    [DT_SYMBOL_NONE] = {.term = SCENE_NO_TERM, .letters = "??"},
#include "games/dungeon_twister/signs.h"
};
