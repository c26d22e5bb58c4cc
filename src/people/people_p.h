/* SPDX-License-Identifier: MIT */
/* Between people.c, which reads and changes persons, people_address.c, which finds them and keeps
 * their addresses, and people_leave.c, which forgets and merges them. */
#pragma once

#include "ledger/derived.h"
#include "ledger/facts.h"
#include "people/people.h"
#include "server/vault.h"

/* Where a box of a player's stands; under his key. */
struct vault_place people_place(int64_t player, const char *column, int64_t row);

/* ---- look-ups ---- */

/* *player = 0: it leads to nobody. */
enum rc people_lookup(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                      int64_t *player, int64_t *address, struct err *err);
enum rc people_lookup_put(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                          int64_t player, int64_t address, struct err *err);
enum rc people_lookup_drop(struct desk *desk, enum ledger_lookup_kind kind, const char *text,
                           struct err *err);

/* Let a name, and what it looks like, lead to its player; no more. */
enum rc people_name_put(struct desk *desk, const char *name, int64_t player, struct err *err);
enum rc people_name_drop(struct desk *desk, const char *name, int64_t player, struct err *err);
/* Whose name looks like this one; *player = 0: nobody's. */
enum rc people_name_taken(struct desk *desk, const char *name, int64_t *player, struct err *err);

/* ---- rows of addresses ---- */

enum rc people_address_open(struct desk *desk, const struct ledger_address *row,
                            char out[PERSON_ADDRESS_BYTES], struct err *err);
/* May letters go there? fails RC_BAD_INPUT: no address, or the robot's own */
enum rc people_address_check(const struct desk *desk, const char *address, struct err *err);
/* Add a row and what leads to it; nothing is checked. */
enum rc people_address_put(struct desk *desk, int64_t player, const char *address, struct err *err);
/* Mark a row as dropped; nothing leads to it any more. */
enum rc people_address_end(struct desk *desk, int64_t address_id, const char *address,
                           struct err *err);
