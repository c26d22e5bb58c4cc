/* SPDX-License-Identifier: MIT */
/* The thread that posts into the forum, with a desk of its own: a forum that hangs, or asks for
 * time, holds up no letter. */
#ifndef POSTERN_DAEMON_POSTER_H
#define POSTERN_DAEMON_POSTER_H

#include "post/post.h"
#include "server/desk.h"

struct poster;

/* in     desk: whose configuration, world, log and library the thread's own desk takes over;
 *        sink: used by the thread alone while it runs; stop_fd: readable = end */
enum rc poster_new(const struct desk *desk, struct post_sink *sink, int stop_fd,
                   struct poster **poster, struct err *err) MUST_CHECK;
enum rc poster_start(struct poster *poster, struct err *err) MUST_CHECK;
/* Wait for its end, once stop_fd is readable. NULL allowed, as below. */
void poster_stop(struct poster *poster);
void poster_free(struct poster *poster);

#endif
