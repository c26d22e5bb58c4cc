/* SPDX-License-Identifier: MIT */
/* What the tests of this game share: the rulebook from the shipped file, chance with a seed, and
 * one step of a random game. */
#pragma once

#include "games/welcome_back/cards.h"
#include "games/welcome_back/game.h"
#include "rules/lexicon.h"
#include "tests/read.h"

/* Load data/welcome_back.cards; the program ends when it is refused. */
void wb_load_shipped(struct wb_rulebook *book);

/* Words of a language; the arena and the lexicon live until the program ends. */
void wb_add_words(struct lexicon *lexicon, const char *language);
void wb_start_words(struct lexicon *lexicon);

/* xorshift64*; the seed is not 0. */
struct wb_chance {
    uint64_t at;
};
unsigned wb_below(struct wb_chance *chance, unsigned bound);

/* Draw one order for the open question: chance for draws; the kind first and then the order for
 * a player's. False when the game is over. */
bool wb_random_order(const struct wb_rulebook *book, const struct wb_state *state,
                     struct wb_chance *chance, struct order *order);
/* Options of every sort, by number. */
const char *wb_options_text(struct wb_chance *chance, char *text, size_t bytes);
