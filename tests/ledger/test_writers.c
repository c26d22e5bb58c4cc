/* SPDX-License-Identifier: MIT */
/* Several connections and processes on one file. */
#include "fixture.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"

enum { EACH = 60 };

static void make_game(struct fixture *fixture)
{
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    fixture_game(fixture->ledger);
    OK(ledger_commit(fixture->ledger, ERR_P));
}

static enum rc append_many(struct ledger *ledger, const char *text, struct err *err)
{
    enum rc rc = RC_OK;

    for (int i = 0; i < EACH && rc == RC_OK; i++) {
        rc = ledger_begin_immediate(ledger, err);
        if (rc == RC_OK)
            rc = fixture_append(ledger, 1, text, NULL, NULL, err);
        if (rc == RC_OK)
            rc = ledger_commit(ledger, err);
    }
    return rc;
}

static void count_texts(int *count, const struct ledger_entry *entry)
{

    count[entry->text[0] == 'd']++;
}

#define WITH_LEDGER(name) TEST_ON(name, fixture_setup, fixture_teardown, fixture, fixture)

WITH_LEDGER(daemon_and_command_line_write_at_once)
{
    struct ledger_checker with = {0};
    struct ledger_head head;
    size_t problems = 99;
    int counts[2] = {0, 0}, status = 0;
    pid_t child;

    make_game(fixture);
    child = fork();
    if (child == 0) {
        struct ledger *own = NULL;
        enum rc rc = ledger_open(fixture->path, LEDGER_WRITE, &own, NULL);
        if (rc == RC_OK)
            rc = append_many(own, "command", NULL);
        ledger_close(own);
        _exit((int)rc);
    }
    OK(append_many(fixture->ledger, "daemon", ERR_P));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == RC_OK);
    OK(ledger_head_get(fixture->ledger, 1, &head, ERR_P));
    assert_int_equal(head.n, 2 * EACH);
    OK_EACH(ledger_entries(fixture->ledger, 1, 1, ERR_P), ledger_entry, count_texts, counts);
    assert_int_equal(counts[0], EACH);
    assert_int_equal(counts[1], EACH);
    OK(ledger_check(fixture->ledger, &with, &problems, ERR_P));
    assert_int_equal(problems, 0);
}

WITH_LEDGER(what_was_adjudicated_on_an_old_head_is_a_conflict)
{
    struct ledger *second = NULL;
    struct ledger_head head;
    struct fixture_hash hash = fixture_hash(1, 1);
    struct ledger_entry entry = {
        .game = 1, .n = 1, .at_s = 3000, .kind = "order", .text = "x", .hash = hash.at};

    make_game(fixture);
    OK(ledger_open(fixture->path, LEDGER_WRITE, &second, ERR_P));
    OK(ledger_head_get(fixture->ledger, 1, &head, ERR_P)); /* outside of any transaction */
    entry.previous = head.hash;
    OK(ledger_begin_immediate(second, ERR_P));
    OK(fixture_append(second, 1, "first", NULL, NULL, ERR_P));
    OK(ledger_commit(second, ERR_P));
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    assert_int_equal(ledger_entry_append(fixture->ledger, &entry, ERR_P), RC_CONFLICT);
    assert_non_null(strstr(fixture_err.text, "adjudicate anew"));
    ledger_rollback(fixture->ledger);
    ledger_close(second);
}

WITH_LEDGER(a_reader_sees_one_moment)
{
    struct ledger *reader = NULL;
    struct ledger_head head;

    make_game(fixture);
    OK(ledger_open(fixture->path, LEDGER_READ, &reader, ERR_P));
    OK(ledger_begin_read(reader, ERR_P));
    OK(ledger_head_get(reader, 1, &head, ERR_P));
    assert_int_equal(head.n, 0);
    OK(append_many(fixture->ledger, "daemon", ERR_P));
    OK(ledger_head_get(reader, 1, &head, ERR_P));
    assert_int_equal(head.n, 0);
    OK(ledger_commit(reader, ERR_P));
    OK(ledger_head_get(reader, 1, &head, ERR_P));
    assert_int_equal(head.n, EACH);
    ledger_close(reader);
}

WITH_LEDGER(a_change_not_committed_is_seen_by_nobody)
{
    struct ledger *reader = NULL;
    struct ledger_head head;

    make_game(fixture);
    OK(ledger_open(fixture->path, LEDGER_READ, &reader, ERR_P));
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    OK(fixture_append(fixture->ledger, 1, "x", NULL, NULL, ERR_P));
    OK(ledger_head_get(reader, 1, &head, ERR_P));
    assert_int_equal(head.n, 0);
    ledger_close(fixture->ledger); /* rolls back */
    fixture->ledger = NULL;
    OK(ledger_head_get(reader, 1, &head, ERR_P));
    assert_int_equal(head.n, 0);
    ledger_close(reader);
}

TESTS(NULL, NULL)
