/* SPDX-License-Identifier: MIT */
/* A child process, its output and its end; what the output means is the caller's. */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* In a process group of its own, so that a time-out ends all it started. */
static int start(const struct child_run *run, pid_t *child, int *from)
{
    char *const *argv = (char *const *)(uintptr_t)run->argv;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int pipes[2], error;

    if (pipe2(pipes, O_CLOEXEC) != 0)
        return errno;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
    if (run->errors)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none); /* a daemon's own are no good to it */
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    error = posix_spawnp(child, run->argv[0], &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    *from = pipes[0];
    if (error)
        close(pipes[0]);
    return error;
}

/* Keep what is there, up to the limit. False at the end. */
static bool read_some(int fd, struct child_run *run)
{
    char block[1024];
    ssize_t got = read(fd, block, sizeof block);

    if (got < 0 && errno == EINTR)
        return true;
    if (got > 0 && run->out->length + (size_t)got <= run->most)
        buf_put_bytes(run->out, block, (size_t)got);
    explicit_bzero(block, sizeof block);
    return got > 0;
}

static enum rc collect(int from, struct child_run *run)
{
    int64_t end = steady_ms() + run->limit_ms;

    for (;;) {
        struct pollfd fds[] = {{.fd = from, .events = POLLIN},
                               {.fd = run->stop_fd, .events = POLLIN}};
        int64_t left = end - steady_ms();

        if (left <= 0)
            return RC_LATER;
        if (poll(fds, 2, (int)left) <= 0)
            continue;
        if (fds[1].revents)
            return RC_STOPPED;
        if (!read_some(from, run))
            return RC_OK;
    }
}

enum rc child_run(struct child_run *run, struct err *err)
{
    int from, status = 0, error;
    enum rc ended;
    pid_t child;

    error = start(run, &child, &from);
    FAIL_IF(error, err, RC_IO, "cannot start ", run->argv[0], ": ", strerror(error));
    ended = collect(from, run);
    close(from);
    if (ended != RC_OK)
        kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    run->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ended == RC_OK
               ? RC_OK
               : ERR(err, ended, run->argv[0],
                     ended == RC_LATER ? " took too long" : " was stopped before its end");
}

bool fd_is_readable(int fd, int wait_ms)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};

    return poll(&poll_fd, 1, wait_ms) > 0;
}
