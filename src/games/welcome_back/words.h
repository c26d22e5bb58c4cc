/* SPDX-License-Identifier: MIT */
/* What a player wrote, as the words of this game: the ground of orders and standing answers.
 * Sees no position. */
#pragma once

#include "games/welcome_back/cards.h"
#include "rules/lexicon.h"
#include "rules/verdict.h"

enum wb_quantity {
    WB_QUANTITY_STRENGTH,
    WB_QUANTITY_HP,
    WB_QUANTITY_POSITION,
    WB_QUANTITY_PILE,
    WB_QUANTITY_DECK,
    WB_QUANTITIES
};

struct wb_range {
    bool given;
    int16_t low, high;
};

enum { WB_NUMBER_LIMIT = 999 };

struct wb_words {
    uint16_t verb;     /* WB_VERB_DRAW to _RESIGN, or 0 */
    uint16_t verbs;    /* mask, from WB_VERB_DRAW on: all that its word may say */
    uint16_t monsters; /* mask of those named */
    uint8_t monster;   /* the one named last; 0 = none */
    uint8_t monster_count;
    uint8_t hero;
    uint8_t tile_count;
    uint8_t tile[WB_HERO_TILES];
    int16_t number; /* outside any range: a seat; 0 = none */
    bool closing;   /* "else" */
    bool ask;
    bool deadly;
    struct wb_range range[WB_QUANTITIES];
};

/* Read a line. DONE or MALFORMED.
 * out    tail: what stands behind "else", where an order stands before it; zeroed if nothing does.
 *        NULL: a line has no such part */
enum verdict_kind wb_read_words(const struct lexicon *lexicon, const char *line, size_t length,
                                struct wb_words *words, struct wb_words *tail,
                                struct verdict *verdict);
/* Does the line hold conditions, which belong into standing answers only? */
bool wb_words_are_conditional(const struct wb_words *words);
