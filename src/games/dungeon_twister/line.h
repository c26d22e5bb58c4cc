/* SPDX-License-Identifier: MIT */
/* A player's line taken into words: squares, slots, numbers and terms of the lexicon, fillers
 * left out; and small readers that take them one after the other. Sees no position. */
#pragma once

#include "games/dungeon_twister/state.h"

enum { DT_LINE_BYTES = 1024, DT_ATOMS_MAX = 64, DT_ATOM_TERMS_MAX = 4 };

enum dt_atom_kind { DT_ATOM_TERM, DT_ATOM_PLACE, DT_ATOM_NUMBER };

/* One word or name of a line. */
struct dt_atom {
    uint8_t kind; /* enum dt_atom_kind */
    uint8_t terms;
    bool mine; /* "my" stands before it */
    uint16_t column;
    uint16_t term[DT_ATOM_TERMS_MAX]; /* what the word may mean */
    int16_t value;                    /* number, or square; -1 = a slot only */
    int16_t slot;                     /* "e4" is a square and a slot; -1 = none */
    const char *text;
    size_t length;
};

/* The words, and how far they are read. */
struct dt_line {
    const struct lexicon *lexicon;
    struct order *order; /* being filled; parse.c */
    struct verdict *verdict;
    unsigned side;
    bool of_room; /* a word for rooms stood in it */
    char folded[DT_LINE_BYTES + 1];
    uint16_t column[DT_LINE_BYTES + 1];
    size_t length;
    unsigned count, at;
    struct dt_atom atom[DT_ATOMS_MAX];
};

/* Take a line into words. DONE, or MALFORMED at the first word not understood. */
enum verdict_kind dt_line_init(struct dt_line *line, const struct lexicon *lexicon, unsigned seat,
                               const char *text, size_t length, struct verdict *verdict);
/* Take words out of the line. */
void dt_skip_words(struct dt_line *line, unsigned from, unsigned count);
/* Does the word stand anywhere in it? */
bool dt_has(const struct dt_line *line, unsigned term);
/* Does the atom stand for this term, for any direction? */
bool dt_is_term(const struct dt_atom *atom, unsigned term);
bool dt_is_direction(const struct dt_atom *atom);
/* Add an argument to the order being filled; beyond its room it is dropped. */
void dt_add(struct dt_line *line, int arg);
/* Say what was wanted at the present word. */
enum verdict_kind dt_wanted(struct dt_line *line, const char *reason);

/* Each of these takes what it reads, or leaves all as it was and says false. */
const struct dt_atom *dt_peek(const struct dt_line *line); /* NULL at the end */
bool dt_accept(struct dt_line *line, unsigned term);
bool dt_accept_number(struct dt_line *line, int *number);
bool dt_accept_square(struct dt_line *line, int *square);
bool dt_accept_slot(struct dt_line *line, int *slot);
bool dt_accept_direction(struct dt_line *line, int *direction);
/* A square, or DT_TOWARDS + direction for one. */
bool dt_accept_step(struct dt_line *line, int *step);
/* "yellow", "the enemy": which side */
bool dt_accept_side(struct dt_line *line, unsigned *side);
/* "sword", "yellow sword": DT_EITHER + kind, or a token. */
bool dt_accept_token(struct dt_line *line, int *token);
/* An own character, with or without his colour. */
bool dt_accept_subject(struct dt_line *line, int *kind);
/* The same, or a charmed one of the other colour: DT_CHARMED + kind. */
bool dt_accept_actor(struct dt_line *line, int *who);
