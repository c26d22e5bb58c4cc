/* SPDX-License-Identifier: MIT */
/* Holds the lock that lets one posternd run for a server. */
#include "server/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

static enum rc is_held(int fd, const char *path, struct err *err)
{
    char holder[TEXT_INT_BYTES] = "?";
    ssize_t count = read(fd, holder, sizeof holder - 1);

    if (count > 0)
        holder[strcspn(holder, "\n")] = '\0';
    close(fd);
    return ERR(err, RC_BUSY, path, ": another posternd runs already, process ", holder,
               "; stop it first");
}

enum rc lock_take(const char *path, int *fd, struct err *err)
{
    char number[TEXT_INT_BYTES];
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool ignored;

    FAIL_IF(lock < 0, err, RC_PERMISSION, path, ": ", strerror(errno));
    if (flock(lock, LOCK_EX | LOCK_NB) != 0)
        return is_held(lock, path, err);
    text_of_int(number, (int64_t)getpid());
    /* The number is a help for people only: the lock counts, also where the disk is full. */
    ignored = ftruncate(lock, 0) != 0 || write(lock, number, strlen(number)) < 0 ||
              write(lock, "\n", 1) < 0;
    (void)ignored;
    *fd = lock;
    return RC_OK;
}

/* The file is locked, for a moment, only where its process is there: one that begins now is not
 * kept out. */
void lock_look(const char *path, struct lock_state *state)
{
    int lock = open(path, O_RDONLY | O_CLOEXEC);
    int64_t process;
    ssize_t count;

    *state = (struct lock_state){0};
    if (lock < 0)
        return;
    count = read(lock, state->holder, sizeof state->holder - 1);
    state->holder[count > 0 ? strcspn(state->holder, "\n") : 0] = '\0';
    if (text_to_int(state->holder, strlen(state->holder), &process) && process > 0 &&
        (kill((pid_t)process, 0) == 0 || errno == EPERM))
        state->held = flock(lock, LOCK_SH | LOCK_NB) != 0;
    close(lock);
}

void lock_leave(int fd)
{
    int ignored = fd < 0 ? 0 : ftruncate(fd, 0);

    (void)ignored; /* it is a help for people only */
}
