/* SPDX-License-Identifier: MIT */
/* Inside of server/replica: shared by its two files. */
#pragma once

#include <pthread.h>

#include "server/replica.h"

struct replica {
    const struct config *config;
    const struct desk_world *world;
    char path[2 * CONFIG_TEXT_BYTES]; /* its whole path, as the engine's configuration has it */
    pthread_mutex_t lock;             /* one wait at a time: the next finds what it seeks, mostly */
    struct ledger *ledger;            /* a connection of its own; NULL = not opened yet */
    bool asked;                       /* and answered, by this process */
    int64_t looked_ms;

    pthread_mutex_t state_lock;
    struct replica_state state;
    int64_t since_s; /* see waited_s; 0 = nothing waits */
};

/* Under the lock: open the connection where it is not. */
enum rc replica_open_ledger(struct replica *replica, struct err *err);
