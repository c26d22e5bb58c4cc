/* SPDX-License-Identifier: MIT */
/* Deltas from a player's letters, in any order, some of them twice or missing, put together to the
 * record of one seat; and what is wrong with them: entries that no letter brings, deltas that were
 * changed, and signed heads that prove two histories.
 *
 * Source: design, 11, P6; doc/record.md, "Deltas". */
#pragma once

#include "record/delta.h"

enum join_fault {
    JOIN_MISSING,  /* entries first … last stand in none */
    JOIN_NO_START, /* none begins at entry 0 */
    JOIN_CHANGED,  /* entry `first` of a delta does not hash to what stands there */
    JOIN_UNSIGNED, /* its head, entry `first`, is not signed by the game's server */
    JOIN_FORK,     /* two signed histories: entry `first` of `letter` and of `other` differ */
    JOIN_FALSE,    /* a secret that does not open its seal of entry `first` */
    JOIN_RETOLD,   /* words of entry `first`, gone in `letter`, are told in the later `other` */
    JOIN_LOST,     /* entries first … last of `letter` are declared lost in `other` */
    JOIN_FAULT_COUNT
};

enum { JOIN_FINDINGS_MAX = 256 };

struct join_finding {
    enum join_fault fault;
    unsigned letter, other; /* as given; MISSING: those before and behind, 0 = none */
    uint64_t first, last;
};

struct join; /* opaque */

/* Letters count from 1. NULL: no memory. */
struct join *join_new(const struct hash *genesis);
void join_free(struct join *join);
/* Add one that join_run looks at; it is taken, whatever comes of it. */
enum rc join_add(struct join *join, struct delta *delta, unsigned letter, struct err *err);
/* Add a head that stands in the words of a letter; counts only if its signature is over that
 * digest. */
enum rc join_add_head(struct join *join, uint64_t number, const struct hash *head,
                      const struct hash *digest, const unsigned char signature[SIGNATURE_BYTES],
                      unsigned letter, struct err *err);

/* Deltas for a seat, 0 for whoever has most; what others may know stays out.
 * out    the record in *out, its head signed and the file not; empty where nothing joins
 * fails  for want of memory only */
enum rc join_run(struct join *join, unsigned seat, struct buf *out, struct err *err);

/* The game's number on its server, 0 while no delta tells its beginning. */
uint64_t join_number(const struct join *join);

/* What came of it. */
unsigned join_seat(const struct join *join);
unsigned join_strangers(const struct join *join); /* deltas for other seats */
uint64_t join_end(const struct join *join);       /* last entry of the record */
uint64_t join_newest(const struct join *join);    /* newest signed head of all */
unsigned join_findings(const struct join *join, const struct join_finding **finding);
/* False where a finding is worse than that something is missing or was lost. */
bool join_is_good(const struct join *join);
