/* SPDX-License-Identifier: MIT */
/* What a seat's standing lines decide about one question. The lines are the game's to read (group
 * `standing` of rules/game.h); what stands before a line, and how a list is walked, is the same
 * for every game.
 *
 * The first line that gives an order or says "ask" decides. Failing that, if a closing line, which
 * may stand anywhere, says "ask", the player is asked. Failing that, if any line spoke to the
 * question though its conditions did not hold, the question's own fallback is taken at once. Else
 * the player is asked.
 *
 *     combat 3                     answers every such question
 *     once card 5                  one time
 *     then goblin c6 c7            one time, and only directly behind the line before it: that one
 *                                  gave the order out of which this very question arose */
#pragma once

#include "rules/game.h"

#define STANDING_LONG "standing.long" /* reason: more than LINE_TEXT_BYTES */

/* Sentences of the game: lines that could be left, several parted by ";". */
#define STANDING_EXAMPLES "standing.example-1", "standing.example-2", "standing.example-3"

enum standing_when { STANDING_ALWAYS, STANDING_ONCE, STANDING_THEN, STANDING_WHEN_COUNT };

struct standing_line {
    const char *text; /* canonical, without the word before it */
    size_t length;    /* bytes */
    enum standing_when when;
    bool spent;   /* it has given its order */
    bool goes_on; /* of THEN: the line before it has just been followed */
};

/* Part a canonical text from the word before it; the rest of *line is zeroed. */
void standing_part(const char *text, size_t length, struct standing_line *line);

/* Take a line as a player writes it to its canonical text, word before it included.
 * in     when: as its player said; ONCE and THEN stay, ALWAYS becomes ONCE for a step of a plan
 * returns DONE or MALFORMED */
enum verdict_kind standing_write(const struct game *game, const void *rulebook,
                                 const struct lexicon *lexicon, unsigned seat, const char *line,
                                 size_t length, enum standing_when when, struct text *out,
                                 struct verdict *verdict);
/* Is this text one that standing_write writes? */
bool standing_is_canonical(const struct game *game, const void *rulebook, unsigned seat,
                           const char *text, size_t length);

/* Has a canonical text what no order has: a condition, a second choice, whatever is left? */
bool standing_has_mark(const char *text);
/* Bytes of what a canonical text does with whatever is left ("place any" of "place any w1"), under
 * no condition; 0 = something else. */
size_t standing_rest(const char *text, size_t length);

enum standing_result {
    STANDING_IS_ASKED,  /* no line decides */
    STANDING_ORDERS,    /* line `used` gives one of the orders */
    STANDING_FALLS_BACK /* take the question's fallback now; line `used` spoke first */
};
struct standing_choice {
    enum standing_result result;
    unsigned used;
    bool otherwise; /* its else decided, or no condition */
    unsigned count; /* orders listed; of more than one, a lot decides */
};

/* Walk a seat's lines for one of its open questions.
 * in     view: the seat's; lines still in force, in their order (see term)
 * out    list[LEGAL_MAX]: the orders; a fallback's, where it is an order, is list[0] */
void standing_decide(const struct game *game, const void *rulebook, const void *view,
                     const struct decision *decision, const struct standing_line *line,
                     unsigned count, struct order *list, struct standing_choice *choice);

/* Does this line, by itself and as its player was told, give this order: for whoever replays it?
 * in     otherwise, lot: as told with it; list[LEGAL_MAX]: scratch
 * out    *count, *at: of a lot, how many orders there were and which it was */
bool standing_gives(const struct game *game, const void *rulebook, const void *view,
                    const struct decision *decision, const struct standing_line *line,
                    const struct order *order, bool otherwise, bool lot, struct order *list,
                    unsigned *count, unsigned *at);

/* What a single line would do now: for the letter that lists them. */
void standing_ask(const struct game *game, const void *rulebook, const void *view,
                  const struct decision *decision, const struct standing_line *line,
                  struct order *list, struct line_answer *answer);
