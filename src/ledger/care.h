/* SPDX-License-Identifier: MIT */
/* Keeping a ledger well: rebuild, dump, check, backup.
 *
 * Source: design, section 4. */
#pragma once

#include "ledger/ledger.h"
#include "ledger/work.h"

/* What only the desk can make again. Both put derived rows (derived.h) from facts alone. */
struct ledger_rebuilder {
    void *user;
    /* Status, position, boards, open decisions of one game. */
    enum rc (*game)(void *user, struct ledger *ledger, int64_t game, struct err *err);
    /* Look-ups of one player's name and addresses; nothing for a forgotten player. */
    enum rc (*player)(void *user, struct ledger *ledger, int64_t player, struct err *err);
};
/* Empty all derived tables and fill them again, in one transaction of its own. */
enum rc ledger_rebuild(struct ledger *ledger, const struct ledger_rebuilder *with, struct err *err);

/* What a check found, one call for each problem, in words for the administrator. */
typedef void (*ledger_problem_fn)(void *user, const char *problem);
struct ledger_checker {
    void *user;
    ledger_problem_fn problem;
    /* Hash and seals of one game's chain; calls `problem` itself. NULL: numbers and times only. */
    enum rc (*chain)(void *user, struct ledger *ledger, int64_t game, struct err *err);
    int64_t newest; /* look at the schema and at so many games that went on last; 0 = at all */
};
/* A box, and the place to which it is bound; all borrowed until the next one. */
struct ledger_box {
    const char *column; /* as its place says: "players.box" */
    int64_t row;
    enum ledger_key_kind kind; /* of its key */
    int64_t subject;           /* whose; of a month: a time in it, s */
    struct ledger_bytes bytes;
};
typedef enum rc (*ledger_box_fn)(void *user, const struct ledger_box *box, struct err *err);
/* All boxes but those of seals and of games' secrets, which a walk through the games opens; what
 * was emptied or forgotten is left out. */
enum rc ledger_boxes(struct ledger *ledger, ledger_box_fn fn, void *user, struct err *err);

/* Look at everything: schema, pages, references, chains, orphans. RC_OK means that it looked;
 * problems are counted in `problems`. */
enum rc ledger_check(struct ledger *ledger, const struct ledger_checker *with, size_t *problems,
                     struct err *err);

/* Copy the ledger, while others go on writing, into a new file that is whole or not there.
 * fails  RC_EXISTS: there is a file already */
enum rc ledger_backup(struct ledger *ledger, const char *path, struct err *err);

/* What goes into a backup beside the ledger, so that it is one file: names as "postern.conf". */
struct ledger_backup_part {
    const char *name;
    struct ledger_bytes bytes;
};
/* The same with parts; what was written is read back and looked at before it gets its name. */
enum rc ledger_backup_with(struct ledger *ledger, const char *path,
                           const struct ledger_backup_part *part, size_t count, struct err *err);
/* Append a part of a backup to out.
 * fails  RC_NOT_FOUND: it has none of that name; others as ledger_stage */
enum rc ledger_backup_read(const char *backup, const char *name, struct buf *out, struct err *err);

/* Flush the directory of a file, so that a new name in it lasts. */
enum rc ledger_sync_directory(const char *path, struct err *err);

/* Make a ledger of this program's schema from a backup, beside the one that it shall replace.
 * What stood at `staged` goes first; the backup is only read.
 * fails  RC_NOT_FOUND, RC_FOREIGN: none, or no ledger; RC_BAD_INPUT: damaged, or a half one;
 *        RC_NEWER: made by a newer program */
enum rc ledger_stage(const char *backup, const char *staged, struct err *err);
/* Let a staged ledger take the place of the one at `path`, at one stroke for all who have it
 * open, and remove `staged`. What stood there is first copied to `aside` (moved, when it is too
 * damaged to be read).
 * fails  RC_EXISTS: there is a file at aside; RC_BUSY: another program is writing */
enum rc ledger_replace(const char *path, const char *staged, const char *aside, struct err *err);
