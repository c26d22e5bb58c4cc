/* SPDX-License-Identifier: MIT */
/* The mark of the last signed head of each game, in a small file beside the ledger.
 *
 * A head is signed only after its mark is on disk. A ledger restored from a backup is then behind
 * the mark, and its games are frozen instead of getting a second history. The file is text:
 *
 *     postern marks 1 IDENTITY
 *     GAME N HASH            (hash: first 16 hex digits of En)
 *
 * Appended to, one write and one fsync for each; a torn last line was never signed and is
 * dropped. Written anew (rename) when it has grown long. Several processes may use one file.
 *
 * Source: design, sections 4 ("Signing") and 5.6. */
#pragma once

#include "ledger/ledger.h"

struct marks;

struct mark {
    int64_t game;
    int64_t n;
    const unsigned char *hash; /* En, LEDGER_HASH_BYTES */
};

/* Make the file for a new ledger. fails RC_EXISTS */
enum rc marks_create(const char *path, const unsigned char identity[LEDGER_ID_BYTES],
                     struct err *err);
/* fails  RC_NOT_FOUND: the file is missing, which is an error and never a fresh start;
 *        RC_FOREIGN: the marks of another ledger; RC_BAD_INPUT: damaged, with its line */
enum rc marks_open(const char *path, const unsigned char identity[LEDGER_ID_BYTES],
                   struct marks **out, struct err *err);
/* NULL allowed. */
void marks_close(struct marks *marks);
OWN_CLOSED(marks)

/* Mark a head that is about to be signed; on disk when it returns RC_OK. One marked before costs
 * nothing.
 * fails  RC_FROZEN: a later head, or another one with this n, was marked before */
enum rc marks_advance(struct marks *marks, const struct mark *mark, struct err *err);
/* Newest marked n of a game, -1 if none, as far as this process has read (marks_refresh). */
int64_t marks_newest(const struct marks *marks, int64_t game);
/* The highest number of a game that has a mark, 0 if none, as far as this process has read. */
int64_t marks_highest(const struct marks *marks);
/* May this head be signed, now that it is committed? */
bool marks_agree(const struct marks *marks, const struct mark *head);
/* Read what other processes have added. */
enum rc marks_refresh(struct marks *marks, struct err *err);

typedef enum rc (*marks_fn)(void *user, int64_t game, int64_t marked_n, struct err *err);
/* Games whose marked entry the ledger does not have, or has with another hash. A game that is not
 * in the ledger at all is told too: its number is used up. */
enum rc marks_behind(struct marks *marks, struct ledger *ledger, marks_fn fn, void *user,
                     struct err *err);
