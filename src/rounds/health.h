/* SPDX-License-Identifier: MIT */
/* One file by which a monitor sees how a server is: Prometheus' text format, each value with its
 * meaning. Holds numbers only. */
#ifndef POSTERN_ROUNDS_HEALTH_H
#define POSTERN_ROUNDS_HEALTH_H

#include "base/buf.h"
#include "server/desk.h"

/* Append the file's text.
 * in     settled_s: every letter that arrived before was taken in; INT64_MIN = not known yet */
enum rc health_gather(struct desk *desk, int64_t settled_s, struct buf *out,
                      struct err *err) MUST_CHECK;
/* Write the file that the configuration names, if it names one; readers see a whole one. */
enum rc health_write(struct desk *desk, int64_t settled_s, struct err *err) MUST_CHECK;

#endif
