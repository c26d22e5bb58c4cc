/* SPDX-License-Identifier: MIT */
/* "The second one, please", "both", "2": which of the lines that a letter offered its answer picks.
 * Words: templates/<language>/commands.words, "pick.…". */
#pragma once

#include "commands/incoming.h"
#include "rules/phrase.h"

/* Find what a line picks of the letter of ours that it answers. Of what is an order, too, a
 * number picks nothing: "card 2". line NULL: "all".
 * out    part[0..*count): the offered lines, in their order; *count 0: it picks none */
enum rc picks_take(const struct incoming *incoming, const char *line, bool is_order,
                   struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count, struct err *err);

/* What the letter that is answered proposed. Texts lie among the values of the answer. */
struct picks_proposed {
    bool is_ours;  /* such a letter there is, to who answers it */
    bool is_news;  /* it answers no letter of his */
    bool is_apart; /* it answers what was not carried out in the game: of that it speaks */
    int64_t offer; /* that it is about; 0 = none */
    bool is_cut;   /* there were more */
    unsigned count;
    unsigned commands; /* of them: they stand first, the orders that were near behind them */
    const char *line[PHRASE_PARTS_MAX];
};
enum rc picks_proposed(const struct incoming *incoming, struct picks_proposed *proposed,
                       struct err *err);
/* "Yes, please", and nothing else. */
bool picks_is_yes(const struct language *language, const char *line);
