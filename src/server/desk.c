/* SPDX-License-Identifier: MIT */
/* Changes on one opened server: begun, kept or taken back whole. Opening it is done in
 * play/desk_open.c. */
#include "server/desk.h"

#include "server/clock.h"
#include "server/replica.h"
#include "server/keyring.h"
#include "server/vault.h"

/* What this process knows of rows that will not be there. */
static void forget(struct desk *desk)
{
    vault_forget(desk->vault);
    desk->clock_s = 0;
    desk->above->drop_changed(desk);
}

/* Keys are changed under the same lock; and what is logged bears the clock's time. */
static enum rc look_around(struct desk *desk, enum rc begun, struct err *err)
{
    enum rc rc = begun == RC_OK ? keyring_refresh(desk, err) : begun;

    THEN(rc, clock_keep(desk, err));
    if (begun == RC_OK && rc != RC_OK)
        desk_rollback(desk);
    return rc;
}

enum rc desk_begin(struct desk *desk, struct err *err)
{
    return look_around(desk, ledger_begin_immediate(desk->ledger, err), err);
}

enum rc desk_begin_group(struct desk *desk, struct err *err)
{
    return look_around(desk, ledger_begin_group(desk->ledger, err), err);
}

enum rc desk_commit(struct desk *desk, struct err *err)
{
    enum rc rc = ledger_commit(desk->ledger, err);

    if (rc == RC_OK) {
        desk->above->keep_changed(desk);
    } else
        desk_rollback(desk);
    return rc;
}

enum rc desk_end(struct desk *desk, enum rc rc, struct err *err)
{
    if (rc == RC_OK)
        return desk_commit(desk, err);
    desk_rollback(desk);
    return rc;
}

void desk_rollback(struct desk *desk)
{
    ledger_rollback(desk->ledger);
    forget(desk);
}

enum rc desk_secure(struct desk *desk, struct err *err)
{
    TRY(ledger_sync(desk->ledger, err));
    return replica_await(desk->replica, err);
}

enum rc desk_part_begin(struct desk *desk, struct err *err)
{
    return ledger_savepoint(desk->ledger, err);
}

enum rc desk_part_keep(struct desk *desk, struct err *err)
{
    return ledger_savepoint_keep(desk->ledger, err);
}

enum rc desk_part_drop(struct desk *desk, struct err *err)
{
    enum rc rc = ledger_savepoint_drop(desk->ledger, err);

    forget(desk);
    return rc;
}
