/* SPDX-License-Identifier: MIT */
/* The art of the game as data, from its drawing signs.svg: our own signs, in the four layers of
 * scene_symbol. */
#include "games/welcome_back/symbols.h"

#define SIGN(index, term, ...)   [index] = {term, SCENE_SYMBOL_CARD, __VA_ARGS__}
#define OF_TERM(term, ...)       SIGN(term, term, __VA_ARGS__)
#define MONSTER(name, term, ...) OF_TERM(WB_TERM_OF(MONSTER, WB_##name), __VA_ARGS__)
#define HERO(name, term, ...)    OF_TERM(WB_TERM_OF(HERO, WB_##name), __VA_ARGS__)
#define TILE(name, term, ...)    OF_TERM(WB_TERM_OF(TILE, WB_TILE_##name), __VA_ARGS__)
#define MARKER(name, term, ...)  SIGN(WB_SYMBOL_##name, WB_LABEL_##term, __VA_ARGS__)

const struct scene_symbol wb_symbols[WB_SYMBOLS] = {
#include "games/welcome_back/signs.h"
};
