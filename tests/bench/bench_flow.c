/* Figures of the daemon's threads: letters in a Maildir → fetched, read (inbox's thread) →
 * adjudicated, durable, answers queued as values (ledger's thread), then moved away; and memory
 * meanwhile. Letters out are left waiting. Prints, asserts nothing.
 *
 * The letters are made by playing games once; the same server is then set back, and takes them in
 * as the daemon does. BENCH_ROUNDS: letters for each of the 200 games (500 are 100,000). Files are
 * made in TMPDIR, or else in the directory it is started in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/clerk.h"
#include "daemon/inbox.h"
#include "desk/files.h"
#include "ledger/letters.h"
#include "post/post_config.h"
#include "tests/bench/load.h"

enum { GAMES = 200, WARM_UP = 26, ROUNDS = 20, LOOK_MS = 5, MEMORY_STEPS = 4 };

static void copy_file(const struct fixture *fixture, const char *from, const char *to)
{
    char path[FIXTURE_PATH * 2];
    struct buf bytes = {0};
    struct err err = {0};

    snprintf(path, sizeof path, "%s/%s", fixture->folder, from);
    assert_int_equal(files_read(path, (size_t)1 << 31, &bytes, &err), RC_OK);
    snprintf(path, sizeof path, "%s/%s", fixture->folder, to);
    unlink(path);
    assert_int_equal(files_create(path, 0600, bytes.at, bytes.length, &err), RC_OK);
    buf_fini(&bytes);
}

/* The letters of a round have one second, those of the next a later one. */
static void put_in_box(struct fixture *fixture, const struct raw *raw, const char *box,
                       int64_t arrived_s)
{
    struct timespec times[2] = {{.tv_sec = arrived_s}, {.tv_sec = arrived_s}};
    char path[FIXTURE_PATH * 2];
    struct err err = {0};

    snprintf(path, sizeof path, "%s/%s/new/%09ld.bench", fixture->folder, box, atol(raw->id));
    assert_int_equal(files_create(path, 0600, raw->bytes, raw->length, &err), RC_OK);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void make_box(const struct fixture *fixture, const char *box)
{
    static const char *const folders[] = {"", "/new", "/cur", "/tmp"};
    char path[FIXTURE_PATH * 2];

    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s%s", fixture->folder, box, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
}

/* Newest letter of each part of the rounds. */
struct marks {
    char at[MEMORY_STEPS][32];
};

/* Play all games for so many rounds; the letters lie in the box. Returns how many. */
static unsigned make_letters(struct fixture *fixture, unsigned rounds, struct marks *marks)
{
    struct raw *raws = calloc(GAMES, sizeof *raws);
    unsigned total = 0, count = 1;
    struct err err = {0};

    make_box(fixture, "box");
    assert_int_equal(ledger_checkpoint(fixture->desk->ledger, &err), RC_OK);
    copy_file(fixture, "postern.db", "before.db");
    for (unsigned i = 0; i < rounds && count; i++) {
        count = load_letters(fixture, GAMES, raws);
        load_take(fixture, raws, count, true);
        for (unsigned k = 0; k < count; k++)
            put_in_box(fixture, &raws[k], "box", fixture->now_s - rounds + i);
        for (unsigned k = i * MEMORY_STEPS / rounds; count && k < MEMORY_STEPS; k++)
            snprintf(marks->at[k], 32, "%09ld.bench", atol(raws[count - 1].id));
        load_free(raws, count);
        total += count;
    }
    free(raws);
    return total;
}

/* The server as it was before the letters. */
static void set_back(struct fixture *fixture)
{
    char path[FIXTURE_PATH * 2];

    fixture_close(fixture);
    for (const char *const *end = (const char *const[]){"-wal", "-shm", NULL}; *end; end++) {
        snprintf(path, sizeof path, "%s/postern.db%s", fixture->folder, *end);
        unlink(path);
    }
    copy_file(fixture, "before.db", "postern.db");
    fixture_open(fixture);
}

static long memory_kib(void)
{
    char line[128];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");

    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    if (status)
        fclose(status);
    return kib;
}

/* Processor time of the thread with this name, in microseconds. */
static double thread_us(const char *name)
{
    char path[300], comm[32];
    const struct dirent *entry;
    DIR *dir = opendir("/proc/self/task");
    double us = 0;

    while (dir && (entry = readdir(dir)) != NULL) {
        FILE *file;
        unsigned long long ns = 0;

        snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
        file = fopen(path, "r");
        if (!file || !fgets(comm, sizeof comm, file))
            comm[0] = '\0';
        if (file)
            fclose(file);
        comm[strcspn(comm, "\n")] = '\0';
        snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", entry->d_name);
        file = strcmp(comm, name) == 0 ? fopen(path, "r") : NULL;
        if (file && fscanf(file, "%llu", &ns) == 1)
            us += (double)ns / 1e3;
        if (file)
            fclose(file);
    }
    if (dir)
        closedir(dir);
    return us;
}

static bool is_taken(struct fixture *fixture, const char *id)
{
    struct err err = {0};
    int64_t letter = 0;

    assert_int_equal(
        ledger_letter_by_source(fixture->desk->ledger, "maildir:bench", id, &letter, &err), RC_OK);
    return letter != 0;
}

static void take_in_by_threads(struct fixture *fixture, unsigned count, const struct marks *marks)
{
    char path[FIXTURE_PATH * 2];
    struct post_maildir_config config = {.name = "bench", .path = path};
    struct post_source *source = NULL;
    struct clerk *clerk = NULL;
    struct inbox *inbox = NULL;
    struct desk *desk = NULL;
    struct desk_world world = fixture->world; /* the clock stands still: no thread writes it */
    struct err err = {0};
    long kib[MEMORY_STEPS];
    double start, seconds;
    long before;

    world.entropy = entropy_system;
    world.step = NULL;
    snprintf(path, sizeof path, "%s/box", fixture->folder);
    assert_int_equal(post_maildir_source_new(&config, &source, &err), RC_OK);
    assert_int_equal(desk_open(&fixture->config, &world, NULL, fixture->desk->library, &desk, &err),
                     RC_OK);
    assert_int_equal(
        clerk_new(desk, (struct mailbag_hand){fixture->room.trymark, 0}, -1, &clerk, &err), RC_OK);
    assert_int_equal(inbox_new(desk, source, (struct mailbag_hand){fixture->room.trymark, 1},
                               clerk_slips(clerk), 0, &inbox, &err),
                     RC_OK);
    clerk_add_inbox(clerk, inbox_slips(inbox));
    before = memory_kib();
    start = load_now_s();
    assert_int_equal(clerk_start(clerk, &err), RC_OK);
    assert_int_equal(inbox_start(inbox, &err), RC_OK);
    for (unsigned i = 0; i < MEMORY_STEPS; i++) {
        while (!is_taken(fixture, marks->at[i]))
            nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
        kib[i] = memory_kib();
    }
    seconds = load_now_s() - start;
    printf("letters in through the threads: %u letters, %.0f a second; processor time of each:"
           " inbox %.0f us, ledger %.0f us\n",
           count, count / seconds, thread_us("inbox") / count, thread_us("clerk") / count);
    printf("memory: %ld KiB before;", before);
    for (unsigned i = 0; i < MEMORY_STEPS; i++)
        printf(" %ld", kib[i]);
    printf(" KiB after each quarter\n");
    inbox_stop(inbox);
    clerk_stop(clerk);
    inbox_free(inbox);
    clerk_free(clerk);
    desk_close(desk);
    post_source_free(source);
}

int main(void)
{
    const char *wanted = getenv("BENCH_ROUNDS");
    unsigned rounds = wanted ? (unsigned)atoi(wanted) : ROUNDS, count;
    struct raw *raws = calloc(GAMES, sizeof *raws);
    struct fixture fixture;
    struct marks marks = {0};

    setenv("TMPDIR", getenv("TMPDIR") ? getenv("TMPDIR") : ".", 0);
    load_make_games(&fixture, GAMES);
    for (unsigned i = 0; i < WARM_UP; i++) { /* teams and placing */
        count = load_letters(&fixture, GAMES, raws);
        load_take(&fixture, raws, count, true);
        load_free(raws, count);
    }
    free(raws);
    count = make_letters(&fixture, rounds, &marks);
    set_back(&fixture);
    take_in_by_threads(&fixture, count, &marks);
    fixture_remove(&fixture);
    return 0;
}
