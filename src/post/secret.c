/* SPDX-License-Identifier: MIT */
#include "post/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "post/maildir_folder.h"
#include "post/post_p.h"

enum { SECRET_BYTES_MAX = 16384 }; /* an access token has about two thousand */

extern char **environ;

/* Keep the first line; false when it is empty. */
static bool keep_line(struct buf *out)
{
    if (out->length == 0)
        return false;
    out->length = strcspn(out->at, "\r\n");
    explicit_bzero(out->at + out->length, out->capacity - out->length);
    return out->length > 0;
}

/* Read what is there, up to the limit. Returns false at the end or on a failure (*error ≠ 0). */
static bool read_some(int fd, struct buf *out, int *error)
{
    char block[1024];
    ssize_t got = read(fd, block, sizeof block);

    *error = 0;
    if (got < 0 && errno == EINTR)
        return true;
    if (got < 0)
        *error = errno;
    if (got > 0 && out->length + (size_t)got <= SECRET_BYTES_MAX)
        buf_put_bytes(out, block, (size_t)got);
    explicit_bzero(block, sizeof block);
    return got > 0;
}

enum rc secret_from_file(const char *path, struct buf *out, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), error = errno;
    struct stat stat;
    enum rc rc = RC_OK;

    if (fd < 0)
        return ERR(err, mdir_rc(error), "cannot read the password file ", path, ": ",
                   strerror(error));
    if (fstat(fd, &stat) != 0 || (stat.st_mode & S_IRWXO) != 0) {
        close(fd);
        return ERR(err, RC_CONFIG, "the password file ", path,
                   " may be read by everyone: chmod 600 it");
    }
    if (!buf_reserve(out, SECRET_BYTES_MAX)) /* never moved, so that nothing is left behind */
        rc = RC_NO_MEMORY;
    while (rc == RC_OK && read_some(fd, out, &error))
        ;
    close(fd);
    if (rc == RC_OK && error != 0)
        return ERR(err, RC_IO, "cannot read the password file ", path, ": ", strerror(error));
    if (rc == RC_OK && !keep_line(out))
        return ERR(err, RC_CONFIG, "the password file ", path, " has no first line");
    return rc;
}

/* Start sh in a process group of its own, so that a time-out ends all it started. */
static int start(const char *command, pid_t *child, int *from)
{
    char *const argv[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
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
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none); /* a daemon's own are no good to it */
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    error = posix_spawn(child, "/bin/sh", &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    *from = pipes[0];
    if (error)
        close(pipes[0]);
    return error;
}

/* False when the time is over first. */
static bool collect(int from, unsigned timeout_s, struct buf *out)
{
    int64_t end = post_clock_ms() + (int64_t)timeout_s * 1000;
    int error;

    for (;;) {
        struct pollfd fd = {.fd = from, .events = POLLIN};
        int64_t left = end - post_clock_ms();

        if (left <= 0)
            return false;
        if (poll(&fd, 1, (int)left) > 0 && !read_some(from, out, &error))
            return true;
    }
}

enum rc secret_from_command(const char *command, unsigned timeout_s, struct buf *out,
                            struct err *err)
{
    char number[TEXT_INT_BYTES];
    int from, status = 0, error;
    bool ended;
    pid_t child;

    if (!buf_reserve(out, SECRET_BYTES_MAX))
        return ERR(err, RC_NO_MEMORY, "out of memory for a password");
    error = start(command, &child, &from);
    if (error)
        return ERR(err, RC_IO, "cannot start the password command: ", strerror(error));
    ended = collect(from, timeout_s, out);
    close(from);
    if (!ended)
        kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!ended)
        return ERR(err, RC_LATER, "the password command took longer than ",
                   text_of_int(number, timeout_s), " s");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && keep_line(out))
        return RC_OK;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return ERR(err, RC_CONFIG,
                   "the password command printed nothing: it must print the "
                   "password or token as its first line");
    return ERR(err, RC_CONFIG, "the password command failed with status ",
               text_of_int(number, WIFEXITED(status) ? WEXITSTATUS(status) : -1),
               ": run it by hand to see why");
}
