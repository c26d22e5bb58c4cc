/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "ledger/ledger_p.h"

static enum rc try_open(const char *path, enum ledger_access access)
{
    struct ledger *ledger = NULL;
    enum rc rc;

    err_clear(&fixture_err);
    rc = ledger_open(path, access, &ledger, &fixture_err);
    ledger_close(ledger);
    return rc;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#define WITH_LEDGER(name) TEST_ON(name, fixture_setup, fixture_teardown, fixture, fixture)

WITH_LEDGER(a_new_ledger_is_whole_private_and_durable)
{
    struct stat st;
    char schema[TEXT_INT_BYTES];
    const struct {
        const char *pragma, *value;
    } rows[] = {{"journal_mode", "wal"},
                {"synchronous", "2"},
                {"foreign_keys", "1"},
                {"secure_delete", "1"},
                {"temp_store", "2"},
                {"recursive_triggers", "1"},
                {"user_version", text_of_int(schema, ledger_newest_schema())},
                {"application_id", "1349481332"}};

    assert_int_equal(stat(fixture->path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(access(fixture_path(fixture, "ledger.new"), F_OK), -1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char sql[64];
        sqlite3_stmt *stmt = NULL;

        snprintf(sql, sizeof sql, "PRAGMA %s", rows[i].pragma);
        assert_int_equal(sqlite3_prepare_v2(fixture->ledger->db, sql, -1, &stmt, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
        assert_string_equal((const char *)sqlite3_column_text(stmt, 0), rows[i].value);
        sqlite3_finalize(stmt);
    }
}

/* The linker's names of the section in which statements stand. */
extern const struct statement __start_ledger_sql[], __stop_ledger_sql[];

/* A form has a column for each that the statement selects or, where it selects none, inserts. */
static void check_form(const struct statement *which, sqlite3_stmt *stmt)
{
    int columns = sqlite3_column_count(stmt);

    if (columns == 0)
        columns = sqlite3_bind_parameter_count(stmt);
    if ((size_t)columns != which->form->count)
        fail_msg("%s has %d columns, its form %zu", which->name, columns, which->form->count);
}

WITH_LEDGER(every_statement_can_be_prepared)
{
    const struct statement *which = __start_ledger_sql;

    assert_true(__stop_ledger_sql - which > 150);
    for (; which < __stop_ledger_sql; which++) {
        struct ledger_rows rows = query_rows(fixture->ledger, which, NULL, ERR_P);

        if (rows.code != SQLITE_OK)
            fail_msg("%s: %s", which->name, sqlite3_errmsg(fixture->ledger->db));
        assert_non_null(rows.stmt);
        assert_non_null(rows.prepared);
        if (which->form)
            check_form(which, rows.stmt);
        OK(ledger_end(&rows));
    }
}

STATEMENT(OF_A_TABLE, "SELECT id FROM keyring");

/* As by another program, between opening the ledger and the first question. */
WITH_LEDGER(a_statement_that_cannot_be_prepared_is_an_error)
{
    OK(ledger_exec(fixture->ledger, "PRAGMA foreign_keys = 0", ERR_P));
    ledger_drop_prepared(fixture->ledger); /* those that opening has used */
    OK(ledger_exec(fixture->ledger, "DROP TABLE keyring", ERR_P));
    for (unsigned tries = 0; tries < 2; tries++) {
        assert_int_equal(query_run(fixture->ledger, &ST_OF_A_TABLE, NULL, ERR_P), RC_BUG);
        assert_non_null(strstr(fixture_err.text, "no such table: keyring"));
    }
}

WITH_LEDGER(a_ledger_is_never_made_over_a_file)
{
    assert_int_equal(ledger_create(fixture->path, ERR_P), RC_EXISTS);
    assert_non_null(strstr(fixture_err.text, "stays as it is"));
    assert_int_equal(try_open(fixture->path, LEDGER_WRITE), RC_OK);
}

WITH_LEDGER(two_ledgers_have_two_identities)
{
    unsigned char one[LEDGER_ID_BYTES], again[LEDGER_ID_BYTES], two[LEDGER_ID_BYTES];
    struct ledger *other = NULL;
    const char *path = fixture_path(fixture, "other");

    OK(ledger_create(path, ERR_P));
    OK(ledger_open(path, LEDGER_WRITE, &other, ERR_P));
    OK(ledger_identity(fixture->ledger, one, ERR_P));
    OK(ledger_identity(fixture->ledger, again, ERR_P));
    OK(ledger_identity(other, two, ERR_P));
    assert_memory_equal(one, again, sizeof one);
    assert_memory_not_equal(one, two, sizeof one);
    ledger_close(other);
}

WITH_LEDGER(what_is_not_a_ledger_is_refused_in_words)
{
    const char *missing = fixture_path(fixture, "missing");
    const char *text = fixture_path(fixture, "text"), *empty = fixture_path(fixture, "empty");
    const char *other = fixture_path(fixture, "other.db");
    sqlite3 *db = NULL;

    assert_int_equal(try_open(missing, LEDGER_WRITE), RC_NOT_FOUND);
    assert_non_null(strstr(fixture_err.text, "postern restore"));
    assert_int_equal(access(missing, F_OK), -1);
    write_file(text, "This is certainly no data base, but it is longer than a header of one is.\n"
                     "This is certainly no data base, but it is longer than a header of one is.\n");
    assert_int_equal(try_open(text, LEDGER_WRITE), RC_FOREIGN);
    assert_non_null(strstr(fixture_err.text, "not a Postern ledger"));
    write_file(empty, "");
    assert_int_equal(try_open(empty, LEDGER_WRITE), RC_FOREIGN);
    assert_int_equal(sqlite3_open(other, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE player (id)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(try_open(other, LEDGER_READ), RC_FOREIGN);
}

WITH_LEDGER(a_newer_schema_is_refused_and_left_alone)
{
    OK(ledger_exec(fixture->ledger, "PRAGMA user_version = 999", ERR_P));
    assert_int_equal(try_open(fixture->path, LEDGER_WRITE), RC_NEWER);
    assert_non_null(strstr(fixture_err.text, "schema 999"));
    assert_non_null(strstr(fixture_err.text, "newer Postern"));
}

/* Root may write everything, so the question is asked as nobody. */
static enum rc open_as_nobody(const char *path, enum ledger_access access_wanted)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(RC_COUNT);
        _exit((int)try_open(path, access_wanted));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (enum rc)WEXITSTATUS(status);
}

WITH_LEDGER(a_ledger_that_cannot_be_written_is_refused_for_writing)
{
    ledger_close(fixture->ledger);
    fixture->ledger = NULL;
    chmod(fixture->directory, 0777);
    chmod(fixture->path, 0444);
    assert_int_equal(open_as_nobody(fixture->path, LEDGER_WRITE), RC_READ_ONLY);
    chmod(fixture->path, 0);
    assert_int_equal(open_as_nobody(fixture->path, LEDGER_WRITE), RC_PERMISSION);
}

WITH_LEDGER(a_reader_cannot_change_anything)
{
    struct ledger *reader = NULL;

    OK(ledger_open(fixture->path, LEDGER_READ, &reader, ERR_P));
    assert_int_equal(ledger_inbox_put(reader, "imap", 5, "", ERR_P), RC_READ_ONLY);
    ledger_close(reader);
}

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    char bytes[4096];
    size_t length;

    assert_non_null(in);
    assert_non_null(out);
    while ((length = fread(bytes, 1, sizeof bytes, in)) > 0)
        assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

WITH_LEDGER(one_connection_writes_while_another_tidies)
{
    const char *copy = fixture_path(fixture, "copy");
    struct ledger *second = NULL, *third = NULL;
    struct ledger_head head;

    OK(ledger_open(fixture->path, LEDGER_WRITE, &second, ERR_P));
    OK(ledger_begin_group(fixture->ledger, ERR_P));
    fixture_game(fixture->ledger);
    OK(ledger_commit(fixture->ledger, ERR_P));
    assert_true(ledger_log_pages(fixture->ledger) > 0);
    OK(ledger_sync(second, ERR_P));
    ledger_tidy(second);
    copy_file(fixture->path, copy); /* without the write-ahead file */
    OK(ledger_open(copy, LEDGER_WRITE, &third, ERR_P));
    OK(ledger_head_get(third, 1, &head, ERR_P));
    assert_int_equal(head.n, 0);
    ledger_close(third);
    ledger_close(second);
}

WITH_LEDGER(a_second_writer_is_told_to_wait)
{
    struct ledger *second = NULL;

    OK(ledger_open(fixture->path, LEDGER_WRITE, &second, ERR_P));
    ledger_set_patience(second, 10);
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    assert_int_equal(ledger_begin_immediate(second, ERR_P), RC_BUSY);
    assert_int_equal(rc_class(RC_BUSY), RC_CLASS_TEMPORARY);
    assert_non_null(strstr(fixture_err.text, "another program is writing"));
    ledger_rollback(fixture->ledger);
    OK(ledger_begin_immediate(second, ERR_P));
    ledger_rollback(second);
    ledger_close(second);
}

WITH_LEDGER(a_full_disk_undoes_the_change_and_says_so)
{
    OWN_MEMORY char *big = malloc(200000);
    int64_t id = 0;
    enum rc rc;

    assert_non_null(big);
    memset(big, 'x', 200000);
    OK(ledger_exec(fixture->ledger, "PRAGMA max_page_count = 60", ERR_P));
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    fixture_player(fixture->ledger, "anna");
    struct ledger_player player = {.id = 2, .made_s = 1, .box = {big, 200000}};
    rc = ledger_player_put(fixture->ledger, &player, ERR_P);
    assert_int_equal(rc, RC_IO);
    assert_non_null(strstr(fixture_err.text, "no space left"));
    ledger_rollback(fixture->ledger);
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    OK(ledger_next_id(fixture->ledger, LEDGER_PLAYERS, &id, ERR_P));
    assert_int_equal(id, 1);
    OK(ledger_commit(fixture->ledger, ERR_P));
}

WITH_LEDGER(savepoints_nest_and_are_undone_alone)
{
    struct ledger *ledger = fixture->ledger;
    int64_t id = 0;

    assert_int_equal(ledger_savepoint(ledger, ERR_P), RC_BUG);
    OK(ledger_begin_immediate(ledger, ERR_P));
    assert_int_equal(ledger_begin_immediate(ledger, ERR_P), RC_BUG);
    fixture_player(ledger, "one");
    OK(ledger_savepoint(ledger, ERR_P));
    fixture_player(ledger, "two");
    OK(ledger_savepoint(ledger, ERR_P));
    fixture_player(ledger, "three");
    OK(ledger_savepoint_drop(ledger, ERR_P));
    OK(ledger_savepoint_keep(ledger, ERR_P));
    assert_int_equal(ledger_savepoint_keep(ledger, ERR_P), RC_BUG);
    OK(ledger_commit(ledger, ERR_P));
    assert_false(ledger_is_in_transaction(ledger));
    OK(ledger_begin_immediate(ledger, ERR_P));
    OK(ledger_next_id(ledger, LEDGER_PLAYERS, &id, ERR_P));
    assert_int_equal(id, 3);
    ledger_rollback(ledger);
    ledger_rollback(ledger);
}

WITH_LEDGER(facts_need_the_write_lock)
{
    struct ledger_player player = {.id = 1, .made_s = 1, .box = fixture_bytes("x")};
    int64_t id;

    assert_int_equal(ledger_player_put(fixture->ledger, &player, ERR_P), RC_BUG);
    OK(ledger_begin_read(fixture->ledger, ERR_P));
    assert_int_equal(ledger_player_put(fixture->ledger, &player, ERR_P), RC_BUG);
    assert_int_equal(ledger_next_id(fixture->ledger, LEDGER_PLAYERS, &id, ERR_P), RC_BUG);
    OK(ledger_commit(fixture->ledger, ERR_P));
}

TESTS(NULL, NULL)
