/* SPDX-License-Identifier: MIT */
/* Inside of src/ledger: the connection, cached statements, errors. */
#ifndef POSTERN_LEDGER_LEDGER_P_H
#define POSTERN_LEDGER_LEDGER_P_H

#include <sqlite3.h>

#include "base/buf.h"
#include "ledger/archive.h"
#include "ledger/ledger.h"
#include "ledger/statement.h"

enum { PREPARED_MAX = 512 }; /* a power of two, more than twice as many as there are statements */

struct prepared {
    const struct statement *of; /* NULL = free */
    sqlite3_stmt *stmt;         /* NULL: it could not be prepared */
    bool in_use;                /* stepped through right now: a nested walk gets its own */
};

struct ledger {
    sqlite3 *db;
    struct prepared prepared[PREPARED_MAX]; /* by address */
    bool in_transaction;       /* as we see it; SQLite may have rolled back by itself */
    bool can_write;            /* begun by ledger_begin_immediate */
    bool group;                /* begun by ledger_begin_group */
    bool lasts_later;          /* commits do not sync: only while a group is open */
    bool unsynced;             /* a group was committed since ledger_sync */
    int log_pages;             /* in the write-ahead file, after our last commit */
    int wal_fd;                /* of the write-ahead file, for ledger_sync; -1 = not open */
    int64_t synced_version;    /* data version that is durable; -1 = none */
    unsigned savepoints;       /* open ones */
    enum rc spoiled;           /* what failed in a part, which can only be dropped now */
    unsigned spoiled_at;       /* savepoints that were open then */
    int64_t next_in, next_out; /* numbers of letters, in this transaction; 0 = look them up */
    int64_t people_stamp;      /* see ledger_people_stamp */
    bool is_current;           /* has the newest schema: every statement can be prepared */
    int64_t keys_stamp;        /* see ledger_keys_stamp */
    int64_t keys_forgotten;    /* as last seen in the file */
    int64_t data_version;      /* changes with every commit of another connection */
    ledger_text_fn text;       /* of games in the archive; NULL = nobody says */
    void *text_user;
    ledger_step_fn step;
    void *step_user;
};

/* One run of a statement. Bind in order, then query_run (no rows) or query_next until false and
 * query_end. Errors are kept until the end, so that binding needs no checks. */
struct query {
    struct ledger *ledger;
    sqlite3_stmt *stmt;
    const struct statement *which;
    struct prepared *prepared; /* NULL: the statement is this run's own */
    int bound;
    int code; /* SQLite's; SQLITE_ROW while there is a row */
};

void query_begin(struct query *query, struct ledger *ledger, const struct statement *which);
void query_int(struct query *query, int64_t value);
/* Bind NULL in place of the value that stands for it. */
void query_int_or_null(struct query *query, int64_t value, int64_t null_value);
void query_text(struct query *query, const char *text);
void query_bytes(struct query *query, struct ledger_bytes bytes);
void query_hash(struct query *query, const unsigned char *hash);
/* Step; true while there is a row. */
bool query_next(struct query *query);
/* Give the statement back; the error of any step before. */
enum rc query_end(struct query *query, struct err *err) MUST_CHECK;
/* Step to the end without rows, and give it back. */
enum rc query_run(struct query *query, struct err *err) MUST_CHECK;
/* As query_run, but RC_NOT_FOUND with `missing` as its text when no row was changed. (To RETURN one
 * takes SQLite a table of its own.) */
enum rc query_run_found(struct query *query, const char *missing, struct err *err) MUST_CHECK;
/* Give each row to a function that reads it (and passes it on), until one ends the walk.
 * fails  RC_NOT_FOUND with `missing` as its text where there is no row; NULL = there may be none */
typedef enum rc (*query_row_fn)(struct query *query, void *context, struct err *err);
enum rc query_walk(struct query *query, query_row_fn row, void *context, const char *missing,
                   struct err *err) MUST_CHECK;
/* The first column of the first row into *value; `none` without a row. */
enum rc query_one_int(struct query *query, int64_t none, int64_t *value,
                      struct err *err) MUST_CHECK;
/* First column into *number, bytes of the second appended to out; false in *found without a
 * row. */
enum rc query_one_box(struct query *query, int64_t *number, struct buf *out, bool *found,
                      struct err *err) MUST_CHECK;

int64_t query_get_int(struct query *query, int column);
int64_t query_get_int_or(struct query *query, int column, int64_t null_value);
const char *query_get_text(struct query *query, int column); /* "" for NULL */
struct ledger_bytes query_get_bytes(struct query *query, int column);

/* Run one statement without parameters. */
enum rc ledger_do(struct ledger *ledger, const struct statement *which, struct err *err) MUST_CHECK;
/* Run SQL text that is no part of the table (pragmas, migrations). */
enum rc ledger_exec(struct ledger *ledger, const char *sql, struct err *err) MUST_CHECK;
/* Forget what is prepared, as before the connection ends. */
void ledger_drop_prepared(struct ledger *ledger);
/* Record what SQLite reports; returns the code that stands for it. */
enum rc ledger_fail(struct ledger *ledger, int code, const char *what, struct err *err);
/* Several statements as one: all of them or none. begin, …, then end with what came of it. Also
 * makes them one commit where no transaction is open. Inside a savepoint that is up to its owner:
 * he may not keep it any more (a savepoint of their own would cost more than most statements); so
 * it is in a group. */
enum rc ledger_inner_begin(struct ledger *ledger, struct err *err) MUST_CHECK;
enum rc ledger_inner_end(struct ledger *ledger, enum rc rc, struct err *err) MUST_CHECK;
/* Changes with every commit of another connection; see PRAGMA data_version. */
enum rc ledger_data_version(struct ledger *ledger, int64_t *version, struct err *err) MUST_CHECK;
/* Count the pages of the write-ahead file, and move them when there are many (sync.c). */
void ledger_watch_log(struct ledger *ledger);
/* Whether commits sync the write-ahead file themselves (sync.c). Not inside a transaction. */
enum rc ledger_set_lasting(struct ledger *ledger, bool now, struct err *err) MUST_CHECK;
/* RC_BUG unless ledger_begin_immediate holds. */
enum rc ledger_need_write(struct ledger *ledger, struct err *err) MUST_CHECK;

/* Position of a name in a table of names; `count` when it is not there. */
unsigned ledger_index_of(const char *const *names, unsigned count, const char *name);

/* Open a connection with this program's settings, whatever the schema (db.c). */
enum rc ledger_connect(const char *path, enum ledger_access access, struct ledger **out,
                       struct err *err) MUST_CHECK;
/* The number in the file's header. */
enum rc ledger_read_schema(struct ledger *ledger, unsigned *schema, struct err *err) MUST_CHECK;
/* Migrations with number > from, each one commit. */
enum rc ledger_run_migrations(struct ledger *ledger, unsigned from, struct err *err) MUST_CHECK;
/* All of them in one commit, for a file that is not published yet. */
enum rc ledger_run_all_migrations(struct ledger *ledger, struct err *err) MUST_CHECK;
/* The file keeps count of its free pages' owners, without which it could not get shorter; for a new
 * file before anything else, or for VACUUM. */
#define LEDGER_GIVES_BACK "PRAGMA auto_vacuum = INCREMENTAL;"
/* An empty file that nobody else may read; what an earlier crash left of it goes first. */
enum rc ledger_make_file(const char *path, struct err *err) MUST_CHECK;
/* Remove a data base with the files SQLite keeps beside it. */
void ledger_drop_file(const char *path);
enum rc ledger_sync_file(const char *path, struct err *err) MUST_CHECK;
/* Copy one data base over another, page by page; SQLite's code. */
int ledger_copy_pages(sqlite3 *from, sqlite3 *to);
/* fails RC_BAD_INPUT: pages of it are damaged; path: as it is named in the error */
enum rc ledger_check_pages(struct ledger *ledger, const char *path, struct err *err) MUST_CHECK;
/* A path that a whole file replaces once: link to `path`, unlink `made`, sync the directory. */
enum rc ledger_publish_file(const char *made, const char *path, struct err *err) MUST_CHECK;

/* schema/NNN-*.sql, built in; number 0 ends. */
struct ledger_migration {
    unsigned number;
    const char *name;
    const char *sql;
};
extern const struct ledger_migration ledger_migrations[];

#endif
