/* SPDX-License-Identifier: MIT */
/* Is the record of a tournament true? Its chain and signature, the luck, the draw of the seeds once
 * the secret is open, every pairing and every standing. The results themselves are true as far as
 * the records of its games are: each names its game's genesis and head. Source: doc/tournaments.md.
 */
#pragma once

#include "tournament/record/tournament_terms.h"

struct tournament_verified {
    struct tournament_terms terms;
    struct chain chain;
    struct tournament_log log;
    unsigned names;      /* seals of names that were opened */
    bool draw_is_proved; /* the secret is open, or seeds are by rating */
    uint64_t bad_entry;  /* of the fault; 0 = none */
    bool is_good;
    struct err err; /* why not */
};

/* Does the text begin as such a record? */
bool tournament_verify_is_tournament(const char *text);
/* Caller frees it with free(). NULL: no memory. */
struct tournament_verified *tournament_verify(const char *text);
