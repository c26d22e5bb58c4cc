/* SPDX-License-Identifier: MIT */
/* Shuts itself in as the reader does, wholly or in one part, then tries to get out: inmate PART
 * DEED FILE. Exit codes: 0 it got out, 1 it was refused, 3 the jail did not close; killed: as it
 * should. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader/jail.h"

static bool read_file(const char *path)
{
    return open(path, O_RDONLY) >= 0;
}

static bool write_file(const char *path)
{
    return open(path, O_WRONLY | O_CREAT, 0600) >= 0;
}

static bool look_at_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0;
}

static bool connect_out(const char *path)
{
    (void)path;
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static bool make_pair(const char *path)
{
    int pair[2];

    (void)path;
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

static bool run_program(const char *path)
{
    char *const argv[] = {(char *)(uintptr_t)path, NULL};

    execv("/bin/true", argv);
    return false;
}

static bool fork_one(const char *path)
{
    (void)path;
    return fork() >= 0;
}

static bool trace_parent(const char *path)
{
    (void)path;
    return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0;
}

static bool kill_parent(const char *path)
{
    (void)path;
    return kill(getppid(), 0) == 0;
}

static bool run_memory(const char *path)
{
    (void)path;
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
}

static bool write_elsewhere(const char *path)
{
    (void)path;
    return write(STDERR_FILENO, "x", 1) == 1;
}

static bool take_memory(const char *path)
{
    (void)path;
    return malloc((size_t)2 << 30) != NULL;
}

static bool spin(const char *path)
{
    (void)path;
    return raise(0) == 0; /* asks the system for its own number first */
}

static const struct {
    const char *name;
    bool (*try)(const char *path);
} deeds[] = {{"read", read_file},      {"write", write_file},       {"stat", look_at_file},
             {"connect", connect_out}, {"pair", make_pair},         {"exec", run_program},
             {"fork", fork_one},       {"ptrace", trace_parent},    {"kill", kill_parent},
             {"run", run_memory},      {"stderr", write_elsewhere}, {"memory", take_memory},
             {"signal", spin}};

static enum rc shut_in(const char *part)
{
    struct reader_jail jail;
    unsigned version;

    if (strcmp(part, "limits") == 0)
        return jail_limit(NULL);
    if (strcmp(part, "landlock") == 0)
        return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? jail_hide_files(&version, NULL)
                                                           : RC_IO;
    if (strcmp(part, "filter") == 0)
        return jail_filter_calls(NULL);
    return jail_enter(&jail, NULL);
}

int main(int argc, char **argv)
{
    if (argc != 4 || shut_in(argv[1]) != RC_OK)
        _exit(3);
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (strcmp(deeds[i].name, argv[2]) == 0)
            _exit(!deeds[i].try(argv[3]));
    _exit(3);
}
