/* SPDX-License-Identifier: MIT */
/* What is left when the power goes: of the write-ahead file only what was synced. No letter leaves
 * its inbox, and no head is signed, before the ledger would survive that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text.h"
#include "server/files.h"
#include "commands/newgame.h"
#include "tests/house/fixture.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { WAL_BYTES = 64 << 20 };

static const struct game *const list[] = {&toy_game, NULL};

/* The write-ahead file as it was at its last sync. */
static struct buf on_disk;
static unsigned syncs;

static bool is_wal(int fd, char path[FIXTURE_PATH * 2])
{
    char link[64];
    ssize_t length;

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, FIXTURE_PATH * 2 - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    return strstr(path, "/postern.db-wal") != NULL;
}

int fdatasync(int fd)
{
    char path[FIXTURE_PATH * 2];

    if (is_wal(fd, path)) {
        buf_clear(&on_disk);
        OK(files_read(path, WAL_BYTES, &on_disk, &err));
        syncs++;
    }
    return (int)syscall(SYS_fdatasync, fd);
}

/* The number that a question gives in the ledger in this folder. */
static int64_t ask(const char *folder, const char *sql)
{
    char path[FIXTURE_PATH * 3];
    sqlite3_stmt *stmt;
    int64_t number;
    sqlite3 *db;

    snprintf(path, sizeof path, "%s/postern.db", folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return number;
}

static void put_file(const char *folder, const char *name, const struct buf *bytes)
{
    char path[FIXTURE_PATH * 3];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
    if (bytes->length)
        OK(files_create(path, 0600, bytes->at, bytes->length, &err));
}

/* The ledger as the next start would find it, in a folder of its own. */
static void lose_power(const struct fixture *fixture, char lost[FIXTURE_PATH * 2])
{
    char path[FIXTURE_PATH * 2];
    OWN(buf) bytes = {0};

    snprintf(lost, FIXTURE_PATH * 2, "%s/lost", fixture->folder);
    mkdir(lost, 0700);
    snprintf(path, sizeof path, "%s/postern.db", fixture->folder);
    OK(files_read(path, WAL_BYTES, &bytes, &err));
    put_file(lost, "postern.db", &bytes);
    buf_clear(&bytes);
    put_file(lost, "postern.db-shm", &bytes);
    put_file(lost, "postern.db-wal", &on_disk);
}

static unsigned moves, heads;

static void look_at_step(void *context, const char *step)
{
    static const char letters[] = "SELECT count(*) FROM letter",
                      head[] = "SELECT sum(n) FROM game_now";
    const struct fixture *fixture = context;
    char lost[FIXTURE_PATH * 2];

    if (text_equal(step, "before done")) {
        lose_power(fixture, lost);
        assert_int_equal(ask(lost, letters), fixture->sent);
        moves++;
    } else if (text_equal(step, "after mark")) {
        lose_power(fixture, lost);
        assert_int_equal(ask(lost, head), ask(fixture->folder, head));
        heads++;
    }
}

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);

    fixture_pair(fixture, list);
    fixture_game(fixture, &toy_game, "");
    fixture_round(fixture);
    fixture_close(fixture);
    fixture->world.step = look_at_step;
    fixture_open(fixture);
    moves = heads = 0;
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    fixture_remove(*state);
    buf_fini(&on_disk);
    free(*state);
    return 0;
}

TEST_WITH(no_letter_leaves_its_inbox_and_no_head_is_signed_before_they_last, setup, teardown)
{
    struct fixture *fixture = *state;
    unsigned before = syncs;

    fixture_answer(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
    fixture_answer(fixture, ANNA, "bid 3");
    sends(fixture, BOB, "help");
    assert_true(moves >= 2);
    assert_true(heads >= 2);
    assert_true(syncs > before);
}

TEST_WITH(a_head_of_a_group_is_signed_when_it_lasts, setup, teardown)
{
    struct fixture *fixture = *state;
    struct newgame wanted = {.played = &toy_game, .options = "", .seats = 2, .player = {0, 1, 2}};
    struct verdict verdict;
    int64_t number;

    OK(desk_begin_group(fixture->desk, &err));
    OK(newgame_make(fixture->desk, &wanted, &number, &verdict, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_round(fixture);
    assert_true(heads > 0);
}

TESTS(NULL, NULL)
