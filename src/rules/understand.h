/* SPDX-License-Identifier: MIT */
/* What comes of a player's line in a position: read (phrase.h), made complete, checked; and where
 * it is not understood, which legal orders it may well mean. Letters, the browser's table and the
 * measure of phrases all read so. Pure. */
#pragma once

#include "rules/game.h"
#include "rules/lexicon.h"

/* The reason of what is AMBIGUOUS since a negation stands in it. */
#define UNDERSTAND_NEGATED "negated"
/* The reason of what is MALFORMED since it names nobody who acts. */
#define UNDERSTAND_NOBODY "character-wanted"
/* The reason of what is MALFORMED since it tells or thinks of something, and is no order of his. */
#define UNDERSTAND_TOLD "told"

struct understanding {
    struct order order; /* as far as it was understood; canonical on DONE */
    struct order choice[CHOICES_MAX];
    unsigned choice_count;
    bool shows_all; /* choices: all that may be ordered, whatever the line says */
    bool from_net;  /* they only have words in common with it: rules/places.h */
    struct verdict verdict;
};

/* Judge a line. What is only likely to be meant is AMBIGUOUS for the reason "asked-back"; with what
 * is MALFORMED there may be choices, too. in     list: room for LEGAL_MAX orders; NULL = guess
 * nothing of what is not understood; ahead: room for a state, in which the orders of a line are
 * tried one after the other, and nothing that the table alone knows; NULL = they are not */
enum verdict_kind understand_line(const struct game *game, const void *rulebook,
                                  const struct lexicon *lexicon, unsigned seat, const void *state,
                                  const char *text, size_t length, struct order *list, void *ahead,
                                  struct understanding *out);

/* The same for an order that was read: out->order is made complete and checked. */
enum verdict_kind understand_order(const struct game *game, const void *rulebook, unsigned seat,
                                   const void *state, struct understanding *out);

struct phrase_part;
/* Are two orders that stand side by side in a line both answers to a question that takes one: "set
 * the herbs aside and the bomb"? Neither is done then. in     ahead: room for a state */
bool understand_are_rivals(const struct game *game, const void *rulebook,
                           const struct lexicon *lexicon, unsigned seat, const void *state,
                           const struct phrase_part *part, unsigned count, void *ahead);
