/* SPDX-License-Identifier: MIT */
/* The program stops dead at every store and send step of a run of letters; after the next start
 * the ledger, what is derived from it, and every letter that was sent are byte for byte the same
 * as without the crash. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <dirent.h>

#include "base/text.h"
#include "ledger/care.h"
#include "seal/signed_head.h"
#include "server/files.h"
#include "tests/house/fixture.h"
#include "tests/ledger/dump.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { LETTERS = 5, ROUND_S = 60, CRASHED = 137 };

static const struct game *const list[] = {&toy_game, NULL};

/* What is written, as answer to the newest letter of its writer. */
static const struct {
    const char *from, *body;
} script[LETTERS] = {
    {ANNA, "luck apples"}, {BOB, "luck pears"}, {ANNA, "bid 3\nbid 4"},
    {BOB, "bid 9"},        {BOB, "bid 2"},
};

struct run {
    struct fixture fixture;
    struct buf facts, derived, mail;
};

/* ---- what is left at the end ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Every letter of a mailbox with its name, in order. */
static void gather_mail(struct fixture *fixture, const char *address, struct buf *out)
{
    char path[FIXTURE_PATH * 2], *names[64];
    const struct dirent *entry;
    size_t count = 0;
    DIR *dir;

    snprintf(path, sizeof path, "%s/mail/%s/new", fixture->folder, address);
    dir = opendir(path);
    while (dir && (entry = readdir(dir)) != NULL && count < 64)
        if (entry->d_name[0] != '.')
            names[count++] = strdup(entry->d_name);
    if (dir)
        closedir(dir);
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/mail/%s/new/%s", fixture->folder, address, names[i]);
        buf_printf(out, "== %s %s\n", address, names[i]);
        OK(files_read(path, 1 << 24, out, &err));
        free(names[i]);
    }
}

static void gather(struct run *run)
{
    struct ledger *ledger = run->fixture.desk->ledger;

    dump_rows(ledger, DUMP_FACTS, &run->facts);
    dump_rows(ledger, DUMP_DERIVED, &run->derived);
    gather_mail(&run->fixture, ANNA, &run->mail);
    gather_mail(&run->fixture, BOB, &run->mail);
}

static void run_fini(struct run *run)
{
    fixture_remove(&run->fixture);
    buf_fini(&run->facts);
    buf_fini(&run->derived);
    buf_fini(&run->mail);
}

/* ---- one run ---- */

/* A round in a process of its own, which may end at a step. Returns the steps made, or 0 when it
 * crashed. The random stream begins anew with each round, so that a repeated one is the same. */
static unsigned round_apart(struct fixture *fixture, unsigned number, unsigned crash_at,
                            uint64_t chance)
{
    int status, pipe_fd[2];
    unsigned steps = 0;
    pid_t child;

    assert_int_equal(pipe(pipe_fd), 0);
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        fixture->steps = 0;
        fixture->crash_at = crash_at;
        fixture->random = 1000 + number + chance;
        fixture_open(fixture);
        fixture_round(fixture);
        fixture_close(fixture);
        if (write(pipe_fd[1], &fixture->steps, sizeof fixture->steps) < 0)
            _exit(1);
        _exit(0);
    }
    close(pipe_fd[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 0)
        assert_int_equal(read(pipe_fd[0], &steps, sizeof steps), sizeof steps);
    else
        assert_int_equal(WEXITSTATUS(status), CRASHED);
    close(pipe_fd[0]);
    return steps;
}

/* The whole script; the process ends once, at step crash_at (0 = never).
 * Returns all steps made, when it never ended.
 * in     later_chance: other random bytes after the crash; 0 = the same again */
static unsigned play(struct run *run, unsigned crash_at, uint64_t later_chance)
{
    struct fixture *fixture = &run->fixture;
    unsigned total = 0;
    bool crashed = false;

    fixture_pair(fixture, list);
    fixture_game(fixture, &toy_game, "");
    /* no process of a round is to read it again */
    assert_non_null(library_drawings(fixture->desk->library, NULL));
    fixture_close(fixture);
    for (unsigned i = 0; i <= LETTERS; i++) {
        unsigned steps;

        if (i > 0)
            fixture_answer(fixture, script[i - 1].from, script[i - 1].body);
        steps = round_apart(fixture, i, crashed || crash_at <= total ? 0 : crash_at - total, 0);
        if (!steps) {
            crashed = true;
            steps = round_apart(fixture, i, 0, later_chance);
        }
        total += steps;
        fixture->now_s += ROUND_S;
    }
    fixture_open(fixture);
    gather(run);
    return total;
}

/* The rows of crashed letters are the only trace that a crash may leave. */
static void assert_same(const struct run *a, const struct run *b, unsigned at)
{
    if (strcmp(buf_text(&a->facts), buf_text(&b->facts)) != 0 ||
        strcmp(buf_text(&a->derived), buf_text(&b->derived)) != 0 ||
        a->mail.length != b->mail.length || memcmp(a->mail.at, b->mail.at, a->mail.length) != 0)
        print_error("crash at step %u\n", at);
    assert_string_equal(buf_text(&a->facts), buf_text(&b->facts));
    assert_string_equal(buf_text(&a->derived), buf_text(&b->derived));
    assert_int_equal(a->mail.length, b->mail.length);
    assert_memory_equal(a->mail.at, b->mail.at, a->mail.length);
}

/* Each so many steps are tried; CRASH_STRIDE=1 tries them all. */
static unsigned stride_wanted(void)
{
    const char *wanted = getenv("CRASH_STRIDE");

    return wanted ? (unsigned)atoi(wanted) : 9;
}

TEST(a_crash_at_any_step_leaves_the_same_server)
{
    unsigned stride = stride_wanted(), steps;
    struct run undisturbed = {0};

    steps = play(&undisturbed, 0, 0);
    assert_true(steps > 100);
    assert_true(undisturbed.mail.length > 1000);
    for (unsigned at = 1; at <= steps; at += stride) {
        struct run run = {0};

        play(&run, at, 0);
        assert_same(&undisturbed, &run, at);
        run_fini(&run);
    }
    print_message("# %u steps, every %uth was tried\n", steps, stride);
    run_fini(&undisturbed);
}

/* ---- heads ---- */

enum { HEADS_MOST = 64 };

struct heads {
    unsigned count;
    bool known[HEADS_MOST];
    struct hash head[HEADS_MOST]; /* by entry */
};

static void note_heads(const struct buf *mail, struct heads *heads)
{
    struct signed_head head;
    size_t from = 0;

    while (signed_head_read(buf_text(mail), mail->length, &from, &head, NULL) == RC_OK) {
        const struct footer *footer = &head.footer;

        assert_in_range(footer->entry, 0, HEADS_MOST - 1);
        if (heads->known[footer->entry] && !hash_equal(&heads->head[footer->entry], &footer->head))
            fail_msg("two heads for entry %u", (unsigned)footer->entry);
        heads->known[footer->entry] = true;
        heads->head[footer->entry] = footer->head;
        heads->count++;
        signed_head_fini(&head);
    }
    signed_head_fini(&head);
}

/* After a crash the server has other random bytes: what it tells must still go with what it told.
 */
TEST(no_crash_makes_two_heads_for_one_entry)
{
    struct run undisturbed = {0};
    unsigned steps, tried = 0;

    steps = play(&undisturbed, 0, 0);
    for (unsigned at = 2; at <= steps; at += 4 * stride_wanted()) {
        struct run run = {0};
        struct heads heads = {0};

        play(&run, at, 777);
        note_heads(&run.mail, &heads);
        assert_true(heads.count >= LETTERS);
        tried++;
        run_fini(&run);
    }
    print_message("# %u crashes\n", tried);
    run_fini(&undisturbed);
}

TESTS(NULL, NULL)
