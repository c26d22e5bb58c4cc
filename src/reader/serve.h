/* SPDX-License-Identifier: MIT */
/* The other side: requests in, answers out. */
#pragma once

#include "base/base.h"

typedef void serve_fn(const void *request, size_t length, struct buf *answer);

/* Append the answer to one request; one that cannot be understood is not answered. */
serve_fn serve_request;

/* Answer requests from a socket, gathered as they come, until it is closed. Returns an exit code.
 */
int serve_loop(int fd, serve_fn *serve);
/* Write all of it; false: nobody reads. */
bool serve_send(int fd, const struct buf *bytes);
