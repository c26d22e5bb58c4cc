/* SPDX-License-Identifier: MIT */
/* The process is killed at every step of a run of letters; after a restart the ledger is the same
 * as after the undisturbed run. */
#include "fixture.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "tests/ledger/dump.h"

enum { GROUPS = 2, GROUP_LETTERS = 2, GAMES = 2 };

struct run {
    struct ledger *ledger;
    int64_t letters[GROUP_LETTERS];
    int count;
    int64_t sent; /* letter out that was handed over */
};

struct counter {
    long steps;
    long kill_at; /* -1 = never */
};

static void count_step(void *user, const char *step)
{
    struct counter *counter = user;

    (void)step;
    if (counter->steps++ == counter->kill_at)
        raise(SIGKILL);
}

/* The games, before any letter. */
static void prepare(struct fixture *fixture)
{
    OK(ledger_create(fixture->path, ERR_P));
    OK(ledger_open(fixture->path, LEDGER_WRITE, &fixture->ledger, ERR_P));
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    fixture_address(fixture->ledger, fixture_player(fixture->ledger, "anna"), "a@x");
    for (int i = 0; i < GAMES; i++)
        fixture_game(fixture->ledger);
    OK(ledger_commit(fixture->ledger, ERR_P));
    ledger_close(fixture->ledger);
    fixture->ledger = NULL;
}

/* Raw bytes of what the source still holds and the ledger does not know. */
static enum rc take_group(struct run *run, int group, struct err *err)
{
    enum rc rc = ledger_begin_immediate(run->ledger, err);

    for (int i = 0; i < GROUP_LETTERS && rc == RC_OK; i++) {
        char source_id[16];
        int64_t known = 0;

        snprintf(source_id, sizeof source_id, "%d.%d", group, i);
        rc = ledger_letter_by_source(run->ledger, "maildir:test", source_id, &known, err);
        if (rc == RC_OK && known == 0)
            fixture_letter(run->ledger, source_id, true);
    }
    return rc == RC_OK ? ledger_commit(run->ledger, err) : rc;
}

static enum rc note_waiting(struct run *run, struct err *err)
{
    struct ledger_rows rows = ledger_letters_waiting(run->ledger, err);

    run->count = 0;
    for (struct ledger_letter_row row; ledger_next(&rows, &row);) {
        assert_true(run->count < GROUP_LETTERS);
        run->letters[run->count++] = row.letter.id;
    }
    return ledger_end(&rows);
}

/* Outcomes of all that wait, each a savepoint of its own, in one commit. */
static enum rc answer_waiting(struct run *run, struct err *err)
{
    enum rc rc = ledger_begin_immediate(run->ledger, err);

    if (rc == RC_OK)
        rc = note_waiting(run, err);
    for (int i = 0; i < run->count && rc == RC_OK; i++) {
        int64_t letter = run->letters[i];

        rc = ledger_savepoint(run->ledger, err);
        if (rc == RC_OK)
            rc = fixture_answer(run->ledger, letter, 1 + letter % GAMES, 1, err);
        if (rc == RC_OK)
            rc = ledger_savepoint_keep(run->ledger, err);
    }
    return rc == RC_OK ? ledger_commit(run->ledger, err) : rc;
}

/* The letter out that is due; 0 = none. */
static enum rc on_due(struct run *run, struct err *err)
{
    struct ledger_rows rows = ledger_deliveries_due(run->ledger, "smtp", 9999, 1, err);
    struct ledger_delivery row;

    run->sent = ledger_next(&rows, &row) ? row.out : 0;
    return ledger_end(&rows);
}

/* Compose, hand over, say so: one after the other. */
static enum rc send_all(struct run *run, struct err *err)
{
    enum rc rc;

    do {
        OWN(buf) bytes = {0};

        rc = on_due(run, err);
        if (rc != RC_OK || !run->sent)
            return rc;
        rc = ledger_composed_get(run->ledger, run->sent, &bytes, err);
        err_clear(err);
        if (rc == RC_NOT_FOUND)
            rc = ledger_composed_put(run->ledger, run->sent, 5, fixture_bytes("bytes"), err);
        if (rc == RC_OK)
            rc = ledger_delivery_end(run->ledger, run->sent, 0, LEDGER_DELIVERY_SENT, 6, "", err);
    } while (rc == RC_OK);
    return rc;
}

static enum rc run_letters(const char *path, struct counter *counter, struct err *err)
{
    struct run run = {0};
    enum rc rc = ledger_open(path, LEDGER_WRITE, &run.ledger, err);

    if (rc == RC_OK)
        ledger_set_step(run.ledger, count_step, counter);
    if (rc == RC_OK)
        rc = answer_waiting(&run, err); /* what a crash left */
    for (int group = 0; group < GROUPS && rc == RC_OK; group++) {
        rc = take_group(&run, group, err);
        if (rc == RC_OK)
            rc = answer_waiting(&run, err);
        if (rc == RC_OK)
            rc = send_all(&run, err);
    }
    ledger_close(run.ledger);
    return rc;
}

static void dump(const char *path, struct buf *out)
{
    struct ledger_checker with = {0};
    struct ledger *ledger = NULL;
    size_t problems = 0;

    OK(ledger_open(path, LEDGER_WRITE, &ledger, ERR_P));
    dump_rows(ledger, DUMP_FACTS, out);
    dump_rows(ledger, DUMP_DERIVED, out);
    OK(ledger_check(ledger, &with, &problems, ERR_P));
    assert_int_equal(problems, 0);
    ledger_close(ledger);
}

static void remove_ledger(const struct fixture *fixture)
{
    unlink(fixture->path);
    unlink(fixture_path(fixture, "ledger-wal"));
    unlink(fixture_path(fixture, "ledger-shm"));
}

/* True if the run was killed before it ended. */
static bool run_and_kill(const struct fixture *fixture, long kill_at)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        struct counter counter = {0, kill_at};
        _exit((int)run_letters(fixture->path, &counter, NULL));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        return true;
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == RC_OK);
    return false;
}

/* Each step; with sanitizers, which make each as dear as six, each ninth. */
#ifdef POSTERN_SANITIZERS
enum { STRIDE = 9 };
#else
enum { STRIDE = 1 };
#endif

TEST_WITH(a_kill_at_any_step_loses_and_repeats_nothing, fixture_setup_empty, fixture_teardown)
{
    struct fixture *fixture = *state;
    struct counter never = {0, -1};
    OWN(buf) whole = {0};
    long kills = 0;

    prepare(fixture);
    OK(run_letters(fixture->path, &never, ERR_P));
    dump(fixture->path, &whole);
    for (bool killed = true; killed; kills += killed ? STRIDE : 0) {
        struct counter again = {0, -1};
        OWN(buf) after = {0};

        remove_ledger(fixture);
        prepare(fixture);
        killed = run_and_kill(fixture, kills);
        buf_clear(&after);
        dump(fixture->path, &after); /* sound before the restart, too */
        buf_clear(&after);
        OK(run_letters(fixture->path, &again, ERR_P));
        dump(fixture->path, &after);
        assert_string_equal(buf_text(&after), buf_text(&whole));
    }
    assert_int_equal((kills + STRIDE - 1) / STRIDE, (never.steps + STRIDE - 1) / STRIDE);
    assert_true(kills > 80);
}

/* Making a ledger is whole or not at all, too: a half-made one is in another name's place. */
TEST_WITH(a_ledger_half_made_before_is_made_anew, fixture_setup_empty, fixture_teardown)
{
    struct fixture *fixture = *state;
    static const char *const left[] = {"ledger.new", "ledger.new-wal", "ledger.new-journal"};

    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        FILE *file = fopen(fixture_path(fixture, left[i]), "w");
        assert_non_null(file);
        fputs("half", file);
        fclose(file);
    }
    OK(ledger_create(fixture->path, ERR_P));
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        assert_int_equal(access(fixture_path(fixture, left[i]), F_OK), -1);
    OK(ledger_open(fixture->path, LEDGER_WRITE, &fixture->ledger, ERR_P));
}

TESTS(NULL, NULL)
