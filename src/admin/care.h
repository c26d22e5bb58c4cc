/* SPDX-License-Identifier: MIT */
/* What keeps a server well over the years: going back to a backup, migrations. Source: design,
 * section 4; doc/schema.md, "Care". */
#pragma once

#include "server/desk.h"

/* Where the ledger's schema is older than this program's, copy it beside itself (LEDGER.before-N),
 * then bring it forward, one commit for each step.
 * out    *from: schema it had; path: the copy, "" when nothing was to do */
enum rc care_migrate(const struct config *config, unsigned *from, char path[CONFIG_TEXT_BYTES],
                     struct err *err);

/* The newest schema that this program knows. */
unsigned care_newest_schema(void);

/* Put all that belongs to a server but its keys and passwords into one file, as it is now: ledger,
 * configuration, marks. A posternd may go on meanwhile.
 * in     conf: path of the configuration */
enum rc care_backup(struct desk *desk, const char *conf, const char *path, struct err *err);
/* Take the configuration out of a backup, onto a machine that has none; its folder is made.
 * fails  RC_NOT_FOUND: the backup holds none; RC_EXISTS */
enum rc care_take_configuration(const char *backup, const char *conf, struct err *err);
/* Read the configuration in a backup as it would be at `conf`, where nothing need be.
 * fails  RC_NOT_FOUND: the backup holds none; see config_read */
enum rc care_read_configuration(const char *backup, const char *conf, struct config *config,
                                struct err *err);
/* After something was forgotten: it goes from the ledger's files, too, not from its tables alone.
 * out    *at_once: false while another program reads the ledger, as the engine of a replica always
 *        does: it goes when the write-ahead file is next emptied */
enum rc care_forgotten(struct desk *desk, bool *at_once, struct err *err);

enum { CARE_GAMES_TOLD = 64 };
#define CARE_MARKS_LOST "marks-lost" /* why a game is frozen */
/* How to go back to a backup. */
struct care_options {
    bool try;        /* only look, as far as `postern check` does, and change nothing; no server
                        need be here: see markless and keyless */
    bool marks_lost; /* the file of marks is gone: whatever goes on is frozen */
    bool moved;      /* the same, but nothing ran since the backup was made: its marks hold */
    bool promoted;   /* a replica, which held all that was signed: so do marks made from it */
    void (*problem)(void *user, const char *problem); /* found by a try */
    void *user;
};
/* What came back with a backup. */
struct care_restored {
    char made[32], version[32];    /* when and by which release; "" = by one that did not say */
    unsigned unsent;               /* letters out that waited, and are not sent */
    char aside[CONFIG_TEXT_BYTES]; /* the ledger that was there; "" = there was none */
    unsigned games;                /* in the backup */
    unsigned frozen;               /* of them: later heads were signed before */
    unsigned lost;                 /* games that were made after the backup */
    bool markless, keyless;        /* of a try: no marks, no key file here; it went on without */
    unsigned told;                 /* of frozen and lost ones, those that follow */
    struct {
        int64_t game, n; /* n: head that was signed */
        bool is_lost;
    } game[CARE_GAMES_TOLD];
};
/* Put a backup in the place of the ledger, or where there was none; no posternd may run. Games
 * whose later heads were signed already are frozen before anybody can see the restored ledger.
 * fails  RC_CONFLICT: the file of marks is missing, and the options do not say what is known; or
 * the other way round; RC_BUSY: posternd runs; RC_FOREIGN: another server's backup, or none;
 * RC_NEWER, RC_BAD_INPUT: see ledger_stage; then nothing was changed */
enum rc care_restore(const struct config *config, const struct desk_world *world,
                     const char *backup, const struct care_options *options,
                     struct care_restored *out, struct err *err);
