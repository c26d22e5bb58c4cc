/* SPDX-License-Identifier: MIT */
/* Inside of src/ledger: the connection, cached statements, errors. */
#pragma once

#include <sqlite3.h>

#include "ledger/ledger.h"

/* ---- statements: each stands above the code that binds its ? in order and reads its columns.
 * Prepared once for each connection, at first use. ---- */

struct form;

struct statement {
    const char *name, *sql;
    const struct form *form; /* of its columns, or NULL */
};

/* STATEMENT(KEY_GET, "SELECT …"); defines ST_KEY_GET. A connection finds what it has prepared by
 * the statement's address; the section lets a test prepare them all. */
#define STATEMENT(NAME, text) STATEMENT_OF(NAME, NULL, text)
/* The same for rows of a form: what it selects, or inserts, are the form's columns in order. */
#define STATEMENT_OF(NAME, form, text)                                                             \
    static const struct statement ST_##NAME                                                        \
        __attribute__((section("ledger_sql"), used, aligned(sizeof(void *)))) = {#NAME, text,      \
                                                                                 form}

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
    int changes;               /* rows changed by this connection when its change began */
    ledger_step_fn step;
    void *step_user;
};

/* --- values and rows --------------------------------------------------------------------- */

/* What is bound to the ? of a statement, in order: VALUES(INT(game), TEXT(kind)). What they point
 * to stays the caller's, and there until the statement has ended. */
struct query_value {
    enum { QUERY_END, QUERY_INT, QUERY_TEXT, QUERY_BYTES } kind;
    int64_t number;
    const char *text; /* NULL: NULL */
    struct ledger_bytes bytes;
};
#define VALUES(...) ((const struct query_value[]){__VA_ARGS__, {.kind = QUERY_END}})
#define INT(value)  query_value_int(value)
/* NULL in place of the value that stands for it. */
#define INT_OR_NULL(value, none) query_value_int_or_null(value, none)
#define TEXT(value)              query_value_text(value)
#define BYTES(value)             query_value_bytes(value)
#define HASH(value)              query_value_bytes((struct ledger_bytes){value, LEDGER_HASH_BYTES})

struct query_value query_value_int(int64_t value);
struct query_value query_value_int_or_null(int64_t value, int64_t none);
struct query_value query_value_text(const char *text);
struct query_value query_value_bytes(struct ledger_bytes bytes);

/* How a column lies in a struct, which the member's type says. */
enum column_kind {
    COLUMN_INT64,
    COLUMN_INT,
    COLUMN_BOOL,
    COLUMN_TEXT,
    COLUMN_BYTES,
    COLUMN_HASH,      /* borrowed; NULL where there is none */
    COLUMN_HASH_COPY, /* unsigned char [LEDGER_HASH_BYTES]; left as it is where there is none */
    COLUMN_NAME       /* an enum that is written as its name */
};
struct column {
    enum column_kind kind;
    bool or_null; /* `none` stands for NULL */
    int64_t none;
    size_t at;                /* bytes from the struct's beginning */
    const char *const *names; /* of COLUMN_NAME; an unknown one reads as `count` */
    unsigned count;
};
/* Columns of a statement, in order: what it selects, or what it inserts. */
struct form {
    const struct column *columns;
    size_t count;
    size_t bytes; /* of the struct */
    /* Completes a row that was read; NULL = nothing to do. */
    enum rc (*complete)(struct ledger_rows *rows, void *row);
};
#define COLUMN_KIND(type, member)                                                                  \
    _Generic(((struct type *)NULL)->member,                                                        \
        int64_t: COLUMN_INT64,                                                                     \
        int: COLUMN_INT,                                                                           \
        bool: COLUMN_BOOL,                                                                         \
        const char *: COLUMN_TEXT,                                                                 \
        struct ledger_bytes: COLUMN_BYTES,                                                         \
        const unsigned char *: COLUMN_HASH,                                                        \
        unsigned char *: COLUMN_HASH_COPY)
#define COLUMN(type, member)                                                                       \
    {                                                                                              \
        .kind = COLUMN_KIND(type, member), .at = offsetof(struct type, member)                     \
    }
#define COLUMN_OR(type, member, value)                                                             \
    {                                                                                              \
        .kind = COLUMN_KIND(type, member), .at = offsetof(struct type, member), .or_null = true,   \
        .none = (value)                                                                            \
    }
#define COLUMN_OF_NAMES(type, member, list)                                                        \
    {                                                                                              \
        .kind = COLUMN_NAME, .at = offsetof(struct type, member), .names = (list),                 \
        .count = sizeof(list) / sizeof *(list)                                                     \
    }
/* FORM(player_form, ledger_player, COLUMN(ledger_player, id), …); */
#define FORM(name, type, ...) FORM_COMPLETED(name, type, NULL, __VA_ARGS__)
#define FORM_COMPLETED(name, type, complete, ...)                                                  \
    static const struct column name##_columns[] = {__VA_ARGS__};                                   \
    static const struct form name = {name##_columns,                                               \
                                     sizeof name##_columns / sizeof *name##_columns,               \
                                     sizeof(struct type), complete}

/* Begin to read; see ledger_next. values: NULL = none. */
struct ledger_rows query_rows(struct ledger *ledger, const struct statement *which,
                              const struct query_value *values, struct err *err);
/* As query_rows for what must be there: without a row ledger_end fails with RC_NOT_FOUND and this
 * text (a literal). */
struct ledger_rows query_get(struct ledger *ledger, const struct statement *which,
                             const struct query_value *values, const char *missing,
                             struct err *err);
/* Step to the next row without reading it; true while there is one. */
bool query_next(struct ledger_rows *rows);
int64_t query_get_int(struct ledger_rows *rows, int column);
int64_t query_get_int_or(struct ledger_rows *rows, int column, int64_t null_value);
const char *query_get_text(struct ledger_rows *rows, int column); /* "" for NULL */
struct ledger_bytes query_get_bytes(struct ledger_rows *rows, int column);

/* Run a statement without rows. */
enum rc query_run(struct ledger *ledger, const struct statement *which,
                  const struct query_value *values, struct err *err);
/* The same with the columns of a row, by the statement's form. */
enum rc query_put(struct ledger *ledger, const struct statement *which, const void *row,
                  struct err *err);
/* As query_run, but RC_NOT_FOUND with `missing` as its text when no row was changed. (To RETURN one
 * takes SQLite a table of its own.) */
enum rc query_run_found(struct ledger *ledger, const struct statement *which,
                        const struct query_value *values, const char *missing, struct err *err);
/* The first column of the first row into *value; `none` without a row. */
enum rc query_one_int(struct ledger *ledger, const struct statement *which,
                      const struct query_value *values, int64_t none, int64_t *value,
                      struct err *err);
/* Is there a row, with another number than 0? */
enum rc query_is(struct ledger *ledger, const struct statement *which,
                 const struct query_value *values, bool *is, struct err *err);
/* First column into *number (NULL = nobody asks), bytes of the second appended to out. Without a
 * row RC_NOT_FOUND with `missing` as its text; with NULL both are left as they are. */
enum rc query_one_box(struct ledger *ledger, const struct statement *which,
                      const struct query_value *values, int64_t *number, struct buf *out,
                      const char *missing, struct err *err);

/* A statement with the function that asks it, where there is nothing between them: query_HOW, its
 * parameters between the ledger and `err`, the form of its rows (NULL = none), its SQL, and what
 * query_HOW wants beside it:
 *
 *     ASK(rows, ledger_games_newest, WITH(int64_t most), &game_form,
 *         "SELECT … LIMIT ?",
 *         VALUES(INT(most))); */
#define ASK(how, function, parameters, form, sql, ...)                                             \
    STATEMENT_OF(function, form, sql);                                                             \
    ASKED_BY_##how function(parameters)                                                            \
    {                                                                                              \
        return query_##how(ledger, &ST_##function, __VA_ARGS__, err);                              \
    }                                                                                              \
    struct ledger
#define WITH(...)          struct ledger *ledger, __VA_ARGS__, struct err *err
#define WITH_NOTHING       struct ledger *ledger, struct err *err
#define ASKED_BY_rows      struct ledger_rows
#define ASKED_BY_get       struct ledger_rows
#define ASKED_BY_run       enum rc
#define ASKED_BY_run_found enum rc
#define ASKED_BY_put       enum rc
#define ASKED_BY_one_int   enum rc
#define ASKED_BY_is        enum rc
#define ASKED_BY_one_box   enum rc

/* Run one statement without parameters. */
enum rc ledger_do(struct ledger *ledger, const struct statement *which, struct err *err);
/* Run SQL text that is no part of the table (pragmas, migrations). */
enum rc ledger_exec(struct ledger *ledger, const char *sql, struct err *err);
/* Forget what is prepared, as before the connection ends. */
void ledger_drop_prepared(struct ledger *ledger);
/* Record what SQLite reports; returns the code that stands for it. */
enum rc ledger_fail(struct ledger *ledger, int code, const char *what, struct err *err);
/* Several statements as one: all of them or none. begin, …, then end with what came of it. Also
 * makes them one commit where no transaction is open. Inside a savepoint that is up to its owner:
 * he may not keep it any more (a savepoint of their own would cost more than most statements); so
 * it is in a group. */
enum rc ledger_inner_begin(struct ledger *ledger, struct err *err);
enum rc ledger_inner_end(struct ledger *ledger, enum rc rc, struct err *err);
/* Count the change that is about to be committed, if it is one (commits.c). */
enum rc ledger_commits_raise(struct ledger *ledger, struct err *err);
/* Changes with every commit of another connection; see PRAGMA data_version. */
enum rc ledger_data_version(struct ledger *ledger, int64_t *version, struct err *err);
/* Count the pages of the write-ahead file, and move them when there are many (sync.c). */
void ledger_watch_log(struct ledger *ledger);
/* Whether commits sync the write-ahead file themselves (sync.c). Not inside a transaction. */
enum rc ledger_set_lasting(struct ledger *ledger, bool now, struct err *err);
/* RC_BUG unless ledger_begin_immediate holds. */
enum rc ledger_need_write(struct ledger *ledger, struct err *err);

/* Position of a name in a table of names; `count` when it is not there. */
unsigned ledger_index_of(const char *const *names, unsigned count, const char *name);

/* Open a connection with this program's settings, whatever the schema (db.c). */
enum rc ledger_connect(const char *path, enum ledger_access access, struct ledger **out,
                       struct err *err);
/* The number in the file's header. */
enum rc ledger_read_schema(struct ledger *ledger, unsigned *schema, struct err *err);
/* Migrations with number > from, each one commit. */
enum rc ledger_run_migrations(struct ledger *ledger, unsigned from, struct err *err);
/* All of them in one commit, for a file that is not published yet. */
enum rc ledger_run_all_migrations(struct ledger *ledger, struct err *err);
/* An empty file that nobody else may read; what an earlier crash left of it goes first. */
enum rc ledger_make_file(const char *path, struct err *err);
/* Remove a data base with the files SQLite keeps beside it. */
void ledger_drop_file(const char *path);
enum rc ledger_sync_file(const char *path, struct err *err);
/* Copy one data base over another, page by page; SQLite's code. */
int ledger_copy_pages(sqlite3 *from, sqlite3 *to);
/* fails RC_BAD_INPUT: pages of it are damaged; path: as it is named in the error */
enum rc ledger_check_pages(struct ledger *ledger, const char *path, struct err *err);
/* A path that a whole file replaces once: link to `path`, unlink `made`, sync the directory. */
enum rc ledger_publish_file(const char *made, const char *path, struct err *err);

/* schema/NNN-*.sql, built in; number 0 ends. */
struct ledger_migration {
    unsigned number;
    const char *name;
    const char *sql;
};
extern const struct ledger_migration ledger_migrations[];
