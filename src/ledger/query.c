/* SPDX-License-Identifier: MIT */
#include "ledger/ledger_p.h"

#include <string.h>
#include <sys/statvfs.h>

/* What SQLite's primary codes mean to us; text says what to do. */
static const struct {
    int code;
    enum rc rc;
    const char *text;
} meanings[] = {
    {SQLITE_BUSY, RC_BUSY, "another program is writing to the ledger; try again in a moment"},
    {SQLITE_LOCKED, RC_BUSY, "another program is writing to the ledger; try again in a moment"},
    {SQLITE_READONLY, RC_READ_ONLY, "the ledger can only be read here"},
    {SQLITE_FULL, RC_IO, "no space left for the ledger; free some and try again"},
    {SQLITE_IOERR, RC_IO, "reading or writing the ledger failed; look at the disk"},
    {SQLITE_NOMEM, RC_NO_MEMORY, "out of memory"},
    {SQLITE_CANTOPEN, RC_IO, "the ledger or a file beside it cannot be opened"},
    {SQLITE_PERM, RC_PERMISSION, "no permission for the ledger"},
    {SQLITE_AUTH, RC_PERMISSION, "no permission for the ledger"},
    {SQLITE_NOTADB, RC_FOREIGN, "this file is not a Postern ledger"},
    {SQLITE_CORRUPT, RC_BAD_INPUT, "the ledger is damaged; restore a backup"},
    {SQLITE_TOOBIG, RC_TOO_LONG, "too long for the ledger"},
};

static enum rc constraint_rc(int extended)
{
    switch (extended) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
        return RC_EXISTS;
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        return RC_NOT_FOUND;
    case SQLITE_CONSTRAINT_TRIGGER:
        return RC_CONFLICT;
    case SQLITE_CONSTRAINT_CHECK:
    case SQLITE_CONSTRAINT_NOTNULL:
    case SQLITE_CONSTRAINT_DATATYPE:
        return RC_BAD_INPUT;
    default:
        return RC_BUG;
    }
}

/* SQLite fails in many places when a disk is full or read-only; say which it is. */
static enum rc disk_trouble(struct ledger *ledger, int code, const char *what, struct err *err)
{
    const char *path = ledger ? sqlite3_db_filename(ledger->db, "main") : what;
    struct statvfs disk;

    if ((code != SQLITE_IOERR && code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || !path ||
        statvfs(path, &disk) != 0)
        return RC_OK;
    if (disk.f_flag & ST_RDONLY)
        return ERR(err, RC_READ_ONLY, "the disk with the ledger is mounted read-only (", path,
                   "); reading needs to write beside it, too: mount it for writing, or copy the "
                   "server's folder to another disk and look at it there (--server COPY)");
    if (disk.f_bavail == 0)
        return ERR(err, RC_IO, "the disk with the ledger is full; free some space and try again (",
                   path, ")");
    return RC_OK;
}

enum rc ledger_fail(struct ledger *ledger, int code, const char *what, struct err *err)
{
    int primary = code & 0xFF;
    enum rc rc = disk_trouble(ledger, primary, what, err);

    if (rc != RC_OK)
        return rc;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].code == primary)
            return ERR(err, meanings[i].rc, meanings[i].text, " (", what, ")");
    return ERR(err, primary == SQLITE_CONSTRAINT ? constraint_rc(code) : RC_BUG,
               "the ledger refuses ", what, ": ",
               ledger ? sqlite3_errmsg(ledger->db) : sqlite3_errstr(code));
}

/* The statement's place in the table; NULL: the table is full, or it is stepped through already. */
static struct prepared *find_prepared(struct ledger *ledger, const struct statement *which)
{
    size_t place = (uintptr_t)which / sizeof *which;

    for (unsigned tries = 0; tries < PREPARED_MAX; tries++, place++) {
        struct prepared *prepared = &ledger->prepared[place % PREPARED_MAX];

        if (!prepared->of || prepared->of == which)
            return prepared->in_use ? NULL : prepared;
    }
    return NULL;
}

void query_begin(struct query *query, struct ledger *ledger, const struct statement *which)
{
    struct prepared *prepared = find_prepared(ledger, which);

    *query = (struct query){.ledger = ledger, .which = which, .prepared = prepared};
    query->stmt = prepared ? prepared->stmt : NULL;
    if (!query->stmt)
        query->code =
            sqlite3_prepare_v3(ledger->db, which->sql, -1, prepared ? SQLITE_PREPARE_PERSISTENT : 0,
                               &query->stmt, NULL);
    if (prepared)
        *prepared = (struct prepared){which, query->stmt, true};
}

void ledger_drop_prepared(struct ledger *ledger)
{
    for (size_t i = 0; i < PREPARED_MAX; i++) {
        sqlite3_finalize(ledger->prepared[i].stmt);
        ledger->prepared[i] = (struct prepared){0};
    }
}

static void keep_code(struct query *query, int code)
{
    if (query->code == SQLITE_OK)
        query->code = code;
}

void query_int(struct query *query, int64_t value)
{
    keep_code(query, sqlite3_bind_int64(query->stmt, ++query->bound, value));
}

void query_int_or_null(struct query *query, int64_t value, int64_t null_value)
{
    if (value != null_value)
        query_int(query, value);
    else
        keep_code(query, sqlite3_bind_null(query->stmt, ++query->bound));
}

void query_text(struct query *query, const char *text)
{
    keep_code(query, sqlite3_bind_text(query->stmt, ++query->bound, text, -1, SQLITE_STATIC));
}

void query_bytes(struct query *query, struct ledger_bytes bytes)
{
    keep_code(query, sqlite3_bind_blob64(query->stmt, ++query->bound, bytes.at, bytes.length,
                                         SQLITE_STATIC));
}

void query_hash(struct query *query, const unsigned char *hash)
{
    query_bytes(query, (struct ledger_bytes){hash, LEDGER_HASH_BYTES});
}

static void tell_step(const struct query *query)
{
    struct ledger *ledger = query->ledger;

    if (ledger->step && query->code == SQLITE_OK && !sqlite3_stmt_readonly(query->stmt))
        ledger->step(ledger->step_user, query->which->name);
}

bool query_next(struct query *query)
{
    tell_step(query);
    if (query->code == SQLITE_OK || query->code == SQLITE_ROW)
        query->code = sqlite3_step(query->stmt);
    return query->code == SQLITE_ROW;
}

enum rc query_end(struct query *query, struct err *err)
{
    bool failed =
        query->code != SQLITE_OK && query->code != SQLITE_ROW && query->code != SQLITE_DONE;
    /* Before the reset, which would take the message away. */
    enum rc rc = failed ? ledger_fail(query->ledger, query->code, query->which->name, err) : RC_OK;

    if (!query->prepared) {
        sqlite3_finalize(query->stmt);
        return rc;
    }
    sqlite3_reset(query->stmt);
    if (query->stmt)                         /* NULL: it could not be prepared */
        sqlite3_clear_bindings(query->stmt); /* bound memory is the caller's */
    query->prepared->in_use = false;
    return rc;
}

enum rc query_run(struct query *query, struct err *err)
{
    while (query_next(query))
        ;
    return query_end(query, err);
}

enum rc query_run_found(struct query *query, const char *missing, struct err *err)
{
    enum rc rc = query_run(query, err);

    return rc == RC_OK && sqlite3_changes64(query->ledger->db) == 0
               ? ERR(err, RC_NOT_FOUND, missing)
               : rc;
}

enum rc query_walk(struct query *query, query_row_fn row, void *context, const char *missing,
                   struct err *err)
{
    bool found = false;
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        found = true;
        rc = row(query, context, err);
    }
    end = query_end(query, err);
    rc = rc != RC_OK ? rc : end;
    return rc == RC_OK && !found && missing ? ERR(err, RC_NOT_FOUND, missing) : rc;
}

enum rc query_one_int(struct query *query, int64_t none, int64_t *value, struct err *err)
{
    int64_t found = query_next(query) ? query_get_int_or(query, 0, none) : none;
    enum rc rc;

    while (query->code == SQLITE_ROW)
        query_next(query);
    rc = query_end(query, err);
    if (rc == RC_OK)
        *value = found;
    return rc;
}

enum rc query_one_box(struct query *query, int64_t *number, struct buf *out, bool *found,
                      struct err *err)
{
    enum rc rc;

    *found = query_next(query);
    if (*found) {
        struct ledger_bytes box = query_get_bytes(query, 1);
        *number = query_get_int(query, 0);
        buf_put_bytes(out, box.at, box.length);
    }
    rc = query_end(query, err);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

int64_t query_get_int(struct query *query, int column)
{
    return sqlite3_column_int64(query->stmt, column);
}

int64_t query_get_int_or(struct query *query, int column, int64_t null_value)
{
    return sqlite3_column_type(query->stmt, column) == SQLITE_NULL ? null_value
                                                                   : query_get_int(query, column);
}

const char *query_get_text(struct query *query, int column)
{
    const unsigned char *text = sqlite3_column_text(query->stmt, column);

    return text ? (const char *)text : "";
}

struct ledger_bytes query_get_bytes(struct query *query, int column)
{
    const void *at = sqlite3_column_blob(query->stmt, column);

    return (struct ledger_bytes){at, (size_t)sqlite3_column_bytes(query->stmt, column)};
}

enum rc ledger_do(struct ledger *ledger, const struct statement *which, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, which);
    return query_run(&query, err);
}

enum rc ledger_exec(struct ledger *ledger, const char *sql, struct err *err)
{
    int code = sqlite3_exec(ledger->db, sql, NULL, NULL, NULL);

    return code == SQLITE_OK ? RC_OK : ledger_fail(ledger, code, sql, err);
}

unsigned ledger_index_of(const char *const *names, unsigned count, const char *name)
{
    unsigned i = 0;

    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i;
}
