/* SPDX-License-Identifier: MIT */
#include "tests/base/failing_syncs.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

int syncs_left = -1;
unsigned syncs;

static int sync_or_fail(int fd, int number)
{
    syncs++;
    if (syncs_left == 0) {
        errno = EIO;
        return -1;
    }
    syncs_left -= syncs_left > 0;
    return (int)syscall(number, fd);
}

int fsync(int fd)
{
    return sync_or_fail(fd, SYS_fsync);
}

int fdatasync(int fd)
{
    return sync_or_fail(fd, SYS_fdatasync);
}
