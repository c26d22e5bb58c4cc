/* SPDX-License-Identifier: MIT */
/* The ledger: one SQLite file that holds everything a server knows.
 *
 * This header: the file itself (make, open, migrate, close), transactions and savepoints. Facts
 * are in facts.h and letters.h, what can be made again in derived.h, what may change in work.h.
 * It knows no game and no cryptography: hashes and boxes come from the caller as bytes.
 *
 * One connection per thread; several processes may hold the same file. No global state.
 * Rows are read one after the other:
 *
 *     struct ledger_rows rows = ledger_topics(ledger, err);
 *
 *     for (struct ledger_topic topic; ledger_next(&rows, &topic);)
 *         rows.rc = show(&topic, err);
 *     return ledger_end(&rows);
 *
 * What a row points to is borrowed until the next one. The ledger may be called in between.
 * Callbacks: return RC_OK to go on; any other code ends the walk and is what the walk returns.
 *
 * Source: design, section 4; doc/schema.md. */
#pragma once

#include "base/base.h"

struct ledger;

/* Borrowed bytes. {NULL, 0} stands for SQL's NULL where the column allows it. */
struct ledger_bytes {
    const void *at;
    size_t length; /* bytes */
};

enum {
    LEDGER_HASH_BYTES = 32,    /* every hash, commitment and look-up key */
    LEDGER_ID_BYTES = 16,      /* identity of one ledger, drawn when it is made */
    LEDGER_NAME_BYTES = 64,    /* keys and kinds: at most 63 bytes and the NUL */
    LEDGER_PATIENCE_MS = 5000, /* wait for another writer, unless set otherwise */
    LEDGER_GROUP_MS = 50       /* longest time one group may hold the write lock */
};

/* A walk through rows: the caller's, who ends it with ledger_end whatever came of it. What it was
 * begun with (texts, hashes, `err`) stays where it is until then. */
struct ledger_rows {
    enum rc rc; /* the caller's: what is not RC_OK ends the walk, and is what ledger_end returns */
    /* The rest is the ledger's. */
    struct ledger *ledger;
    struct sqlite3_stmt *stmt;
    const struct statement *which;
    struct prepared *prepared; /* NULL: the statement is this walk's own */
    int bound;                 /* values so far */
    int code;                  /* SQLite's; SQLITE_ROW while there is a row */
    bool found;                /* there was a row */
    const char *missing;       /* what to say without one; NULL: there may be none */
    int64_t missing_number;    /* said after it; 0 = none */
    struct err *err;
};

/* Read the next row into *row, a struct of the kind that the walk says; false at the end, and after
 * anything failed. */
#define ledger_next(rows, row) ledger_next_row(rows, row, sizeof *(row))
bool ledger_next_row(struct ledger_rows *rows, void *row, size_t bytes);
/* Read the one row and end: *row is left as it is where there is none. Its texts and bytes are gone
 * with the walk, and read as none. */
#define ledger_one(rows, row) ledger_one_row(rows, row, sizeof *(row))
enum rc ledger_one_row(struct ledger_rows rows, void *row, size_t bytes);
/* Add to *count how many rows there are, and end. */
enum rc ledger_count(struct ledger_rows rows, int64_t *count);
/* fails  rows->rc; what failed in reading; RC_NOT_FOUND: no row where there must be one */
enum rc ledger_end(struct ledger_rows *rows);

enum ledger_access {
    LEDGER_READ, /* any change fails with RC_READ_ONLY */
    LEDGER_WRITE
};

/* Make a new ledger with the newest schema, mode 0600, whole or not at all.
 * fails  RC_EXISTS: there is a file already, which stays as it is */
enum rc ledger_create(const char *path, struct err *err);

/* Open a ledger. `out` is owned by the caller, who ends it with ledger_close.
 * fails  RC_NOT_FOUND (no file), RC_FOREIGN (not a ledger, or one
 *        of before the first release), RC_NEWER (schema newer than this program),
 *        RC_CONFIG (older: migrate first), RC_READ_ONLY, RC_PERMISSION, RC_BUSY */
enum rc ledger_open(const char *path, enum ledger_access access, struct ledger **out,
                    struct err *err);
/* NULL allowed; an open transaction is rolled back. */
void ledger_close(struct ledger *ledger);
OWN_CLOSED(ledger)

/* Bring an older ledger up to this program's schema, step by step, each step one commit.
 * in     backup: where a copy goes first when there is anything to do; must not exist
 * out    from: the schema it had (equals ledger_newest_schema() when nothing was done) */
enum rc ledger_migrate(const char *path, const char *backup, unsigned *from, struct err *err);
unsigned ledger_newest_schema(void);

/* The identity that marks and backups are matched by. */
enum rc ledger_identity(struct ledger *ledger, unsigned char id[LEDGER_ID_BYTES], struct err *err);
/* How long a write waits for another program's lock before RC_BUSY. */
void ledger_set_patience(struct ledger *ledger, int milliseconds);

/* Begin a change: takes the write lock at once, so that what is read inside stays true.
 * fails  RC_BUSY: another program is writing; RC_BUG: a transaction is open already */
enum rc ledger_begin_immediate(struct ledger *ledger, struct err *err);
/* As ledger_begin_immediate, for many small steps that are kept or undone together, and at less
 * cost. A step of several rows has no savepoint: after a failed one only ledger_rollback is left;
 * ledger_commit would give its failure. The commit shows at once, but lasts through a loss of power
 * only after ledger_sync by anybody, or after any later commit of another kind. */
enum rc ledger_begin_group(struct ledger *ledger, struct err *err);
bool ledger_in_group(const struct ledger *ledger);
/* Begin reading: all reads until commit or rollback see the same moment. */
enum rc ledger_begin_read(struct ledger *ledger, struct err *err);
/* Make the change durable (synchronous=FULL). On failure nothing of it remains. */
enum rc ledger_commit(struct ledger *ledger, struct err *err);
/* Make all that this connection sees durable, with groups of other connections and programs.
 * fails  RC_IO; then nothing may be told or taken away that rests on it */
enum rc ledger_sync(struct ledger *ledger, struct err *err);
/* Pages that lie in the write-ahead file after this connection's last commit. At 16,000 a commit
 * moves them into the ledger; who moves most of them from LEDGER_LOG_PAGES on with ledger_tidy, in
 * another thread and with a connection of its own, keeps that commit short. */
enum { LEDGER_LOG_PAGES = 13000 };
int ledger_log_pages(const struct ledger *ledger);
/* What is in the way of it now is left to a later commit. */
void ledger_tidy(struct ledger *ledger);
/* Undo all since begin, open savepoints included. Harmless without a transaction. */
void ledger_rollback(struct ledger *ledger);
bool ledger_is_in_transaction(const struct ledger *ledger);

enum { LEDGER_SAVEPOINTS_MAX = 8 }; /* nested; a preview needs one, a letter in a group two */
/* Begin a part that can be undone alone: a preview, or one letter of a group. */
enum rc ledger_savepoint(struct ledger *ledger, struct err *err);
/* Keep what was done since the innermost savepoint. */
enum rc ledger_savepoint_keep(struct ledger *ledger, struct err *err);
/* Undo what was done since the innermost savepoint. */
enum rc ledger_savepoint_drop(struct ledger *ledger, struct err *err);

/* Another number whenever rows about people may have changed, by this connection or by another:
 * what was read of them inside a transaction holds in later ones while it stays the same. */
int64_t ledger_people_stamp(const struct ledger *ledger);

/* Another number whenever a key may have been forgotten, by this connection or by another: as of
 * now, or inside a transaction of its beginning. */
enum rc ledger_keys_stamp(struct ledger *ledger, int64_t *stamp, struct err *err);

/* Move what stands in the write-ahead file into the ledger and empty that file: after keys were
 * forgotten, and before the file is copied by hand. RC_BUSY when a reader is in the way. */
enum rc ledger_checkpoint(struct ledger *ledger, struct err *err);

/* For crash tests: called with a word before each statement that writes, before and after each
 * commit. NULL takes it away. */
typedef void (*ledger_step_fn)(void *user, const char *step);
void ledger_set_step(struct ledger *ledger, ledger_step_fn step, void *user);

/* Tables whose rows get a number. Boxes are bound to their row, so the number is asked for
 * before the box is made; inside ledger_begin_immediate nobody else can take it. */
enum ledger_numbered {
    LEDGER_PLAYERS,
    LEDGER_PLAYER_CHANGES,
    LEDGER_ADDRESSES,
    LEDGER_GAMES, /* gapless, from the server's first */
    LEDGER_LETTERS_IN,
    LEDGER_LETTERS_OUT,
    LEDGER_KEYS,
    LEDGER_NUMBERED_COUNT
};
enum rc ledger_next_id(struct ledger *ledger, enum ledger_numbered table, int64_t *id,
                       struct err *err);
