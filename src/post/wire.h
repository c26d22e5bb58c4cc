/* SPDX-License-Identifier: MIT */
/* A logged-in connection to a mail server, as a stream of bytes: libcurl connects, does TLS and
 * the login, and then hands the line over (CURLOPT_CONNECT_ONLY). */
#pragma once

#include "post/server.h"

struct wire;

/* Connect and log in. The server is borrowed for the wire's life. */
enum rc wire_open(const struct server *server, struct wire **wire, struct err *err);
/* NULL allowed. Says nothing to the server. */
void wire_close(struct wire *wire);
OWN_CLOSED(wire)

enum rc wire_send(struct wire *wire, const char *bytes, size_t length, struct err *err);
/* Append what comes, at least one byte.
 * fails  RC_NETWORK (silent for the time-out, or closed), RC_STOPPED */
enum rc wire_receive(struct wire *wire, struct buf *into, struct err *err);
/* Append what is there already, about a MiB at most; never waits. */
enum rc wire_receive_now(struct wire *wire, struct buf *into, struct err *err);
/* What to poll for input, once wire_receive_now finds nothing. */
int wire_fd(const struct wire *wire);
