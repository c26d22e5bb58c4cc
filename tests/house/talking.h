/* SPDX-License-Identifier: MIT */
/* A toy game between Anna and Bob, up to their first bids, for tests of what players say by
 * letter. */
#pragma once

#include "record/verify.h"
#include "tests/house/fixture.h"

/* Such a game on a new server. */
void talking_start(struct fixture *fixture);

uint64_t head(struct fixture *fixture);
/* Answer the newest letter of a mailbox; the letter must have this outcome. */
void says(struct fixture *fixture, const char *who, const char *body, const char *outcome);
/* These words stand in some letter of a mailbox, whose lines may be broken: so they are few. */
void was_told(struct fixture *fixture, const char *who, const char *words);
/* These words stand in the newest letter of a mailbox. */
void newest_has(struct fixture *fixture, const char *who, const char *words);
void newest_lacks(struct fixture *fixture, const char *who, const char *words);
/* Answer the newest letter of a mailbox with a command, or write a letter that answers none: these
 * words stand in the answer. */
void hears(struct fixture *fixture, const char *who, const char *body, const char *words);
void asks(struct fixture *fixture, const char *who, const char *body, const char *words);
/* How a letter shows the k-th tile while it is bid for: which it is follows from the game's seed.
 */
enum { TILE_BYTES = 32 };
void tile_shown(struct fixture *fixture, unsigned k, char tile[TILE_BYTES]);
/* A seat takes its newest order back, the other one agreeing where that is needed. */
void take_back(struct fixture *fixture, unsigned seat);
/* A reader's record of game 1 is proved; find: its game. */
void prove(struct fixture *fixture, unsigned reader, verify_find_fn *find);
/* The ledger fits its logs. */
void is_whole(struct fixture *fixture);
/* All exports are proved, the ledger is whole, and a rebuild gives the same. */
void is_true(struct fixture *fixture);
bool export_has(struct fixture *fixture, unsigned reader, const char *words);
/* These words stand in the case file of a dispute. */
void case_has(struct fixture *fixture, int64_t number, const char *words);
/* Run it: how many expectations are broken. */
unsigned case_runs(struct fixture *fixture, int64_t number);
