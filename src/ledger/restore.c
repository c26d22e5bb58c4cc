/* SPDX-License-Identifier: MIT */
/* From a backup to a ledger in use: looked at and brought up to date beside it, then put in its
 * place in one transaction. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "ledger/care.h"
#include "ledger/ledger_p.h"

/* ---- staging ---- */

enum rc ledger_check_pages(struct ledger *ledger, const char *path, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(ledger->db, "PRAGMA quick_check(1)", -1, &stmt, NULL);
    const char *found;
    enum rc rc = RC_OK;

    if (code == SQLITE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        found = (const char *)sqlite3_column_text(stmt, 0);
        if (!found || strcmp(found, "ok") != 0)
            rc = ERR(err, RC_BAD_INPUT, path,
                     " is damaged, or only half a backup: take another one");
    } else
        rc = ERR(err, RC_BAD_INPUT, path, " is damaged: ", sqlite3_errmsg(ledger->db));
    sqlite3_finalize(stmt);
    return rc;
}

static enum rc copy_staged(struct ledger *from, const char *staged, struct err *err)
{
    OWN_AT(ledger) to = NULL;
    int code;

    TRY(ledger_make_file(staged, err));
    TRY(ledger_connect(staged, LEDGER_WRITE, &to, err));
    if ((code = ledger_copy_pages(from->db, to->db)) != SQLITE_OK)
        TRY(ledger_fail(to, code, "restore", err));
    return RC_OK;
}

static enum rc update_staged(const char *staged, unsigned schema, struct err *err)
{
    OWN_AT(ledger) ledger = NULL;

    TRY(ledger_connect(staged, LEDGER_WRITE, &ledger, err));
    TRY(ledger_exec(ledger, "DROP TABLE IF EXISTS backup_part", err));
    TRY(ledger_run_migrations(ledger, schema, err));
    return ledger_exec(ledger, "PRAGMA journal_mode = WAL", err);
}

enum rc ledger_stage(const char *backup, const char *staged, struct err *err)
{
    struct ledger *from = NULL;
    unsigned schema = 0;
    enum rc rc = ledger_connect(backup, LEDGER_READ, &from, err);

    THEN(rc, ledger_read_schema(from, &schema, err));
    if (rc == RC_OK && schema > ledger_newest_schema())
        rc = ERR(err, RC_NEWER, backup, " was made by a newer Postern; install that one");
    THEN(rc, ledger_check_pages(from, backup, err));
    THEN(rc, copy_staged(from, staged, err));
    ledger_close(from);
    if (rc == RC_DAMAGED) { /* the backup that was named, and not the ledger */
        rc = RC_BAD_INPUT;
        if (err)
            err->rc = rc;
    }
    THEN(rc, update_staged(staged, schema, err));
    if (rc != RC_OK)
        ledger_drop_file(staged);
    return rc;
}

/* ---- taking the place ---- */

/* In one transaction, so that others see the old ledger or the new one. */
static enum rc overwrite(struct ledger *present, const char *staged, struct err *err)
{
    OWN_AT(ledger) from = NULL;
    int code;

    TRY(ledger_connect(staged, LEDGER_READ, &from, err));
    if ((code = ledger_copy_pages(from->db, present->db)) != SQLITE_OK)
        TRY(ledger_fail(present, code, "restore", err));
    return RC_OK;
}

/* Too damaged to be read: the file itself goes out of the way, with what belongs to it. */
static enum rc move_away(const char *path, const char *aside, struct err *err)
{
    static const char *const ends[] = {"-wal", "-shm", ""};
    char from[4200], to[4200];

    if (access(aside, F_OK) == 0)
        return ERR(err, RC_EXISTS, "there is a file at ", aside, " already; it stays as it is");
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(from, sizeof from, "%s%s", path, ends[i]);
        snprintf(to, sizeof to, "%s%s", aside, ends[i]);
        if (rename(from, to) != 0 && errno != ENOENT)
            return ERR(err, RC_IO, "cannot move ", from, ": ", strerror(errno));
    }
    return RC_OK;
}

static enum rc publish(const char *path, const char *staged, struct err *err)
{
    TRY(ledger_sync_file(staged, err));
    return ledger_publish_file(staged, path, err);
}

enum rc ledger_replace(const char *path, const char *staged, const char *aside, struct err *err)
{
    struct ledger *present = NULL;
    struct err own = {0};
    unsigned schema;
    enum rc rc;

    if (access(path, F_OK) != 0 && errno == ENOENT)
        return publish(path, staged, err);
    rc = ledger_connect(path, LEDGER_WRITE, &present, &own);
    THEN(rc, ledger_read_schema(present, &schema, &own));
    THEN(rc, ledger_backup(present, aside, &own));
    if (rc == RC_FOREIGN || rc == RC_DAMAGED || rc == RC_BAD_INPUT) {
        rc = move_away(path, aside, err);
        THEN(rc, publish(path, staged, err));
    } else if (rc == RC_OK)
        rc = overwrite(present, staged, err);
    else
        rc = ERR(err, rc, own.text);
    ledger_close(present);
    if (rc == RC_OK)
        ledger_drop_file(staged);
    return rc;
}
