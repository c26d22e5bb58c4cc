/* SPDX-License-Identifier: MIT */
/* What a wish to play leaves open, asked back. */
#ifndef POSTERN_COMMANDS_OFFERS_ASK_H
#define POSTERN_COMMANDS_OFFERS_ASK_H

#include "commands/incoming.h"

/* Ask which game: the command with each, and what stands behind it. */
enum rc offers_ask_game(struct incoming *incoming, const char *command, const char *behind);
/* Ask what to practise: each game against the weakest level that is here, or alone. */
enum rc offers_ask_practice(struct incoming *incoming, struct err *err) MUST_CHECK;
/* Ask against whom: the levels that are here, oneself, whoever wants to. with: "with OPTIONS", which
 * each answer keeps; "" = none */
enum rc offers_ask_opponent(struct incoming *incoming, const struct game *game, const char *with,
                            struct err *err) MUST_CHECK;
/* Ask what a line that speaks of playing may amount to (wishes_guess); *asked: does it? */
enum rc offers_ask(struct incoming *incoming, const char *line, bool *asked,
                   struct err *err) MUST_CHECK;

#endif
