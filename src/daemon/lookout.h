/* SPDX-License-Identifier: MIT */
/* The thread that looks at the replica once a second, so that nobody else waits for another machine
 * in order to know how it stands. */
#ifndef POSTERN_DAEMON_LOOKOUT_H
#define POSTERN_DAEMON_LOOKOUT_H

#include "server/desk.h"

struct lookout;

/* in     desk: of which only the follower is used; stop_fd: readable = end
 * out    *lookout: NULL where there is no follower */
enum rc lookout_new(const struct desk *desk, int stop_fd, struct lookout **lookout,
                    struct err *err) MUST_CHECK;
enum rc lookout_start(struct lookout *lookout, struct err *err) MUST_CHECK;
/* Wait for its end, once stop_fd is readable. NULL allowed, as below. */
void lookout_stop(struct lookout *lookout);
void lookout_free(struct lookout *lookout);

#endif
