/* SPDX-License-Identifier: MIT */
#include "tests/reader/killer.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pid_t parent_of(const char *pid)
{
    char path[300], line[512] = "";
    const char *at;
    long parent = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    file = fopen(path, "r");
    if (!file)
        return 0;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    fclose(file);
    at = strrchr(line, ')');
    return at && sscanf(at, ") %*c %ld", &parent) == 1 ? (pid_t)parent : 0;
}

/* Each has longer than the one before: where programs start slowly, one comes through, too. */
enum { LONGER_MS = 4 };

static pthread_t thread;
static atomic_bool killing;
static atomic_uint kills;
static unsigned wait_most_ms;

static void kill_children(void)
{
    DIR *dir = opendir("/proc");
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
            parent_of(entry->d_name) == getpid())
            kills += kill((pid_t)atol(entry->d_name), SIGKILL) == 0;
    if (dir)
        closedir(dir);
}

static void *run(void *user)
{
    unsigned seed = 5;

    (void)user;
    while (killing) {
        unsigned wait_ms = (unsigned)rand_r(&seed) % (wait_most_ms + kills * LONGER_MS);

        nanosleep(&(struct timespec){wait_ms / 1000, wait_ms % 1000 * 1000000L}, NULL);
        kill_children();
    }
    return NULL;
}

void killer_start(unsigned most_ms)
{
    wait_most_ms = most_ms;
    kills = 0;
    killing = true;
    if (pthread_create(&thread, NULL, run, NULL) != 0)
        abort();
}

unsigned killer_kills(void)
{
    return kills;
}

void killer_stop(void)
{
    killing = false;
    pthread_join(thread, NULL);
}
