/* SPDX-License-Identifier: MIT */
/* From the outbox into the forum: one post after the other, each once, those of a game in their
 * order. Topics that are locked or gone hold their posts until somebody opens them again.
 * Source: design, section 4 (outbox); doc/forum-adapters.md. */
#pragma once

#include "post/post.h"
#include "server/desk.h"

/* Post what is due, with a desk of the caller's thread.
 * in     stop_fd: readable = begin no further post; −1 = none
 * out    *handled: posts that were tried
 * fails  temporary when the forum is down, or asks for time: all wait */
enum rc forum_send_due(struct desk *desk, struct post_sink *sink, int stop_fd, unsigned *handled,
                       struct err *err);
