/* SPDX-License-Identifier: MIT */
/* Transactions, groups of them, and savepoints; and what this process must forget when another
 * one has written. */
#include "ledger/ledger_p.h"

static void tell(struct ledger *ledger, const char *step)
{
    if (ledger->step)
        ledger->step(ledger->step_user, step);
}

/* Numbers are counted on in memory only while nobody else can write, and not behind an undo. */
static void forget_ids(struct ledger *ledger)
{
    ledger->next_in = ledger->next_out = 0;
}

STATEMENT(BEGIN_IMMEDIATE, "BEGIN IMMEDIATE");

/* A group's commit does not wait for the disk: ledger_sync does, once for all of them. */
static enum rc begin(struct ledger *ledger, const struct statement *how, struct err *err)
{
    FAIL_IF(ledger->in_transaction, err, RC_BUG, "a transaction is open already");
    TRY(ledger_set_lasting(ledger, !ledger->group, err));
    TRY(ledger_do(ledger, how, err));
    ledger->in_transaction = true;
    ledger->can_write = how == &ST_BEGIN_IMMEDIATE;
    ledger->savepoints = 0;
    ledger->changes = sqlite3_total_changes(ledger->db);
    forget_ids(ledger);
    return RC_OK;
}

STATEMENT(KEYS_FORGOTTEN, "SELECT times FROM forgetting");

/* Another program may have destroyed keys: whoever holds opened ones is to let them go. */
static enum rc look_for_forgotten(struct ledger *ledger, struct err *err)
{
    int64_t times = ledger->keys_forgotten;

    TRY(query_one_int(ledger, &ST_KEYS_FORGOTTEN, NULL, 0, &times, err));
    if (times != ledger->keys_forgotten) {
        ledger->keys_forgotten = times;
        ledger->keys_stamp++;
    }
    return RC_OK;
}

ASK(one_int, ledger_data_version, WITH(int64_t *version), NULL, "PRAGMA data_version", NULL, 0,
    version);

/* Inside a transaction, in which what others commit does not show, once. */
static enum rc look_for_others(struct ledger *ledger, struct err *err)
{
    int64_t version = 0;

    TRY(ledger_data_version(ledger, &version, err));
    if (version == ledger->data_version)
        return RC_OK;
    if (ledger->is_current)
        TRY(look_for_forgotten(ledger, err));
    ledger->data_version = version;
    ledger->people_stamp++;
    return RC_OK;
}

static enum rc begin_and_look(struct ledger *ledger, const struct statement *how, struct err *err)
{
    enum rc rc;

    TRY(begin(ledger, how, err));
    rc = look_for_others(ledger, err);
    if (rc != RC_OK)
        ledger_rollback(ledger);
    return rc;
}

enum rc ledger_begin_immediate(struct ledger *ledger, struct err *err)
{
    return begin_and_look(ledger, &ST_BEGIN_IMMEDIATE, err);
}

/* What fails here is tried again before the next change. */
static void end_group(struct ledger *ledger)
{
    enum rc ignored = ledger->group ? ledger_set_lasting(ledger, true, NULL) : RC_OK;

    (void)ignored;
    ledger->group = false;
}

enum rc ledger_begin_group(struct ledger *ledger, struct err *err)
{
    enum rc rc;

    FAIL_IF(ledger->in_transaction, err, RC_BUG, "a transaction is open already");
    ledger->group = true;
    rc = ledger_begin_immediate(ledger, err);
    if (rc != RC_OK)
        end_group(ledger);
    return rc;
}

bool ledger_in_group(const struct ledger *ledger)
{
    return ledger->group;
}

int64_t ledger_people_stamp(const struct ledger *ledger)
{
    return ledger->people_stamp;
}

enum rc ledger_keys_stamp(struct ledger *ledger, int64_t *stamp, struct err *err)
{
    if (!ledger->in_transaction)
        TRY(look_for_others(ledger, err));
    *stamp = ledger->keys_stamp;
    return RC_OK;
}

STATEMENT(BEGIN_READ, "BEGIN");

enum rc ledger_begin_read(struct ledger *ledger, struct err *err)
{
    return begin_and_look(ledger, &ST_BEGIN_READ, err);
}

STATEMENT(ROLLBACK, "ROLLBACK");

void ledger_rollback(struct ledger *ledger)
{
    /* SQLite itself rolls back when the disk is full; asking again would only complain. */
    if (!sqlite3_get_autocommit(ledger->db)) {
        enum rc ignored = ledger_do(ledger, &ST_ROLLBACK, NULL);
        (void)ignored;
        ledger->people_stamp++;
    }
    ledger->in_transaction = false;
    ledger->can_write = false;
    end_group(ledger);
    ledger->savepoints = 0;
    ledger->spoiled = RC_OK;
    forget_ids(ledger);
}

STATEMENT(COMMIT, "COMMIT");

enum rc ledger_commit(struct ledger *ledger, struct err *err)
{
    bool writes = ledger->can_write;
    enum rc rc;

    FAIL_IF(!ledger->in_transaction, err, RC_BUG, "no transaction is open");
    if (sqlite3_get_autocommit(ledger->db)) {
        ledger_rollback(ledger);
        return ERR(err, RC_IO, "the change was undone after an earlier failure");
    }
    if (ledger->spoiled != RC_OK) {
        rc = ERR(err, ledger->spoiled, "a change in which something failed can only be undone");
        ledger_rollback(ledger);
        return rc;
    }
    if (writes)
        tell(ledger, "before COMMIT");
    rc = writes ? ledger_commits_raise(ledger, err) : RC_OK;
    THEN(rc, ledger_do(ledger, &ST_COMMIT, err));
    ledger->unsynced |= ledger->group;
    if (rc == RC_OK && writes)
        tell(ledger, "after COMMIT");
    ledger_rollback(ledger);
    return rc;
}

bool ledger_is_in_transaction(const struct ledger *ledger)
{
    return ledger->in_transaction;
}

STATEMENT(SAVEPOINT, "SAVEPOINT part");

enum rc ledger_savepoint(struct ledger *ledger, struct err *err)
{
    if (!ledger->in_transaction || ledger->savepoints >= LEDGER_SAVEPOINTS_MAX)
        return ERR(err, RC_BUG, "a savepoint needs a transaction, and few others in it");
    TRY(ledger_do(ledger, &ST_SAVEPOINT, err));
    ledger->savepoints++;
    return RC_OK;
}

STATEMENT(SAVEPOINT_KEEP, "RELEASE part");
STATEMENT(SAVEPOINT_DROP, "ROLLBACK TO part");

/* Dropping undoes what came since, but leaves the savepoint itself: released in both cases. */
static enum rc end_savepoint(struct ledger *ledger, bool keep, struct err *err)
{
    enum rc rc = RC_OK;

    FAIL_IF(ledger->savepoints == 0, err, RC_BUG, "no savepoint is open");
    if (keep && ledger->spoiled != RC_OK)
        return ERR(err, ledger->spoiled, "a part in which something failed can only be dropped");
    if (!keep) {
        rc = ledger_do(ledger, &ST_SAVEPOINT_DROP, err);
        ledger->people_stamp++;
        forget_ids(ledger);
        if (ledger->savepoints <= ledger->spoiled_at)
            ledger->spoiled = RC_OK;
    }
    THEN(rc, ledger_do(ledger, &ST_SAVEPOINT_KEEP, err));
    if (rc == RC_OK)
        ledger->savepoints--;
    return rc;
}

enum rc ledger_savepoint_keep(struct ledger *ledger, struct err *err)
{
    return end_savepoint(ledger, true, err);
}

enum rc ledger_savepoint_drop(struct ledger *ledger, struct err *err)
{
    return end_savepoint(ledger, false, err);
}

STATEMENT(INNER, "SAVEPOINT inner_part");

enum rc ledger_inner_begin(struct ledger *ledger, struct err *err)
{
    if (ledger->savepoints || ledger->group)
        return RC_OK;
    TRY(ledger->in_transaction ? RC_OK : ledger_set_lasting(ledger, true, err));
    ledger->changes = ledger->in_transaction ? ledger->changes : sqlite3_total_changes(ledger->db);
    return ledger_do(ledger, ledger->in_transaction ? &ST_INNER : &ST_BEGIN_IMMEDIATE, err);
}

/* In a part, or a group, changes share one undo: the first failure is kept, and what it is in can
 * only be dropped. */
static enum rc spoil(struct ledger *ledger, enum rc rc)
{
    if (rc != RC_OK && ledger->spoiled == RC_OK) {
        ledger->spoiled = rc;
        ledger->spoiled_at = ledger->savepoints;
    }
    return rc;
}

STATEMENT(INNER_KEEP, "RELEASE inner_part");
STATEMENT(INNER_DROP, "ROLLBACK TO inner_part");

enum rc ledger_inner_end(struct ledger *ledger, enum rc rc, struct err *err)
{
    bool inside = ledger->in_transaction;

    if (ledger->savepoints || ledger->group)
        return spoil(ledger, rc);
    if (rc == RC_OK && !inside)
        rc = ledger_commits_raise(ledger, err);
    THEN(rc, ledger_do(ledger, inside ? &ST_INNER_KEEP : &ST_COMMIT, err));
    if (rc != RC_OK && !sqlite3_get_autocommit(ledger->db)) {
        enum rc undone = ledger_do(ledger, inside ? &ST_INNER_DROP : &ST_ROLLBACK, err);
        if (undone == RC_OK && inside)
            undone = ledger_do(ledger, &ST_INNER_KEEP, err);
        (void)undone; /* rc is the failure that counts */
        forget_ids(ledger);
    }
    return rc;
}

enum rc ledger_need_write(struct ledger *ledger, struct err *err)
{
    if (ledger->can_write)
        return RC_OK;
    return ERR(err, RC_BUG, "facts are written inside ledger_begin_immediate only");
}

STATEMENT(NEXT_PLAYER, "SELECT coalesce(max(id), 0) + 1 FROM player");
STATEMENT(NEXT_PLAYER_CHANGE, "SELECT coalesce(max(id), 0) + 1 FROM player_change");
STATEMENT(NEXT_ADDRESS, "SELECT coalesce(max(id), 0) + 1 FROM address");
STATEMENT(NEXT_GAME, "SELECT 1 + max(coalesce((SELECT max(id) FROM game), 0),"
                     " coalesce((SELECT max(game) FROM lost_game), 0))");
STATEMENT(NEXT_LETTER_IN, "SELECT coalesce(max(id), 0) + 1 FROM letter");
STATEMENT(NEXT_LETTER_OUT, "SELECT coalesce(max(id), 0) + 1 FROM letter_out");
STATEMENT(NEXT_KEY, "SELECT coalesce(max(id), 0) + 1 FROM keyring");

static const struct statement *const next_of[LEDGER_NUMBERED_COUNT] = {
    [LEDGER_PLAYERS] = &ST_NEXT_PLAYER,
    [LEDGER_PLAYER_CHANGES] = &ST_NEXT_PLAYER_CHANGE,
    [LEDGER_ADDRESSES] = &ST_NEXT_ADDRESS,
    [LEDGER_GAMES] = &ST_NEXT_GAME,
    [LEDGER_LETTERS_IN] = &ST_NEXT_LETTER_IN,
    [LEDGER_LETTERS_OUT] = &ST_NEXT_LETTER_OUT,
    [LEDGER_KEYS] = &ST_NEXT_KEY,
};

enum rc ledger_next_id(struct ledger *ledger, enum ledger_numbered table, int64_t *id,
                       struct err *err)
{
    int64_t *known = table == LEDGER_LETTERS_IN    ? &ledger->next_in
                     : table == LEDGER_LETTERS_OUT ? &ledger->next_out
                                                   : NULL;

    TRY(ledger_need_write(ledger, err));
    if (known && *known) {
        *id = *known;
        return RC_OK;
    }
    TRY(query_one_int(ledger, next_of[table], NULL, 1, id, err));
    if (known)
        *known = *id;
    return RC_OK;
}
