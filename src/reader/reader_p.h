/* SPDX-License-Identifier: MIT */
/* Inside a reader. */
#pragma once

#include <pthread.h>

#include "reader/process.h"

struct reader {
    /* Answer a request in this process; NULL = ask another. */
    void (*here)(const void *request, size_t length, struct buf *answer);
    char *program;
    int patience_ms;
    pthread_mutex_t lock; /* of what stands below */
    struct process *idle;
    unsigned idle_count;
};
