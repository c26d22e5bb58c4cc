/* SPDX-License-Identifier: MIT */
/* Brings the schema of a ledger up to this program's, one migration after the other. */
#include "ledger/ledger_p.h"

#include "ledger/care.h"

unsigned ledger_newest_schema(void)
{
    unsigned newest = 0;

    for (const struct ledger_migration *m = ledger_migrations; m->number > 0; m++)
        newest = m->number;
    return newest;
}

static enum rc apply_one(struct ledger *ledger, const struct ledger_migration *migration,
                         struct err *err)
{
    TEXT_IN(set_version, array, 64);

    TEXT_PUT(&set_version, "PRAGMA user_version = ", TEXT_INT((int64_t)migration->number));
    FAIL_IF(sqlite3_exec(ledger->db, migration->sql, NULL, NULL, NULL) != SQLITE_OK, err, RC_BUG,
            "migration ", migration->name, " failed: ", sqlite3_errmsg(ledger->db));
    return ledger_exec(ledger, array, err);
}

static enum rc end_with(struct ledger *ledger, enum rc rc, struct err *err)
{
    if (rc == RC_OK)
        return ledger_commit(ledger, err);
    ledger_rollback(ledger);
    return rc;
}

static enum rc run_one(struct ledger *ledger, const struct ledger_migration *migration,
                       struct err *err)
{
    TRY(ledger_begin_immediate(ledger, err));
    return end_with(ledger, apply_one(ledger, migration, err), err);
}

enum rc ledger_run_all_migrations(struct ledger *ledger, struct err *err)
{
    enum rc rc = ledger_begin_immediate(ledger, err);

    TRY(rc);
    for (const struct ledger_migration *m = ledger_migrations; m->number > 0 && rc == RC_OK; m++)
        rc = apply_one(ledger, m, err);
    return end_with(ledger, rc, err);
}

enum rc ledger_run_migrations(struct ledger *ledger, unsigned from, struct err *err)
{
    for (const struct ledger_migration *m = ledger_migrations; m->number > 0; m++)
        if (m->number > from)
            TRY(run_one(ledger, m, err));
    return RC_OK;
}

enum rc ledger_migrate(const char *path, const char *backup, unsigned *from, struct err *err)
{
    OWN_AT(ledger) ledger = NULL;
    unsigned schema = 0;

    TRY(ledger_connect(path, LEDGER_WRITE, &ledger, err));
    TRY(ledger_read_schema(ledger, &schema, err));
    FAIL_IF(schema > ledger_newest_schema(), err, RC_NEWER, "the ledger ", path,
            " was made by a newer Postern; install that one");
    if (schema < ledger_newest_schema()) {
        TRY(ledger_backup(ledger, backup, err));
        TRY(ledger_run_migrations(ledger, schema, err));
    }
    *from = schema;
    return RC_OK;
}
