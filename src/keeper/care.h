/* SPDX-License-Identifier: MIT */
/* What keeps a server well over the years: going back to a backup, migrations. Source: design,
 * section 4; doc/schema.md, "Care". */
#ifndef POSTERN_KEEPER_CARE_H
#define POSTERN_KEEPER_CARE_H

#include "server/desk.h"

/* Where the ledger's schema is older than this program's, copy it beside itself (LEDGER.before-N),
 * then bring it forward, one commit for each step.
 * out    *from: schema it had; path: the copy, "" when nothing was to do */
enum rc care_migrate(const struct config *config, unsigned *from, char path[CONFIG_TEXT_BYTES],
                     struct err *err) MUST_CHECK;

/* The newest schema that this program knows. */
unsigned care_newest_schema(void);

/* Copy the ledger as it is now; a posternd may go on meanwhile. */
enum rc care_backup(struct desk *desk, const char *path, struct err *err) MUST_CHECK;
/* After something was forgotten: it goes from the ledger's files, too, not from its tables alone.
 */
enum rc care_forgotten(struct desk *desk, struct err *err) MUST_CHECK;

enum { CARE_GAMES_TOLD = 64 };
/* What came back with a backup. */
struct care_restored {
    char aside[CONFIG_TEXT_BYTES]; /* the ledger that was there; "" = there was none */
    unsigned games;                /* in the backup */
    unsigned frozen;               /* of them: later heads were signed before */
    unsigned lost;                 /* games that were made after the backup */
    unsigned told;                 /* of frozen and lost ones, those that follow */
    struct {
        int64_t game, n; /* n: head that was signed */
        bool is_lost;
    } game[CARE_GAMES_TOLD];
};
/* Put a backup in the place of the ledger; no posternd may run. Games whose later heads were
 * signed already are frozen before anybody can see the restored ledger.
 * fails  RC_BUSY: posternd runs; RC_FOREIGN: another server's backup, or none; RC_NEWER,
 *        RC_BAD_INPUT: see ledger_stage; then nothing was changed */
enum rc care_restore(const struct config *config, const struct desk_world *world,
                     const char *backup, struct care_restored *out, struct err *err) MUST_CHECK;

#endif
