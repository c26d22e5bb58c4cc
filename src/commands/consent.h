/* SPDX-License-Identifier: MIT */
/* A bare "yes": the answer to the one thing that our letter proposed, or another asks. */
#pragma once

#include "commands/incoming.h"
#include "commands/meaning.h"

/* Put what a "yes" agrees to in its place: the one thing that the letter proposed which it answers;
 * where that says nothing of its own, the one thing that another asks. It is an order of the game
 * only in answer to the game's question. Of another that is all its writer says, he is asked what
 * he means. */
enum rc consent_read(struct incoming *incoming, const struct meaning_reader *reader,
                     struct err *err);
/* Ask it, where fate.asks_back is set, and offer what it can be. */
enum rc consent_ask_back(struct incoming *incoming, const struct meaning_reader *reader,
                         struct err *err);
/* Offer the order that a line of a letter not carried out would be just now, if it may be given;
 * what gives the game up is not offered. */
bool consent_offer(struct incoming *incoming, const struct meaning_reader *reader,
                   const char *line);
/* Tell of what waits and was not agreed to, once all else of the letter is done. */
void consent_tell(struct incoming *incoming);
