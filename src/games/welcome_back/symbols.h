/* SPDX-License-Identifier: MIT */
/* Signs for cards, heroes and tiles. A monster, a hero, a tile has the number of its term;
 * markers follow. */
#pragma once

#include "games/welcome_back/terms.h"
#include "rules/scene.h"

enum wb_symbol {
    WB_SYMBOL_HELP_WHITE = WB_TERM_OF(TILE, WB_TILES) + 1,
    WB_SYMBOL_HELP_RED,
    WB_SYMBOL_PASSED,
    WB_SYMBOL_STARTER,
    WB_SYMBOL_RAIDER,
    WB_SYMBOL_OUT,
    WB_SYMBOLS
};

extern const struct scene_symbol wb_symbols[WB_SYMBOLS];
