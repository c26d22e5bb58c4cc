/* SPDX-License-Identifier: MIT */
/* A fault that stands is told when it begins, when it becomes another, once an hour, and when it
 * is over: not each round. */
#pragma once

#include "server/log.h"

/* Zero-initialise. */
struct fault {
    bool known; /* a try was noted */
    bool stands;
    int64_t told_s;
    struct err err;
};

enum { FAULT_AGAIN_S = 3600 };

/* Log what came of a try: rc RC_OK ends a fault that stood. True where something is new, as at the
 * first try.
 * in     event: name of the log line ("inbox"); name: of what failed, NULL = none */
bool fault_note(struct fault *fault, const struct log *log, const char *event, const char *name,
                enum rc rc, const struct err *err, int64_t now_s);
