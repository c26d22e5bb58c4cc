/* SPDX-License-Identifier: MIT */
/* The thread that looks at the replica once a second, so that nobody else waits for another machine
 * in order to know how it stands. */
#pragma once

#include "server/desk.h"

struct replica_poll;

/* in     desk: of which only the replica is used; stop_fd: readable = end
 * out    *replica_poll: NULL where there is no replica */
enum rc replica_poll_new(const struct desk *desk, int stop_fd, struct replica_poll **replica_poll,
                         struct err *err);
enum rc replica_poll_start(struct replica_poll *replica_poll, struct err *err);
/* Wait for its end, once stop_fd is readable. NULL allowed, as below. */
void replica_poll_stop(struct replica_poll *replica_poll);
void replica_poll_free(struct replica_poll *replica_poll);
