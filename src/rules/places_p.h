/* SPDX-License-Identifier: MIT */
/* What finding a place that a line describes and reading the line again with it share. */
#pragma once

#include "rules/guess.h"
#include "rules/phrase_p.h"
#include "rules/places.h"
#include "rules/things.h"

enum { SPOTS_MAX = 16 };

struct spot {
    int x, y;
};

struct spots {
    struct spot at[SPOTS_MAX];
    unsigned count;
};

struct looking {
    const struct game *game;
    const void *rulebook;
    const struct lexicon *lexicon, *own;
    unsigned seat;
    const void *state;
    const struct scene *scene;
    struct order *list;
    void *ahead;
    char text[PHRASE_BYTES]; /* the line, folded */
    size_t length;
    int actor;       /* the piece that the line names first, an own one; -1 = none */
    size_t actor_at; /* where it is named */
    int forward;     /* 1: north; -1 */
    bool named;      /* by the square he stands on */
    size_t from, to; /* what describes the place, of the text */
    bool plain;      /* it says on which side */
    bool aside;      /* to the left or right, which turns nothing then */
};

/* Find the first place that is described, by who acts: what may be meant. */
bool places_describe(struct looking *looking, struct spots *out);
/* Read the line with a number for "the lowest card". false: it names none so, or more may be ordered
 * than numbers; out->verdict.kind says what came of it */
bool places_extreme(const struct looking *looking, struct understanding *out);
/* What a few words from here name, and where that is.
 * out    *end: behind it; false: they name nothing that is on the board */
bool places_reference(const struct looking *looking, size_t at, size_t *end, struct spots *spots);
/* Which way is said from here on, before another clause; {0, 0}: none.
 * out    *end: behind it */
struct spot places_way(const struct looking *looking, size_t at, size_t *end);
/* Where an order leads that is of who acts alone: the last square it names. */
bool places_end(const struct looking *looking, const struct order *order, struct spot *end);
/* Put what may be ordered into the list; how many. */
unsigned places_legal(const struct looking *looking);
/* Where the word before begins; 0 at the latest. */
size_t places_word_before(const struct looking *looking, size_t at);
/* Does a phrase of this kind begin at this word? */
bool places_says(const struct looking *looking, size_t at, unsigned wanted, size_t *used);

/* Does a wording of this term stand here? */
bool places_is_term(const struct looking *looking, size_t at, const char *term,
                    struct thing *thing);

/* The figure on a square, an own one where `own`; -1 = none. */
int places_figure(const struct looking *looking, struct spot spot, bool own);
bool places_is_figure(const struct scene *scene, unsigned piece);
/* What a piece is called. */
unsigned places_term(const struct looking *looking, int piece);
bool places_has_term(const struct thing *thing, unsigned term);
/* "b4", and what it is */
bool places_is_square(const char *text);
struct spot places_square(const char *text);
