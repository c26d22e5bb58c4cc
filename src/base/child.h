/* SPDX-License-Identifier: MIT */
/* Run another program to its end, for so long and no longer. Knows nothing of what it is for. */
#pragma once

#include "base/base.h"

struct child_run {
    const char *const *argv; /* ends with NULL; [0] is looked for in PATH unless it has a '/' */
    int limit_ms;
    int stop_fd;     /* readable = end it; -1 = none */
    bool errors;     /* what it says on its standard error is taken, too */
    size_t most;     /* bytes that are kept of what it prints; the rest is read and dropped */
    struct buf *out; /* appended to, and never moved if the caller reserved `most` */
    int status;      /* out: its exit status; -1 = ended by a signal */
};

/* Start it in a process group of its own, with nothing on its standard input, and wait for its end.
 * fails  RC_IO: it cannot be started; RC_LATER: the time was over; RC_STOPPED: stop_fd became
 *        readable; then all that it started was killed */
enum rc child_run(struct child_run *run, struct err *err);

/* Milliseconds that go on evenly, whatever the machine's clock is set to. */
int64_t steady_ms(void);
/* Is there something to read, or an end, at a file descriptor; waits so long for it. -1 = never. */
bool fd_is_readable(int fd, int wait_ms);
