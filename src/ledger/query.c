/* SPDX-License-Identifier: MIT */
/* Prepares statements, binds values, reads rows by their form, and turns SQLite's errors into
 * ours. Each statement stands where its columns are used. */
#include "ledger/ledger_p.h"

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
    {SQLITE_CORRUPT, RC_DAMAGED, "the ledger is damaged; restore a backup"},
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
    FAIL_IF(disk.f_bavail == 0, err, RC_IO,
            "the disk with the ledger is full; free some space and try again (", path, ")");
    return RC_OK;
}

enum rc ledger_fail(struct ledger *ledger, int code, const char *what, struct err *err)
{
    int primary = code & 0xFF;

    TRY(disk_trouble(ledger, primary, what, err));
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

static struct ledger_rows begin(struct ledger *ledger, const struct statement *which,
                                struct err *err)
{
    struct prepared *prepared = find_prepared(ledger, which);
    struct ledger_rows rows = {.ledger = ledger, .which = which, .prepared = prepared, .err = err};

    rows.stmt = prepared ? prepared->stmt : NULL;
    if (!rows.stmt)
        rows.code = sqlite3_prepare_v3(ledger->db, which->sql, -1,
                                       prepared ? SQLITE_PREPARE_PERSISTENT : 0, &rows.stmt, NULL);
    if (prepared)
        *prepared = (struct prepared){which, rows.stmt, true};
    return rows;
}

void ledger_drop_prepared(struct ledger *ledger)
{
    for (size_t i = 0; i < PREPARED_MAX; i++) {
        sqlite3_finalize(ledger->prepared[i].stmt);
        ledger->prepared[i] = (struct prepared){0};
    }
}

/* --- values ------------------------------------------------------------------------------- */

struct query_value query_value_int(int64_t value)
{
    return (struct query_value){.kind = QUERY_INT, .number = value};
}

struct query_value query_value_text(const char *text)
{
    return (struct query_value){.kind = QUERY_TEXT, .text = text};
}

struct query_value query_value_int_or_null(int64_t value, int64_t none)
{
    return value != none ? query_value_int(value) : query_value_text(NULL);
}

struct query_value query_value_bytes(struct ledger_bytes bytes)
{
    return (struct query_value){.kind = QUERY_BYTES, .bytes = bytes};
}

static int bind_value(struct ledger_rows *rows, const struct query_value *value)
{
    int place = ++rows->bound;

    switch (value->kind) {
    case QUERY_INT:
        return sqlite3_bind_int64(rows->stmt, place, value->number);
    case QUERY_TEXT:
        return sqlite3_bind_text(rows->stmt, place, value->text, -1, SQLITE_STATIC);
    case QUERY_BYTES:
        return sqlite3_bind_blob64(rows->stmt, place, value->bytes.at, value->bytes.length,
                                   SQLITE_STATIC);
    case QUERY_END:
        break;
    }
    return SQLITE_MISUSE;
}

/* Errors are kept until the end, so that binding needs no checks. */
static void bind(struct ledger_rows *rows, struct query_value value)
{
    int code = bind_value(rows, &value);

    if (rows->code == SQLITE_OK)
        rows->code = code;
}

struct ledger_rows query_rows(struct ledger *ledger, const struct statement *which,
                              const struct query_value *values, struct err *err)
{
    struct ledger_rows rows = begin(ledger, which, err);

    for (; values && values->kind != QUERY_END; values++)
        bind(&rows, *values);
    return rows;
}

struct ledger_rows query_get(struct ledger *ledger, const struct statement *which,
                             const struct query_value *values, const char *missing, struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, which, values, err);

    rows.missing = missing;
    return rows;
}

static struct query_value value_of_number(const struct column *column, int64_t number)
{
    return column->or_null ? query_value_int_or_null(number, column->none)
                           : query_value_int(number);
}

static struct query_value value_of_hash(const unsigned char *hash)
{
    return query_value_bytes((struct ledger_bytes){hash, hash ? LEDGER_HASH_BYTES : 0});
}

/* What stands at the column's place of a row. */
static struct query_value value_of(const struct column *column, const void *row)
{
    const void *at = (const char *)row + column->at;
    unsigned name;

    switch (column->kind) {
    case COLUMN_INT64:
        return value_of_number(column, *(const int64_t *)at);
    case COLUMN_INT:
        return value_of_number(column, *(const int *)at);
    case COLUMN_BOOL:
        return query_value_int(*(const bool *)at ? 1 : 0);
    case COLUMN_TEXT:
        return query_value_text(*(const char *const *)at);
    case COLUMN_BYTES:
        return query_value_bytes(*(const struct ledger_bytes *)at);
    case COLUMN_HASH:
        return value_of_hash(*(const unsigned char *const *)at);
    case COLUMN_HASH_COPY:
        return value_of_hash(at);
    case COLUMN_NAME:
        memcpy(&name, at, sizeof name);
        return query_value_text(name < column->count ? column->names[name] : "?");
    }
    return (struct query_value){.kind = QUERY_END};
}

/* --- rows --------------------------------------------------------------------------------- */

static void tell_step(const struct ledger_rows *rows)
{
    struct ledger *ledger = rows->ledger;

    if (ledger->step && rows->code == SQLITE_OK && !sqlite3_stmt_readonly(rows->stmt))
        ledger->step(ledger->step_user, rows->which->name);
}

bool query_next(struct ledger_rows *rows)
{
    if (rows->rc != RC_OK)
        return false;
    tell_step(rows);
    if (rows->code == SQLITE_OK || rows->code == SQLITE_ROW)
        rows->code = sqlite3_step(rows->stmt);
    rows->found = rows->found || rows->code == SQLITE_ROW;
    return rows->code == SQLITE_ROW;
}

int64_t query_get_int(struct ledger_rows *rows, int column)
{
    return sqlite3_column_int64(rows->stmt, column);
}

int64_t query_get_int_or(struct ledger_rows *rows, int column, int64_t null_value)
{
    return sqlite3_column_type(rows->stmt, column) == SQLITE_NULL ? null_value
                                                                  : query_get_int(rows, column);
}

const char *query_get_text(struct ledger_rows *rows, int column)
{
    const unsigned char *text = sqlite3_column_text(rows->stmt, column);

    return text ? (const char *)text : "";
}

struct ledger_bytes query_get_bytes(struct ledger_rows *rows, int column)
{
    const void *at = sqlite3_column_blob(rows->stmt, column);

    return (struct ledger_bytes){at, (size_t)sqlite3_column_bytes(rows->stmt, column)};
}

static int64_t read_number(struct ledger_rows *rows, const struct column *column, int place)
{
    return column->or_null ? query_get_int_or(rows, place, column->none)
                           : query_get_int(rows, place);
}

static void read_hash(struct ledger_rows *rows, const struct column *column, int place, void *at)
{
    struct ledger_bytes bytes = query_get_bytes(rows, place);
    bool whole = bytes.length == LEDGER_HASH_BYTES;

    if (column->kind == COLUMN_HASH)
        *(const unsigned char **)at = whole ? bytes.at : NULL;
    else if (whole)
        memcpy(at, bytes.at, LEDGER_HASH_BYTES);
}

static void read_column(struct ledger_rows *rows, const struct column *column, int place, void *row)
{
    void *at = (char *)row + column->at;
    unsigned name;

    switch (column->kind) {
    case COLUMN_INT64:
        *(int64_t *)at = read_number(rows, column, place);
        break;
    case COLUMN_INT:
        *(int *)at = (int)read_number(rows, column, place);
        break;
    case COLUMN_BOOL:
        *(bool *)at = query_get_int(rows, place) != 0;
        break;
    case COLUMN_TEXT:
        *(const char **)at = query_get_text(rows, place);
        break;
    case COLUMN_BYTES:
        *(struct ledger_bytes *)at = query_get_bytes(rows, place);
        break;
    case COLUMN_HASH:
    case COLUMN_HASH_COPY:
        read_hash(rows, column, place, at);
        break;
    case COLUMN_NAME:
        name = ledger_index_of(column->names, column->count, query_get_text(rows, place));
        memcpy(at, &name, sizeof name);
        break;
    }
}

bool ledger_next_row(struct ledger_rows *rows, void *row, size_t bytes)
{
    const struct form *form = rows->which->form;

    if (!query_next(rows))
        return false;
    if (!form || form->bytes != bytes) {
        rows->rc = ERR(rows->err, RC_BUG, rows->which->name, " is read as another kind of row");
        return false;
    }
    memset(row, 0, bytes);
    for (size_t i = 0; i < form->count; i++)
        read_column(rows, &form->columns[i], (int)i, row);
    if (form->complete)
        rows->rc = form->complete(rows, row);
    return rows->rc == RC_OK;
}

/* Reset before the next use; memory that is bound is the caller's. */
static void give_back(struct ledger_rows *rows)
{
    if (rows->prepared) {
        sqlite3_reset(rows->stmt);
        if (rows->stmt) /* NULL: it could not be prepared */
            sqlite3_clear_bindings(rows->stmt);
        rows->prepared->in_use = false;
    } else {
        sqlite3_finalize(rows->stmt);
    }
    rows->stmt = NULL;
}

static enum rc say_missing(const struct ledger_rows *rows)
{
    char number[TEXT_INT_BYTES];

    return ERR(rows->err, RC_NOT_FOUND, rows->missing,
               rows->missing_number ? text_of_int(number, rows->missing_number) : "");
}

enum rc ledger_end(struct ledger_rows *rows)
{
    bool failed = rows->code != SQLITE_OK && rows->code != SQLITE_ROW && rows->code != SQLITE_DONE;

    /* Before the reset, which would take the message away. */
    if (failed && rows->rc == RC_OK)
        rows->rc = ledger_fail(rows->ledger, rows->code, rows->which->name, rows->err);
    give_back(rows);
    return rows->rc == RC_OK && !rows->found && rows->missing ? say_missing(rows) : rows->rc;
}

enum rc ledger_count(struct ledger_rows rows, int64_t *count)
{
    while (query_next(&rows))
        ++*count;
    return ledger_end(&rows);
}

/* --- whole runs --------------------------------------------------------------------------- */

static enum rc run(struct ledger_rows rows)
{
    while (query_next(&rows))
        ;
    return ledger_end(&rows);
}

enum rc query_run(struct ledger *ledger, const struct statement *which,
                  const struct query_value *values, struct err *err)
{
    return run(query_rows(ledger, which, values, err));
}

enum rc query_put(struct ledger *ledger, const struct statement *which, const void *row,
                  struct err *err)
{
    struct ledger_rows rows = begin(ledger, which, err);

    for (size_t i = 0; i < which->form->count; i++)
        bind(&rows, value_of(&which->form->columns[i], row));
    return run(rows);
}

enum rc query_run_found(struct ledger *ledger, const struct statement *which,
                        const struct query_value *values, const char *missing, struct err *err)
{
    TRY(query_run(ledger, which, values, err));
    return sqlite3_changes64(ledger->db) == 0 ? ERR(err, RC_NOT_FOUND, missing) : RC_OK;
}

enum rc query_one_int(struct ledger *ledger, const struct statement *which,
                      const struct query_value *values, int64_t none, int64_t *value,
                      struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, which, values, err);
    int64_t found = query_next(&rows) ? query_get_int_or(&rows, 0, none) : none;

    /* To the end: a change that returns a row is only then made. */
    while (rows.code == SQLITE_ROW)
        query_next(&rows);
    TRY(ledger_end(&rows));
    *value = found;
    return RC_OK;
}

enum rc query_is(struct ledger *ledger, const struct statement *which,
                 const struct query_value *values, bool *is, struct err *err)
{
    int64_t found = 0;

    TRY(query_one_int(ledger, which, values, 0, &found, err));
    *is = found != 0;
    return RC_OK;
}

enum rc query_one_box(struct ledger *ledger, const struct statement *which,
                      const struct query_value *values, int64_t *number, struct buf *out,
                      const char *missing, struct err *err)
{
    struct ledger_rows rows = query_get(ledger, which, values, missing, err);

    if (query_next(&rows)) {
        struct ledger_bytes box = query_get_bytes(&rows, 1);

        if (number)
            *number = query_get_int(&rows, 0);
        buf_put_bytes(out, box.at, box.length);
    }
    TRY(ledger_end(&rows));
    return buf_rc(out, err);
}

/* What is borrowed of a row reads as SQL's NULL. */
static void forget_borrowed(const struct column *column, void *row)
{
    void *at = (char *)row + column->at;

    if (column->kind == COLUMN_TEXT)
        *(const char **)at = "";
    else if (column->kind == COLUMN_BYTES)
        *(struct ledger_bytes *)at = (struct ledger_bytes){NULL, 0};
    else if (column->kind == COLUMN_HASH)
        *(const unsigned char **)at = NULL;
}

enum rc ledger_one_row(struct ledger_rows rows, void *row, size_t bytes)
{
    const struct form *form = rows.which->form;

    if (ledger_next_row(&rows, row, bytes))
        for (size_t i = 0; i < form->count; i++)
            forget_borrowed(&form->columns[i], row);
    return ledger_end(&rows);
}

enum rc ledger_do(struct ledger *ledger, const struct statement *which, struct err *err)
{
    return query_run(ledger, which, NULL, err);
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
