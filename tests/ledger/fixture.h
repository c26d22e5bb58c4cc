/* SPDX-License-Identifier: MIT */
/* What the tests of the ledger share: a throw-away directory, a ledger in it, rows of every kind.
 */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/care.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/ledger.h"
#include "ledger/letters.h"
#include "ledger/mark.h"
#include "ledger/in_hand.h"
#include "ledger/work.h"
#include "tests/test.h"

struct fixture {
    char directory[128];
    char path[160]; /* of the ledger */
    struct ledger *ledger;
    struct err err;
};

/* Fails the test, with the error's text, unless the call gives RC_OK. */
#define OK(call) fixture_ok((call), __FILE__, __LINE__)
void fixture_ok(enum rc rc, const char *file, int line);
/* The error record that OK() prints. */
extern struct err fixture_err;
#define ERR_P (err_clear(&fixture_err), &fixture_err)

/* Read a walk's rows to their end, each by a function of `user`. */
#define OK_EACH(walk, type, note, user)                                                            \
    do {                                                                                           \
        struct ledger_rows rows_ = walk;                                                           \
        struct type row_;                                                                          \
        while (ledger_next(&rows_, &row_))                                                         \
            note(user, &row_);                                                                     \
        OK(ledger_end(&rows_));                                                                    \
    } while (0)

/* cmocka set-up and tear-down: a new directory with an open ledger; all of it gone after. */
int fixture_setup(void **state);
int fixture_teardown(void **state);
/* The same without the ledger. */
int fixture_setup_empty(void **state);
/* directory/name; one of four static arrays in turn. */
const char *fixture_path(const struct fixture *fixture, const char *name);

/* 32 bytes that depend on the numbers. */
struct fixture_hash {
    unsigned char at[LEDGER_HASH_BYTES];
};
struct fixture_hash fixture_hash(int64_t a, int64_t b);
/* Bytes of a string. */
struct ledger_bytes fixture_bytes(const char *text);

/* Each inside the caller's ledger_begin_immediate. */
int64_t fixture_player(struct ledger *ledger, const char *name);
int64_t fixture_address(struct ledger *ledger, int64_t player, const char *address);
/* A game with its genesis. */
int64_t fixture_game(struct ledger *ledger);
/* The next entry of a game; hash = fixture_hash(game, n). */
enum rc fixture_append(struct ledger *ledger, int64_t game, const char *text,
                       const struct ledger_seal *seal, const struct ledger_opening *opening,
                       struct err *err);
int64_t fixture_letter(struct ledger *ledger, const char *source_id, bool waits);
enum rc fixture_outcome(struct ledger *ledger, int64_t letter, int64_t game, struct err *err);
/* A turn letter to an address, about a game and seat up to its head. */
int64_t fixture_out(struct ledger *ledger, int64_t game, int seat, int64_t address);
/* A whole letter as the desk takes it: raw, entry with a seal, outcome, position, decision, one
 * letter out. */
enum rc fixture_whole_letter(struct ledger *ledger, int64_t game, int64_t address,
                             const char *source_id, struct err *err);
/* The same for a letter whose raw bytes are stored. */
enum rc fixture_answer(struct ledger *ledger, int64_t letter, int64_t game, int64_t address,
                       struct err *err);
