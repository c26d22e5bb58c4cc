/* SPDX-License-Identifier: MIT */
/* Copies the whole ledger into another file while it is in use, with the parts that go along. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "ledger/care.h"
#include "ledger/ledger_p.h"

enum {
    PAGES_A_STEP = 256, /* 1 MiB at a time: writers wait for it a few milliseconds at most */
    BUSY_WAIT_MS = 20,
    BUSY_TRIES = 500
};

/* Copying from a connection that holds one read moment: writers go on, the copy never restarts. */
int ledger_copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int code = backup ? SQLITE_OK : sqlite3_errcode(to);

    for (int tries = 0; code == SQLITE_OK || (code == SQLITE_BUSY && tries < BUSY_TRIES);) {
        code = sqlite3_backup_step(backup, PAGES_A_STEP);
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
            code = SQLITE_BUSY;
            tries++;
            sqlite3_sleep(BUSY_WAIT_MS);
        }
    }
    sqlite3_backup_finish(backup);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Its own connection, so that the caller's transactions do not matter. */
static enum rc copy_into(const char *from_path, const char *made, struct err *err)
{
    struct ledger *from = NULL, *to = NULL;
    enum rc rc = ledger_connect(from_path, LEDGER_READ, &from, err);
    int code = SQLITE_OK;

    THEN(rc, ledger_connect(made, LEDGER_WRITE, &to, err));
    THEN(rc, ledger_exec(from, "BEGIN; SELECT count(*) FROM sqlite_schema", err));
    if (rc == RC_OK && (code = ledger_copy_pages(from->db, to->db)) != SQLITE_OK)
        rc = ledger_fail(to, code, "backup", err);
    ledger_close(to);
    ledger_close(from);
    return rc;
}

enum rc ledger_sync_file(const char *path, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum rc rc = RC_OK;

    if (fd < 0 || fsync(fd) != 0)
        rc = ERR(err, RC_IO, "cannot sync ", path, ": ", strerror(errno));
    if (fd >= 0)
        close(fd);
    return rc;
}

/* ---- what goes along ---- */

static const char make_parts[] =
    "CREATE TABLE backup_part (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT";

static enum rc put_part(struct ledger *to, const struct ledger_backup_part *part, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(to->db, "INSERT INTO backup_part VALUES (?, ?)", -1, &stmt, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_bind_text(stmt, 1, part->name, -1, SQLITE_STATIC);
    if (code == SQLITE_OK) /* no bytes at all are none, not NULL */
        code = sqlite3_bind_blob64(stmt, 2, part->bytes.length ? part->bytes.at : "",
                                   part->bytes.length, SQLITE_STATIC);
    if (code == SQLITE_OK && (code = sqlite3_step(stmt)) == SQLITE_DONE)
        code = SQLITE_OK;
    sqlite3_finalize(stmt);
    return code == SQLITE_OK ? RC_OK : ledger_fail(to, code, "backup", err);
}

static enum rc put_parts(const char *made, const struct ledger_backup_part *part, size_t count,
                         struct err *err)
{
    OWN_AT(ledger) to = NULL;

    TRY(ledger_connect(made, LEDGER_WRITE, &to, err));
    TRY(ledger_exec(to, "PRAGMA journal_mode = DELETE; BEGIN", err));
    TRY(ledger_exec(to, make_parts, err));
    for (size_t i = 0; i < count; i++)
        TRY(put_part(to, &part[i], err));
    TRY(ledger_exec(to, "COMMIT", err));
    /* what lies on the disk now, not what was meant */
    return ledger_check_pages(to, made, err);
}

enum rc ledger_backup_read(const char *backup, const char *name, struct buf *out, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    struct ledger *from = NULL;
    unsigned schema;
    enum rc rc = ledger_connect(backup, LEDGER_READ, &from, err);

    THEN(rc, ledger_read_schema(from, &schema, err));
    if (rc == RC_OK && (sqlite3_prepare_v2(from->db, "SELECT bytes FROM backup_part WHERE name = ?",
                                           -1, &stmt, NULL) != SQLITE_OK ||
                        sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC) != SQLITE_OK ||
                        sqlite3_step(stmt) != SQLITE_ROW))
        rc = ERR(err, RC_NOT_FOUND, backup, " holds no ", name);
    if (rc == RC_OK)
        buf_put_bytes(out, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0));
    sqlite3_finalize(stmt);
    ledger_close(from);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

enum rc ledger_backup(struct ledger *ledger, const char *path, struct err *err)
{
    return ledger_backup_with(ledger, path, NULL, 0, err);
}

enum rc ledger_backup_with(struct ledger *ledger, const char *path,
                           const struct ledger_backup_part *part, size_t count, struct err *err)
{
    enum rc rc;
    TEXT_IN(text, made, 4096);

    TEXT_PUT(&text, path, ".part");
    FAIL_IF(text.cut, err, RC_TOO_LONG, "the path of the backup is too long");
    if (access(path, F_OK) == 0)
        return ERR(err, RC_EXISTS, "there is a file at ", path, " already; it stays as it is");
    TRY(ledger_make_file(made, err));
    rc = copy_into(sqlite3_db_filename(ledger->db, "main"), made, err);
    if (rc == RC_OK && count)
        rc = put_parts(made, part, count, err);
    THEN(rc, ledger_sync_file(made, err));
    THEN(rc, ledger_publish_file(made, path, err));
    ledger_drop_file(made);
    return rc;
}
