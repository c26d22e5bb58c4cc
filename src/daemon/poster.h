/* SPDX-License-Identifier: MIT */
/* A thread that sends what goes by another way than mail, posts or notices, with a desk of its own:
 * a server that hangs, or asks for time, holds up no letter. */
#pragma once

#include "post/post.h"
#include "server/desk.h"

struct poster;

/* What is due; *handled: how many were tried. */
typedef enum rc poster_fn(struct desk *desk, struct post_sink *sink, int stop_fd, unsigned *handled,
                          struct err *err);
/* in     desk: whose configuration, world, log and library the thread's own desk takes over;
 *        name: in the log, static; sink: used by the thread alone while it runs, NULL = none;
 *        stop_fd: readable = end */
enum rc poster_new(const struct desk *desk, const char *name, poster_fn *send,
                   struct post_sink *sink, int stop_fd, struct poster **poster, struct err *err);
/* NULL allowed, as below. */
enum rc poster_start(struct poster *poster, struct err *err);
/* Wait for its end, once stop_fd is readable. */
void poster_stop(struct poster *poster);
void poster_free(struct poster *poster);
OWN_FREED(poster)
