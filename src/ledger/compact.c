/* SPDX-License-Identifier: MIT */
/* What is free in the file goes back to the disk: a little at a time, beside those who write. */
#include "ledger/care.h"
#include "ledger/ledger_p.h"

static enum rc pragma(struct ledger *ledger, const char *sql, int64_t *value, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(ledger->db, sql, -1, &stmt, NULL);
    bool found = code == SQLITE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW;

    if (found)
        *value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return found ? RC_OK : ledger_fail(ledger, code, sql, err);
}

enum rc ledger_space_get(struct ledger *ledger, struct ledger_space *space, struct err *err)
{
    int64_t page = 0, pages = 0, unused = 0, mode = 0;
    enum rc rc = pragma(ledger, "PRAGMA page_size", &page, err);

    if (rc == RC_OK)
        rc = pragma(ledger, "PRAGMA page_count", &pages, err);
    if (rc == RC_OK)
        rc = pragma(ledger, "PRAGMA freelist_count", &unused, err);
    if (rc == RC_OK)
        rc = pragma(ledger, "PRAGMA auto_vacuum", &mode, err);
    if (rc == RC_OK)
        *space = (struct ledger_space){pages * page, unused * page, mode != 0};
    return rc;
}

enum rc ledger_space_give(struct ledger *ledger, struct err *err)
{
    return ledger_exec(ledger, "PRAGMA incremental_vacuum(256)", err);
}

/* The copy that VACUUM makes may lie on the disk: it holds what the ledger holds, boxes closed,
 * has no name, and would otherwise have to fit into memory. */
enum rc ledger_rewrite(struct ledger *ledger, struct err *err)
{
    return ledger_exec(ledger,
                       "PRAGMA temp_store = FILE;" LEDGER_GIVES_BACK "VACUUM;"
                       "PRAGMA temp_store = MEMORY",
                       err);
}
