/* SPDX-License-Identifier: MIT */
/* Rebuild, dump, check, backup. */
#include "fixture.h"

#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "tests/ledger/dump.h"
#include "tests/rows.h"
#include "ledger/ledger_p.h"

/* A ledger with games in several states, letters in and out. */
static void fill(struct fixture *fixture)
{
    struct ledger *ledger = fixture->ledger;
    struct fixture_hash hash = fixture_hash(50, 1);
    int64_t anna, address;

    OK(ledger_begin_immediate(ledger, ERR_P));
    anna = fixture_player(ledger, "anna");
    address = fixture_address(ledger, anna, "anna@example.org");
    OK(ledger_lookup_put(ledger, LEDGER_BY_NAME, hash.at, anna, 0, ERR_P));
    for (int i = 0; i < 3; i++) {
        char source_id[16];
        int64_t game = fixture_game(ledger);

        OK(ledger_seat_put(ledger, game, 1, anna, 0, ERR_P));
        snprintf(source_id, sizeof source_id, "a%d", i);
        OK(fixture_whole_letter(ledger, game, address, source_id, ERR_P));
        snprintf(source_id, sizeof source_id, "b%d", i);
        OK(fixture_whole_letter(ledger, game, address, source_id, ERR_P));
    }
    OK(ledger_seat_put(ledger, 2, 1, 0, 1, ERR_P));
    OK(ledger_status_set(ledger, 1, LEDGER_RUNNING, "", ERR_P));
    OK(ledger_status_set(ledger, 2, LEDGER_RUNNING, "", ERR_P));
    OK(ledger_status_set(ledger, 3, LEDGER_RUNNING, "", ERR_P));
    OK(ledger_commit(ledger, ERR_P));
}

/* What the desk would make again; boxes come out with another wrapping each time. */
static enum rc rebuild_game(void *user, struct ledger *ledger, int64_t game, struct err *err)
{
    struct ledger_decision decision = {.game = game, .seat = 1, .due_s = 9000, .left_s = 7000};
    struct ledger_head head;
    enum rc rc = ledger_head_get(ledger, game, &head, err);

    ++*(int *)user;
    if (rc != RC_OK)
        return rc;
    decision.decision = decision.opened_n = head.n;
    decision.opened_s = head.at_s;
    rc = ledger_decisions_put(ledger, game, &decision, 1, err);
    return rc == RC_OK ? ledger_status_set(ledger, game, LEDGER_RUNNING, "", err) : rc;
}

static enum rc rebuild_player(void *user, struct ledger *ledger, int64_t player, struct err *err)
{
    struct fixture_hash hash = fixture_hash(50, 1);

    (void)user;
    return ledger_lookup_put(ledger, LEDGER_BY_NAME, hash.at, player, 0, err);
}

#define WITH_LEDGER(name) TEST_ON(name, fixture_setup, fixture_teardown, fixture, fixture)

WITH_LEDGER(a_rebuild_makes_equal_derived_rows)
{
    OWN(buf) before = {0}, after = {0}, facts = {0}, facts_after = {0};
    int games = 0;
    struct ledger_rebuilder with = {&games, rebuild_game, rebuild_player};

    fill(fixture);
    dump_rows(fixture->ledger, DUMP_DERIVED, &before);
    dump_rows(fixture->ledger, DUMP_FACTS, &facts);
    OK(ledger_rebuild(fixture->ledger, &with, ERR_P));
    assert_int_equal(games, 3);
    dump_rows(fixture->ledger, DUMP_DERIVED, &after);
    dump_rows(fixture->ledger, DUMP_FACTS, &facts_after);
    assert_string_equal(buf_text(&before), buf_text(&after));
    assert_string_equal(buf_text(&facts), buf_text(&facts_after));
    assert_non_null(strstr(buf_text(&before), "seat_now|game=2|seat=1|player=NULL|n=1\n"));
    assert_non_null(strstr(buf_text(&before), "shown|game=3|seat=1|n=2|out=6\n"));
    assert_non_null(strstr(buf_text(&facts), "|text='thief to d5'|"));
}

static enum rc fail_game(void *user, struct ledger *ledger, int64_t game, struct err *err)
{
    (void)user;
    (void)ledger;
    return game < 2 ? RC_OK : ERR(err, RC_BAD_SEAL, "no key");
}

WITH_LEDGER(a_rebuild_that_fails_leaves_everything_as_it_was)
{
    struct ledger_rebuilder with = {NULL, fail_game, NULL};
    OWN(buf) before = {0}, after = {0};

    fill(fixture);
    dump_rows(fixture->ledger, DUMP_DERIVED, &before);
    assert_int_equal(ledger_rebuild(fixture->ledger, &with, ERR_P), RC_BAD_SEAL);
    assert_false(ledger_is_in_transaction(fixture->ledger));
    dump_rows(fixture->ledger, DUMP_DERIVED, &after);
    assert_string_equal(buf_text(&before), buf_text(&after));
}

/* --- check -------------------------------------------------------------------------------- */

static void on_problem(void *user, const char *problem)
{
    buf_put(user, problem);
    buf_put_char(user, '\n');
}

static enum rc count_chain(void *user, struct ledger *ledger, int64_t game, struct err *err)
{
    (void)ledger;
    (void)err;
    buf_printf(user, "chain %d\n", (int)game);
    return RC_OK;
}

WITH_LEDGER(a_sound_ledger_has_no_problems)
{
    OWN(buf) out = {0};
    struct ledger_checker with = {&out, on_problem, count_chain, 0};
    size_t problems = 99;

    fill(fixture);
    OK(ledger_check(fixture->ledger, &with, &problems, ERR_P));
    assert_string_equal(buf_text(&out), "chain 1\nchain 2\nchain 3\n");
    assert_int_equal(problems, 0);
}

/* What a hand, or a program that has no business there, could do to the schema. */

WITH_LEDGER(a_schema_that_was_changed_is_named)
{
    fill(fixture);
    ROWS_EACH(row, "tests/ledger/care.rows", "changes") {
        OWN(buf) out = {0};
        struct ledger_checker with = {&out, on_problem, NULL, 0};
        size_t problems = 99;

        OK(ledger_begin_immediate(fixture->ledger, ERR_P));
        OK(ledger_exec(fixture->ledger, row.cell[0], ERR_P));
        OK(ledger_commit(fixture->ledger, ERR_P));
        OK(ledger_check(fixture->ledger, &with, &problems, ERR_P));
        if (!row.cell[1])
            assert_string_equal(buf_text(&out), "");
        else if (!out.at || !strstr(out.at, row.cell[1]))
            fail_msg("%s: %s", row.cell[0], buf_text(&out));
    }
}

/* Damage as a careless hand with sqlite3 could do it, and what the check says. */

static void drop_triggers(struct ledger *ledger)
{
    sqlite3_stmt *stmt = NULL;
    OWN(buf) sql = {0};

    assert_int_equal(sqlite3_prepare_v2(ledger->db,
                                        "SELECT name FROM sqlite_schema WHERE type = 'trigger'", -1,
                                        &stmt, NULL),
                     SQLITE_OK);
    while (sqlite3_step(stmt) == SQLITE_ROW)
        buf_printf(&sql, "DROP TRIGGER %s;", (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    OK(ledger_exec(ledger, buf_text(&sql), ERR_P));
    OK(ledger_exec(ledger, "PRAGMA foreign_keys = OFF", ERR_P));
}

WITH_LEDGER(every_kind_of_damage_is_named)
{
    fill(fixture);
    drop_triggers(fixture->ledger);
    ROWS_EACH(row, "tests/ledger/care.rows", "damages") {
        const char *path = fixture_path(fixture, "damaged");
        OWN(buf) out = {0};
        struct ledger_checker with = {&out, on_problem, NULL, 0};
        struct ledger *ledger = NULL;
        size_t problems = 0;

        OK(ledger_backup(fixture->ledger, path, ERR_P));
        OK(ledger_open(path, LEDGER_WRITE, &ledger, ERR_P));
        OK(ledger_exec(ledger, "PRAGMA foreign_keys = OFF", ERR_P));
        OK(ledger_exec(ledger, row.cell[0], ERR_P));
        OK(ledger_check(ledger, &with, &problems, ERR_P));
        if (!strstr(buf_text(&out), row.cell[1]))
            fail_msg("%s: the check says only: %s", row.cell[0], buf_text(&out));
        assert_true(problems > 0);
        ledger_close(ledger);
        unlink(path);
    }
}

/* --- backup ------------------------------------------------------------------------------- */

WITH_LEDGER(a_backup_is_whole_while_others_write)
{
    const char *path = fixture_path(fixture, "backup");
    OWN(buf) before = {0}, copy = {0};
    struct ledger *backup = NULL;

    fill(fixture);
    dump_rows(fixture->ledger, DUMP_FACTS, &before);
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    fixture_game(fixture->ledger);
    OK(ledger_backup(fixture->ledger, path, ERR_P));
    OK(ledger_commit(fixture->ledger, ERR_P));
    assert_int_equal(ledger_backup(fixture->ledger, path, ERR_P), RC_EXISTS);
    assert_int_equal(access(fixture_path(fixture, "backup.part"), F_OK), -1);
    OK(ledger_open(path, LEDGER_WRITE, &backup, ERR_P));
    dump_rows(backup, DUMP_FACTS, &copy);
    assert_string_equal(buf_text(&before), buf_text(&copy));
    OK(ledger_begin_immediate(backup, ERR_P));
    assert_int_equal(fixture_game(backup), 4);
    OK(ledger_commit(backup, ERR_P));
    ledger_close(backup);
}

WITH_LEDGER(a_backup_is_restored_to_an_empty_place)
{
    const char *backup = fixture_path(fixture, "backup");
    const char *restored = fixture_path(fixture, "restored");
    unsigned char old[LEDGER_ID_BYTES], new[LEDGER_ID_BYTES];
    struct ledger *copy = NULL;

    fill(fixture);
    OK(ledger_backup(fixture->ledger, backup, ERR_P));
    OK(ledger_open(backup, LEDGER_READ, &copy, ERR_P));
    OK(ledger_backup(copy, restored, ERR_P));
    ledger_close(copy);
    OK(ledger_open(restored, LEDGER_WRITE, &copy, ERR_P));
    OK(ledger_identity(fixture->ledger, old, ERR_P));
    OK(ledger_identity(copy, new, ERR_P));
    assert_memory_equal(old, new, sizeof old); /* so the marks fit */
    OK(ledger_begin_immediate(copy, ERR_P));
    assert_int_equal(fixture_game(copy), 4);
    ledger_close(copy);
}

WITH_LEDGER(a_backup_that_cannot_be_written_leaves_nothing)
{
    assert_int_equal(ledger_backup(fixture->ledger, fixture_path(fixture, "no/such/place"), ERR_P),
                     RC_IO);
    assert_non_null(strstr(fixture_err.text, "cannot make"));
}

TESTS(NULL, NULL)
