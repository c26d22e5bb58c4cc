/* SPDX-License-Identifier: MIT */
/* Is the record of a tournament true? Its chain and signature, the luck, the draw of the seeds once
 * the secret is open, every pairing and every standing. The results themselves are true as far as
 * the records of its games are: each names its game's genesis and head. Source: doc/cups.md. */
#ifndef POSTERN_TOURNEY_CUP_VERIFY_H
#define POSTERN_TOURNEY_CUP_VERIFY_H

#include "tourney/cup_terms.h"

struct cup_verified {
    struct cup_terms terms;
    struct chain chain;
    struct cuplog log;
    unsigned names;      /* seals of names that were opened */
    bool draw_is_proved; /* the secret is open, or seeds are by rating */
    uint64_t bad_entry;  /* of the fault; 0 = none */
    bool is_good;
    struct err err; /* why not */
};

/* Does the text begin as such a record? */
bool cup_verify_is_cup(const char *text);
/* Caller frees it with free(). NULL: no memory. */
struct cup_verified *cup_verify(const char *text);

#endif
