/* SPDX-License-Identifier: MIT */
/* Marks of signed heads, and of letters in hand. */
#include "fixture.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "tests/base/failing_syncs.h"

/* ---- marks ---- */

static const unsigned char identity[LEDGER_ID_BYTES] = {1, 2, 3};

static const char *marks_path(const struct fixture *fixture)
{
    return fixture_path(fixture, "marks");
}

static struct marks *open_marks(const struct fixture *fixture)
{
    struct marks *marks = NULL;

    OK(marks_open(marks_path(fixture), identity, &marks, ERR_P));
    return marks;
}

static struct marks *new_marks(const struct fixture *fixture)
{
    OK(marks_create(marks_path(fixture), identity, ERR_P));
    return open_marks(fixture);
}

static enum rc advance(struct marks *marks, int64_t game, int64_t n)
{
    struct fixture_hash hash = fixture_hash(game, n);
    struct mark mark = {game, n, hash.at};

    return marks_advance(marks, &mark, ERR_P);
}

static void append_text(const struct fixture *fixture, const char *text)
{
    FILE *file = fopen(marks_path(fixture), "a");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static off_t size_of(const char *path)
{
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    return st.st_size;
}

#define WITH_PLACE(name) TEST_ON(name, fixture_setup_empty, fixture_teardown, fixture, fixture)

WITH_PLACE(a_mark_that_is_not_on_disk_signs_nothing)
{
    struct marks *marks = new_marks(fixture);
    off_t size;

    OK(advance(marks, 1, 3));
    size = size_of(marks_path(fixture));
    syncs_left = 0;
    assert_int_equal(advance(marks, 1, 4), RC_IO);
    assert_int_equal(marks_newest(marks, 1), 3);
    assert_int_equal(size_of(marks_path(fixture)), size);
    syncs_left = -1;
    OK(advance(marks, 1, 4));
    assert_int_equal(marks_newest(marks, 1), 4);
    marks_close(marks);
    marks = open_marks(fixture);
    assert_int_equal(marks_newest(marks, 1), 4);
    marks_close(marks);
}

/* Nor is a file of marks that could not be synced one. */
WITH_PLACE(marks_that_are_not_on_disk_are_not_made)
{
    int needed;

    syncs = 0;
    OK(marks_create(marks_path(fixture), identity, ERR_P));
    needed = (int)syncs;
    assert_true(needed >= 2);
    for (int works = 0; works < needed; works++) {
        unlink(marks_path(fixture));
        syncs_left = works;
        assert_int_not_equal(marks_create(marks_path(fixture), identity, ERR_P), RC_OK);
    }
    syncs_left = -1;
}

WITH_PLACE(marks_last_and_only_grow)
{
    struct marks *marks = new_marks(fixture);
    struct fixture_hash other = fixture_hash(99, 99);
    struct mark forked = {7, 5, other.at};

    OK(advance(marks, 7, 4));
    OK(advance(marks, 7, 5));
    OK(advance(marks, 300, 0));
    marks_close(marks);
    marks = open_marks(fixture);
    assert_int_equal(marks_newest(marks, 7), 5);
    assert_int_equal(marks_newest(marks, 300), 0);
    assert_int_equal(marks_newest(marks, 8), -1);
    assert_int_equal(advance(marks, 7, 4), RC_FROZEN);
    assert_int_equal(marks_advance(marks, &forked, ERR_P), RC_FROZEN);
    assert_non_null(strstr(fixture_err.text, "game 7"));
    assert_false(marks_agree(marks, &forked));
    forked.n = 6;
    assert_true(marks_agree(marks, &forked));
    marks_close(marks);
}

WITH_PLACE(a_mark_made_before_writes_nothing)
{
    struct marks *marks = new_marks(fixture);
    off_t size;

    OK(advance(marks, 7, 5));
    size = size_of(marks_path(fixture));
    OK(advance(marks, 7, 5));
    assert_int_equal(size_of(marks_path(fixture)), size);
    marks_close(marks);
}

WITH_PLACE(a_torn_line_is_dropped_and_a_damaged_one_named)
{
    struct marks *marks = new_marks(fixture);

    OK(advance(marks, 7, 5));
    marks_close(marks);
    append_text(fixture, "7 6 0123");
    marks = open_marks(fixture);
    assert_int_equal(marks_newest(marks, 7), 5);
    OK(advance(marks, 7, 9));
    marks_close(marks);
    marks = open_marks(fixture);
    assert_int_equal(marks_newest(marks, 7), 9);
    marks_close(marks);
    append_text(fixture, "7 seven 0123456789abcdef\n");
    marks = NULL;
    assert_int_equal(marks_open(marks_path(fixture), identity, &marks, ERR_P), RC_BAD_INPUT);
    assert_int_equal(fixture_err.line, 4);
}

WITH_PLACE(a_missing_or_foreign_file_is_an_error)
{
    unsigned char other[LEDGER_ID_BYTES] = {9};
    struct marks *marks = NULL;

    assert_int_equal(marks_open(marks_path(fixture), identity, &marks, ERR_P), RC_NOT_FOUND);
    assert_non_null(strstr(fixture_err.text, "restore FILE --marks-lost"));
    OK(marks_create(marks_path(fixture), other, ERR_P));
    assert_int_equal(marks_create(marks_path(fixture), other, ERR_P), RC_EXISTS);
    assert_int_equal(marks_open(marks_path(fixture), identity, &marks, ERR_P), RC_FOREIGN);
    assert_non_null(strstr(fixture_err.text, "another ledger"));
    unlink(marks_path(fixture));
    append_text(fixture, "something else\n");
    assert_int_equal(marks_open(marks_path(fixture), identity, &marks, ERR_P), RC_FOREIGN);
    unlink(marks_path(fixture));
    append_text(fixture, "");
    assert_int_equal(marks_open(marks_path(fixture), identity, &marks, ERR_P), RC_FOREIGN);
    assert_null(marks);
}

WITH_PLACE(the_file_is_written_anew_when_it_is_long)
{
    struct marks *marks = new_marks(fixture), *other = open_marks(fixture), *third;
    enum { MARKS = 6000 };
    FILE *file = fopen(marks_path(fixture), "a");
    off_t longest;

    assert_non_null(file);
    for (int i = 0; i < MARKS; i++)
        fprintf(file, "%d %d 0123456789abcdef\n", 1 + i % 2, i);
    fclose(file);
    longest = size_of(marks_path(fixture));
    OK(advance(marks, 1, MARKS));
    assert_true(size_of(marks_path(fixture)) < longest);
    third = open_marks(fixture);
    OK(advance(third, 9, 4));
    assert_int_equal(advance(other, 9, 3), RC_FROZEN); /* finds the new file */
    OK(advance(other, 5, 1));
    assert_int_equal(marks_newest(other, 2), MARKS - 1);
    OK(marks_refresh(marks, ERR_P));
    assert_int_equal(marks_newest(marks, 5), 1);
    marks_close(marks);
    marks_close(other);
    marks_close(third);
    marks = open_marks(fixture);
    assert_int_equal(marks_newest(marks, 5), 1);
    assert_int_equal(marks_newest(marks, 1), MARKS);
    marks_close(marks);
}

WITH_PLACE(two_processes_mark_in_one_file)
{
    struct marks *marks = new_marks(fixture);
    enum { EACH = 60 };
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        struct marks *own = NULL;
        enum rc rc = marks_open(marks_path(fixture), identity, &own, NULL);
        for (int64_t n = 0; n < EACH && rc == RC_OK; n++)
            rc = advance(own, 1, n);
        _exit((int)rc);
    }
    for (int64_t n = 0; n < EACH; n++)
        OK(advance(marks, 2, n));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == RC_OK);
    marks_close(marks);
    marks = open_marks(fixture);
    assert_int_equal(marks_newest(marks, 1), EACH - 1);
    assert_int_equal(marks_newest(marks, 2), EACH - 1);
    marks_close(marks);
}

static enum rc note_behind(void *user, int64_t game, int64_t n, struct err *err)
{
    (void)err;
    buf_printf(user, "%d@%d ", (int)game, (int)n);
    return RC_OK;
}

TEST_WITH(a_restored_ledger_is_behind_its_marks, fixture_setup, fixture_teardown)
{
    struct fixture *fixture = *state;
    const char *backup = fixture_path(fixture, "backup");
    struct marks *marks = new_marks(fixture);
    struct ledger *restored = NULL;
    OWN(buf) out = {0};

    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    for (int i = 0; i < 3; i++)
        fixture_game(fixture->ledger);
    OK(ledger_commit(fixture->ledger, ERR_P));
    OK(ledger_backup(fixture->ledger, backup, ERR_P));
    OK(ledger_begin_immediate(fixture->ledger, ERR_P));
    OK(fixture_append(fixture->ledger, 2, "x", NULL, NULL, ERR_P));
    fixture_game(fixture->ledger);
    OK(ledger_commit(fixture->ledger, ERR_P));
    for (int64_t game = 1; game <= 4; game++)
        OK(advance(marks, game, game == 2 ? 1 : 0));
    OK(marks_behind(marks, fixture->ledger, note_behind, &out, ERR_P));
    assert_int_equal(out.length, 0);
    OK(ledger_open(backup, LEDGER_WRITE, &restored, ERR_P));
    OK(marks_behind(marks, restored, note_behind, &out, ERR_P));
    assert_string_equal(buf_text(&out), "2@1 4@0 ");
    ledger_close(restored);
    marks_close(marks);
}

/* --- letters in hand ---------------------------------------------------------------------- */

static enum rc note_left(void *user, const char *source, const char *source_id, struct err *err)
{
    (void)err;
    buf_printf(user, "%s %s\n", source, source_id);
    return RC_OK;
}

WITH_PLACE(a_letter_in_hand_outlives_its_process)
{
    const char *path = fixture_path(fixture, "tries");
    struct in_hand *tries = NULL;
    OWN(buf) out = {0};
    char long_id[IN_HAND_KEY_MAX];
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        enum rc rc = in_hand_open(path, &tries, NULL);
        if (rc == RC_OK)
            rc = in_hand_set(tries, 0, "maildir:games", "1.2.host", NULL);
        if (rc == RC_OK)
            rc = in_hand_set(tries, 15, "imap", "7/12", NULL);
        if (rc == RC_OK)
            rc = in_hand_set(tries, 3, "imap", "7/13", NULL);
        if (rc == RC_OK)
            rc = in_hand_clear(tries, 3, NULL);
        _exit((int)rc);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == RC_OK);
    OK(in_hand_open(path, &tries, ERR_P));
    OK(in_hand_left(tries, note_left, &out, ERR_P));
    assert_string_equal(buf_text(&out), "maildir:games 1.2.host\nimap 7/12\n");
    buf_clear(&out);
    OK(in_hand_left(tries, note_left, &out, ERR_P));
    assert_int_equal(out.length, 0);
    memset(long_id, 'x', sizeof long_id);
    long_id[sizeof long_id - 1] = '\0';
    assert_int_equal(in_hand_set(tries, 0, "imap", long_id, ERR_P), RC_TOO_LONG);
    assert_int_equal(in_hand_set(tries, IN_HAND_SLOTS, "imap", "1", ERR_P), RC_BUG);
    in_hand_close(tries);
}

TESTS(NULL, NULL)
