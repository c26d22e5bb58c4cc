/* SPDX-License-Identifier: MIT */
/* Figures of the daemon's threads: letters in a Maildir → fetched, read (inbox's thread) →
 * adjudicated, durable, answers queued as values (ledger's thread), then moved away; and memory
 * meanwhile. Letters out are left waiting. Prints, asserts nothing.
 *
 * The letters are made by playing games once; the same server is then set back, and takes them in
 * as the daemon does. BENCH_ROUNDS: letters for each of the 200 games (500 are 100,000).
 * Files are made in TMPDIR, or else in the directory it is
 * started in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "daemon/daemon.h"
#include "ledger/care.h"
#include "ledger/letters.h"
#include "play/desk_open.h"
#include "post/post_config.h"
#include "reader/reader.h"
#include "server/files.h"
#include "tests/bench/load.h"
#include "tests/test.h"

enum { GAMES = 200, WARM_UP = 26, ROUNDS = 20, LOOK_MS = 5, MEMORY_STEPS = 4 };

static void copy_file(const struct fixture *fixture, const char *from, const char *to)
{
    char path[FIXTURE_PATH * 2];
    OWN(buf) bytes = {0};

    snprintf(path, sizeof path, "%s/%s", fixture->folder, from);
    assert_int_equal(files_read(path, (size_t)1 << 31, &bytes, NULL), RC_OK);
    snprintf(path, sizeof path, "%s/%s", fixture->folder, to);
    unlink(path);
    assert_int_equal(files_create(path, 0600, bytes.at, bytes.length, NULL), RC_OK);
}

/* The letters of a round have one second, those of the next a later one. */
static void put_in_box(struct fixture *fixture, const struct raw *raw, int64_t arrived_s)
{
    struct timespec times[2] = {{.tv_sec = arrived_s}, {.tv_sec = arrived_s}};
    char path[FIXTURE_PATH * 2];

    snprintf(path, sizeof path, "%s/box/new/%09ld.bench", fixture->folder, atol(raw->id));
    assert_int_equal(files_create(path, 0600, raw->bytes, raw->length, NULL), RC_OK);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void make_box(const struct fixture *fixture)
{
    static const char *const folders[] = {"", "/new", "/cur", "/tmp"};
    char path[FIXTURE_PATH * 2];

    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/box%s", fixture->folder, folders[i]);
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
    OWN_MEMORY struct raw *raws = calloc(GAMES, sizeof *raws);
    unsigned total = 0, count = 1;

    make_box(fixture);
    assert_int_equal(ledger_checkpoint(fixture->desk->ledger, NULL), RC_OK);
    copy_file(fixture, "postern.db", "before.db");
    for (unsigned i = 0; i < rounds && count; i++) {
        count = load_letters(fixture, GAMES, raws);
        load_take(fixture, raws, count, true);
        for (unsigned k = 0; k < count; k++)
            put_in_box(fixture, &raws[k], fixture->now_s - rounds + i);
        for (unsigned k = i * MEMORY_STEPS / rounds; count && k < MEMORY_STEPS; k++)
            snprintf(marks->at[k], 32, "%09ld.bench", atol(raws[count - 1].id));
        load_free(raws, count);
        total += count;
    }
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
    int64_t letter = 0;

    assert_int_equal(
        ledger_letter_by_source(fixture->desk->ledger, "maildir:bench", id, &letter, NULL), RC_OK);
    return letter != 0;
}

/* ---- the threads ---- */

struct server {
    char path[FIXTURE_PATH * 2];
    struct desk *desk;
    struct reader *reader; /* as in posternd: processes of their own */
    struct post_source *source;
    struct clerk *clerk;
    struct inbox *inbox;
};

static void open_server(struct fixture *fixture, struct server *server)
{
    struct post_maildir_config config = {.name = "bench", .path = server->path};
    struct desk_world world = fixture->world; /* the clock stands still: no thread writes it */
    struct mailbag_hand clerk = {fixture->room.in_hand, 0}, inbox = {fixture->room.in_hand, 1};
    struct err err = {0};

    world.entropy = entropy_system;
    assert_int_equal(reader_open(NULL, 0, &server->reader, &err), RC_OK);
    world.reader = server->reader;
    snprintf(server->path, sizeof server->path, "%s/box", fixture->folder);
    assert_int_equal(post_maildir_source_new(&config, &server->source, &err), RC_OK);
    assert_int_equal(desk_open(&fixture->config, &world, NULL, &server->desk, &err), RC_OK);
    assert_int_equal(clerk_new(server->desk, clerk, -1, &server->clerk, &err), RC_OK);
    assert_int_equal(inbox_new(server->desk, server->source, inbox, clerk_slips(server->clerk), 0,
                               &server->inbox, &err),
                     RC_OK);
    clerk_add_inbox(server->clerk, "in", inbox_slips(server->inbox));
}

static void start_server(struct server *server)
{
    assert_int_equal(clerk_start(server->clerk, NULL), RC_OK);
    assert_int_equal(inbox_start(server->inbox, NULL), RC_OK);
}

static void close_server(struct server *server)
{
    inbox_stop(server->inbox);
    clerk_stop(server->clerk);
    inbox_free(server->inbox);
    clerk_free(server->clerk);
    desk_close(server->desk);
    reader_close(server->reader);
    post_source_free(server->source);
}

static void look_again_soon(void)
{
    nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
}

/* Of processes that ended. */
static double children_us(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void take_in_by_threads(struct fixture *fixture, unsigned count, const struct marks *marks)
{
    struct server server = {0};
    long kib[MEMORY_STEPS], before;
    double start, seconds, children = children_us();

    open_server(fixture, &server);
    before = memory_kib();
    start = load_now_s();
    start_server(&server);
    for (unsigned i = 0; i < MEMORY_STEPS; i++) {
        while (!is_taken(fixture, marks->at[i]))
            look_again_soon();
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
    close_server(&server);
    printf("processor time of the reader for each: %.0f us\n", (children_us() - children) / count);
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
