/* SPDX-License-Identifier: MIT */
/* What the daemon as a process needs for 100,000 open games: memory, and time from its start until
 * it has taken a letter in. Prints, asserts nothing.
 *
 * BENCH_GAMES: how many games. Runs posternd from the build, TMPDIR or the directory it is started
 * in hold the server. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "games/games.h"
#include "ledger/letters.h"
#include "commands/newgame.h"
#include "tests/bench/load.h"
#include "tests/test.h"

enum { GAMES = 100000, GROUP = 500, LOOK_MS = 2, LOOKS_MOST = 30000, SETTLE_S = 3 };

static void make_games(struct fixture *fixture, unsigned count)
{
    const struct game *rules = games_find("dungeon_twister");
    struct newgame wanted = {.played = rules, .options = "", .seats = 2, .player = {0, 1, 2}};

    for (unsigned i = 0; i < count;) {
        struct err err = {0};

        assert_int_equal(desk_begin(fixture->desk, &err), RC_OK);
        for (unsigned k = 0; k < GROUP && i < count; k++, i++) {
            struct verdict verdict;
            int64_t number;

            assert_int_equal(newgame_make(fixture->desk, &wanted, &number, &verdict, &err), RC_OK);
        }
        assert_int_equal(desk_commit(fixture->desk, &err), RC_OK);
    }
}

/* The invitations went out long ago. */
static void mark_sent(const struct fixture *fixture)
{
    char path[FIXTURE_PATH * 2];
    sqlite3 *db;

    snprintf(path, sizeof path, "%s/postern.db", fixture->folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE delivery SET state = 'sent', ended_s = due_s;"
                                  "PRAGMA wal_checkpoint(TRUNCATE)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
}

static long of_status(pid_t child, const char *field)
{
    char path[64], line[128];
    long kib = 0;
    FILE *status;

    snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
    status = fopen(path, "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, field, strlen(field)) == 0)
            kib = strtol(line + strlen(field), NULL, 10);
    if (status)
        fclose(status);
    return kib;
}

/* Milliseconds of processor time of all its threads. */
static double processor_ms(pid_t child)
{
    char path[64];
    unsigned long user = 0, system = 0;
    FILE *stat;

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)child);
    stat = fopen(path, "r");
    if (stat && fscanf(stat, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                       &system) != 2)
        user = system = 0;
    if (stat)
        fclose(stat);
    return 1e3 * (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static pid_t start(const struct fixture *fixture)
{
    const char *top = getenv("top_builddir");
    char program[4096];
    pid_t child;

    snprintf(program, sizeof program, "%s/src/daemon/posternd", top ? top : ".");
    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (!getenv("FIXTURE_LOG") && !freopen("/dev/null", "w", stderr))
            _exit(1);
        execl(program, program, "--server", fixture->folder, (char *)NULL);
        _exit(127);
    }
    return child;
}

static unsigned letters_in(const struct fixture *fixture)
{
    struct err err = {0};
    int64_t letter = 0;

    assert_int_equal(
        ledger_letter_by_source(fixture->desk->ledger, "maildir:in", "000001.test", &letter, &err),
        RC_OK);
    return letter != 0;
}

/* Look until the letter is taken in; false when posternd ends before, or does not take it. */
static bool await_letter(const struct fixture *fixture, pid_t child)
{
    for (unsigned look = 0; look < LOOKS_MOST; look++) {
        int status;

        if (letters_in(fixture))
            return true;
        if (waitpid(child, &status, WNOHANG) != 0) {
            fprintf(stderr, "bench_daemon: posternd has ended; FIXTURE_LOG=yes shows why\n");
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    }
    fprintf(stderr, "bench_daemon: posternd takes no letter in; FIXTURE_LOG=yes shows why\n");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return false;
}

static bool run(struct fixture *fixture, unsigned count)
{
    double begin = load_now_s();
    pid_t child = start(fixture);

    assert_true(child > 0);
    if (!await_letter(fixture, child))
        return false;
    printf("posternd with %u open games: first letter taken in after %.2f s, %.0f ms of"
           " processor time\n",
           count, load_now_s() - begin, processor_ms(child));
    sleep(SETTLE_S);
    printf(
        "posternd with %u open games: %ld KiB in memory (%ld at most), of that %ld KiB of files\n",
        count, of_status(child, "VmRSS:"), of_status(child, "VmHWM:"),
        of_status(child, "RssFile:"));
    kill(child, SIGTERM);
    waitpid(child, NULL, 0);
    return true;
}

int main(void)
{
    const char *wanted = getenv("BENCH_GAMES");
    unsigned count = wanted ? (unsigned)atoi(wanted) : GAMES;
    struct fixture fixture;
    double begin = load_now_s();
    bool ran;

    setenv("TMPDIR", getenv("TMPDIR") ? getenv("TMPDIR") : ".", 0);
    fixture_make_today(&fixture, games);
    fixture_player(&fixture, "Anna", "anna@one.example");
    fixture_player(&fixture, "Bob", "bob@two.example");
    fixture_round(&fixture); /* makes the inbox */
    make_games(&fixture, count);
    mark_sent(&fixture);
    printf("%u games made in %.0f s\n", count, load_now_s() - begin);
    fixture_close(&fixture);
    fixture_open(&fixture);
    fixture_send(&fixture, "anna@one.example", NULL, NULL, "help");
    ran = run(&fixture, count);
    fixture_remove(&fixture);
    return ran ? 0 : 1;
}
