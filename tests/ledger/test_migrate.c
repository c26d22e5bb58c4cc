/* SPDX-License-Identifier: MIT */
/* Migrations forward: the ledger as it is shipped, and two migrations of the test's own behind it.
 */
#include "fixture.h"

#include <stdio.h>
#include <unistd.h>

#include "ledger/ledger_p.h"

/* The second fails where there is a setting `later`: second holds no blob. */
#define LATER_MIGRATIONS                                                                           \
    {901, "901-later.sql",                                                                         \
     "ALTER TABLE player ADD COLUMN later INTEGER NOT NULL DEFAULT 7 CHECK (later > 0);"           \
     "CREATE TABLE second (a INTEGER) STRICT; INSERT INTO second SELECT later FROM player;"        \
     "CREATE TRIGGER second_kept BEFORE DELETE ON second BEGIN SELECT RAISE(ABORT, 'kept'); END"}, \
    {                                                                                              \
        902, "902-last.sql",                                                                       \
            "INSERT INTO second VALUES (3);"                                                       \
            "INSERT INTO second SELECT value FROM setting WHERE name = 'later'"                    \
    }
#include "ledger/schema_sql.c"

/* All but these two and the end. */
#define SHIPPED ((unsigned)(sizeof ledger_migrations / sizeof *ledger_migrations - 3))

static unsigned shipped_number(void)
{
    return ledger_migrations[SHIPPED - 1].number;
}

static void run(sqlite3 *db, const char *sql)
{
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* A ledger with a player, as the program without the later migrations left it; version 0: its own.
 */
static void make_old(struct fixture *fixture, unsigned version, const char *more)
{
    char number[64];
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    run(db, "PRAGMA application_id = 1349481332; PRAGMA journal_mode = WAL;");
    for (unsigned i = 0; i < SHIPPED; i++)
        run(db, ledger_migrations[i].sql);
    snprintf(number, sizeof number, "PRAGMA user_version = %u",
             version ? version : shipped_number());
    run(db, number);
    run(db, "INSERT INTO player VALUES (1, 1000, X'01')");
    run(db, more);
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

#define WITH_PLACE(name) TEST_ON(name, fixture_setup_empty, fixture_teardown, fixture, fixture)

WITH_PLACE(an_old_ledger_is_backed_up_and_brought_forward)
{
    const char *backup = fixture_path(fixture, "backup");
    struct ledger *ledger = NULL;
    unsigned from = 0;

    make_old(fixture, 0, "");
    assert_int_equal(ledger_open(fixture->path, LEDGER_WRITE, &ledger, ERR_P), RC_CONFIG);
    assert_non_null(strstr(fixture_err.text, "postern migrate"));
    OK(ledger_migrate(fixture->path, backup, &from, ERR_P));
    assert_int_equal(from, shipped_number());
    assert_int_equal(ask(fixture->path, "SELECT sum(a) FROM second"), 10);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), 902);
    assert_int_equal(ask(backup, "PRAGMA user_version"), shipped_number());
    assert_int_equal(unlink(backup), 0);
    OK(ledger_migrate(fixture->path, backup, &from, ERR_P));
    assert_int_equal(from, 902);
    assert_int_equal(access(backup, F_OK), -1); /* nothing to do, so no copy */
}

static void count_problem(void *user, const char *problem)
{
    print_message("%s\n", problem);
    (*(size_t *)user)++;
}

/* What is brought forward is what a new ledger would be, down to the text of each table. */
WITH_PLACE(a_ledger_brought_forward_is_in_order)
{
    size_t told = 0, problems = 0;
    const struct ledger_checker with = {.user = &told, .problem = count_problem};
    unsigned from = 0;

    make_old(fixture, 0, "");
    OK(ledger_migrate(fixture->path, fixture_path(fixture, "backup"), &from, ERR_P));
    assert_int_equal(ask(fixture->path, "SELECT later FROM player"), 7);
    OK(ledger_open(fixture->path, LEDGER_WRITE, &fixture->ledger, ERR_P));
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    assert_int_equal(fixture_player(fixture->ledger, "Ada"), 2);
    OK(ledger_commit(fixture->ledger, ERR_P));
    OK(ledger_check(fixture->ledger, &with, &problems, ERR_P));
    assert_int_equal(told, 0);
}

WITH_PLACE(a_migration_that_fails_leaves_the_last_whole_step)
{
    const char *backup = fixture_path(fixture, "backup");
    unsigned from = 77;

    make_old(fixture, 0, "INSERT INTO setting VALUES ('later', X'00')");
    assert_int_equal(ledger_migrate(fixture->path, backup, &from, ERR_P), RC_BUG);
    assert_non_null(strstr(fixture_err.text, "902-last.sql"));
    assert_int_equal(from, 77);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), 901);
    assert_int_equal(ask(fixture->path, "SELECT sum(a) FROM second"), 7);
}

WITH_PLACE(without_a_place_for_the_backup_nothing_is_migrated)
{
    unsigned from = 0;

    make_old(fixture, 0, "");
    assert_int_equal(ledger_migrate(fixture->path, fixture->path, &from, ERR_P), RC_EXISTS);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), shipped_number());
}

/* No ledger of before the first release has a number above 26. */
WITH_PLACE(a_ledger_of_before_the_first_release_is_refused_and_left_alone)
{
    const char *backup = fixture_path(fixture, "backup");
    struct ledger *ledger = NULL;
    unsigned from = 77;

    assert_int_equal(ledger_migrations[0].number, 100);
    make_old(fixture, 26, "");
    for (enum ledger_access how = LEDGER_READ; how <= LEDGER_WRITE; how++) {
        assert_int_equal(ledger_open(fixture->path, how, &ledger, ERR_P), RC_FOREIGN);
        assert_non_null(strstr(fixture_err.text, "schema 26, from before the first release"));
        assert_non_null(strstr(fixture_err.text, "postern init"));
    }
    assert_int_equal(ledger_migrate(fixture->path, backup, &from, ERR_P), RC_FOREIGN);
    assert_int_equal(from, 77);
    assert_int_equal(access(backup, F_OK), -1);
    assert_int_equal(ask(fixture->path, "PRAGMA user_version"), 26);
}

TESTS(NULL, NULL)
