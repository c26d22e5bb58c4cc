/* SPDX-License-Identifier: MIT */
/* Which legal orders a line may mean that is not understood. They are only shown. Pure. */
#pragma once

#include "rules/game.h"
#include "rules/things.h"

enum { GUESSES_MAX = 3, GUESS_LEGAL_MAX = 4096 };
_Static_assert((int)GUESSES_MAX <= (int)CHOICES_MAX, "guesses stand where choices do");

/* The legal orders that name all that a line names and next to nothing else, where they are few:
 * "the wizard punches the troll" names a wizard and a troll. None that cannot be taken back.
 * in     list[0..count): legal orders; most: no more are told of, at most CHOICES_MAX; returns how
 *        many */
unsigned guess_near(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                    const char *text, size_t length, const struct order *list, unsigned count,
                    unsigned most, struct order choice[CHOICES_MAX]);

/* Does a line leave out what an order names: "anything but the lich"? */
bool guess_leaves_out(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                      const char *text, size_t length, const struct order *order);

/* May it be shown? Nobody is shown how to give up who did not ask. */
bool guess_may(const struct game *game, const struct order *order);

/* What an order names. */
void guess_read(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                const struct order *order, struct things *things);
