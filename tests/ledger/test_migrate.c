/* SPDX-License-Identifier: MIT */
/* Migrations forward, with a table of migrations of the test's own in place of the built-in one. */
#include "fixture.h"

#include <unistd.h>

#include "ledger/ledger_p.h"

#define FIRST                                                                                      \
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;"                    \
    "INSERT INTO setting VALUES ('identity', randomblob(16));"

#define FIRST_NUMBER "PRAGMA user_version = 4"

/* The third works only where the test made third_condition. */
const struct ledger_migration ledger_migrations[] = {
    {4, "004-first.sql", FIRST},
    {5, "005-second.sql", "CREATE TABLE second (a INTEGER) STRICT; INSERT INTO second VALUES (2)"},
    {6, "006-third.sql", "INSERT INTO second SELECT 3 FROM third_condition"},
    {0, NULL, NULL},
};

/* A ledger as an older program left it. */
static void make_old(struct fixture *fixture, const char *schema, const char *more)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA application_id = 1349481332;"
                                  "PRAGMA journal_mode = WAL;" FIRST,
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, schema, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, more, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static int64_t ask(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    int64_t value = -1;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    if (sqlite3_step(stmt) == SQLITE_ROW)
        value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return value;
}

static void an_old_ledger_is_backed_up_and_brought_forward(void **state)
{
    struct fixture *fixture = *state;
    const char *backup = fixture_path(fixture, "backup");
    struct ledger *ledger = NULL;
    unsigned from = 0;

    make_old(fixture, FIRST_NUMBER,
             "CREATE TABLE third_condition (x); INSERT INTO third_condition VALUES (1)");
    assert_int_equal(ledger_open(fixture->path, LEDGER_WRITE, &ledger, ERR_P), RC_CONFIG);
    assert_non_null(strstr(fixture_err.text, "postern migrate"));
    OK(ledger_migrate(fixture->path, backup, &from, ERR_P));
    assert_int_equal(from, 4);
    assert_int_equal(ask(fixture->path, "SELECT sum(a) FROM second"), 5);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), 6);
    assert_int_equal(ask(backup, "PRAGMA user_version"), 4);
    assert_int_equal(unlink(backup), 0);
    OK(ledger_migrate(fixture->path, backup, &from, ERR_P));
    assert_int_equal(from, 6);
    assert_int_equal(access(backup, F_OK), -1); /* nothing to do, so no copy */
    OK(ledger_open(fixture->path, LEDGER_WRITE, &ledger, ERR_P));
    ledger_close(ledger);
}

static void a_migration_that_fails_leaves_the_last_whole_step(void **state)
{
    struct fixture *fixture = *state;
    const char *backup = fixture_path(fixture, "backup");
    unsigned from = 77;

    make_old(fixture, FIRST_NUMBER, "");
    assert_int_equal(ledger_migrate(fixture->path, backup, &from, ERR_P), RC_BUG);
    assert_non_null(strstr(fixture_err.text, "006-third.sql"));
    assert_int_equal(from, 77);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), 5);
    assert_int_equal(ask(fixture->path, "SELECT sum(a) FROM second"), 2);
}

static void without_a_place_for_the_backup_nothing_is_migrated(void **state)
{
    struct fixture *fixture = *state;
    unsigned from = 0;

    make_old(fixture, FIRST_NUMBER, "");
    assert_int_equal(ledger_migrate(fixture->path, fixture->path, &from, ERR_P), RC_EXISTS);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), 4);
}

static void a_ledger_of_before_the_first_release_is_refused_and_left_alone(void **state)
{
    struct fixture *fixture = *state;
    const char *backup = fixture_path(fixture, "backup");
    struct ledger *ledger = NULL;
    unsigned from = 77;

    make_old(fixture, "PRAGMA user_version = 3", "");
    for (enum ledger_access how = LEDGER_READ; how <= LEDGER_WRITE; how++) {
        assert_int_equal(ledger_open(fixture->path, how, &ledger, ERR_P), RC_FOREIGN);
        assert_non_null(strstr(fixture_err.text, "schema 3, from before the first release"));
        assert_non_null(strstr(fixture_err.text, "postern init"));
    }
    assert_int_equal(ledger_migrate(fixture->path, backup, &from, ERR_P), RC_FOREIGN);
    assert_int_equal(from, 77);
    assert_int_equal(access(backup, F_OK), -1);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), 3);
}

int main(void)
{
#define WITH_PLACE(test)                                                                           \
    cmocka_unit_test_setup_teardown(test, fixture_setup_empty, fixture_teardown)
    const struct CMUnitTest tests[] = {
        WITH_PLACE(an_old_ledger_is_backed_up_and_brought_forward),
        WITH_PLACE(a_migration_that_fails_leaves_the_last_whole_step),
        WITH_PLACE(without_a_place_for_the_backup_nothing_is_migrated),
        WITH_PLACE(a_ledger_of_before_the_first_release_is_refused_and_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
