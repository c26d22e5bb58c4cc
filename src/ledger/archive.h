/* SPDX-License-Identifier: MIT */
/* Finished games that left for a file: which, and with what hash; emptying and filling their rows.
 *
 * Knows no files: the caller writes and reads them, and says the texts of games that are away.
 * Source: schema/022-ledger.sql; doc/schema.md, "The archive". */
#ifndef POSTERN_LEDGER_ARCHIVE_H
#define POSTERN_LEDGER_ARCHIVE_H

#include "ledger/ledger.h"

/* What stands in the place of a box that the file opens; no real box is that short. */
enum { LEDGER_AWAY_BOX_BYTES = 1 };

struct ledger_archive {
    int64_t game;
    int64_t at_s; /* when it left */
    int64_t n;    /* its newest entry */
    int64_t bytes;
    unsigned char hash[LEDGER_HASH_BYTES]; /* of the file */
    const char *result;                    /* of the game; on a walk, until the next row */
};
/* Games that are away, by number; game > 0: this one alone. */
struct ledger_rows ledger_archived(struct ledger *ledger, int64_t game, struct err *err);
enum rc ledger_is_archived(struct ledger *ledger, int64_t game, bool *is_away,
                           struct err *err) MUST_CHECK;

/* Inside a change, in this order. Let a finished game leave: its entries lose their texts.
 * fails  RC_CONFLICT: it goes on, or is away already */
enum rc ledger_archive_leave(struct ledger *ledger, const struct ledger_archive *row,
                             struct err *err) MUST_CHECK;
/* Let go of the box of a seal logged by entry n; a seal without one stays as it is. */
enum rc ledger_archive_empty_seal(struct ledger *ledger, int64_t game, int64_t n, const char *name,
                                  struct err *err) MUST_CHECK;

/* The way back, inside a change: fill texts and boxes, then come back. What was not emptied is
 * left alone. */
enum rc ledger_archive_fill_entry(struct ledger *ledger, int64_t game, int64_t n, const char *text,
                                  struct err *err) MUST_CHECK;
enum rc ledger_archive_fill_seal(struct ledger *ledger, int64_t game, int64_t n, const char *name,
                                 struct ledger_bytes box, struct err *err) MUST_CHECK;
/* fails  RC_CONFLICT: it is not away, or something of it is still missing */
enum rc ledger_archive_come_back(struct ledger *ledger, const struct ledger_archive *row,
                                 struct err *err) MUST_CHECK;

/* Says the text of an entry of a game that is away; borrowed until the next call. */
typedef enum rc (*ledger_text_fn)(void *user, int64_t game, int64_t n, const char **text,
                                  struct err *err);
/* Ask here for texts that are not in the ledger; without it they are "". */
void ledger_set_texts(struct ledger *ledger, ledger_text_fn fn, void *user);

#endif
