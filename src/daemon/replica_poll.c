/* SPDX-License-Identifier: MIT */
/* A thread that asks once a second how the replica stands. Everybody else reads what it last
 * saw. */
#include "daemon/replica_poll.h"

#include <poll.h>
#include <pthread.h>

#include "server/replica.h"

enum { ROUND_MS = 1000, LIMIT_MS = 5000 };

struct replica_poll {
    struct replica *replica;
    int stop_fd;
    bool started;
    pthread_t thread;
};

enum rc replica_poll_new(const struct desk *desk, int stop_fd, struct replica_poll **replica_poll,
                         struct err *err)
{
    struct replica_poll *made;

    if (!desk->replica)
        return RC_OK;
    made = calloc(1, sizeof *made);
    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for the replica");
    made->replica = desk->replica;
    made->stop_fd = stop_fd;
    *replica_poll = made;
    return RC_OK;
}

void replica_poll_free(struct replica_poll *replica_poll)
{
    free(replica_poll);
}

static bool told_to_stop(const struct replica_poll *replica_poll, int wait_ms)
{
    struct pollfd fd = {.fd = replica_poll->stop_fd, .events = POLLIN};

    return poll(&fd, 1, wait_ms) > 0;
}

static void *run(void *user)
{
    const struct replica_poll *replica_poll = user;
    struct replica_state state;
    struct err err = {0};

    do {
        replica_look(replica_poll->replica, LIMIT_MS, &state);
        if (state.how == REPLICA_CURRENT &&
            replica_prove_daily(replica_poll->replica, replica_poll->stop_fd, &err) != RC_OK)
            err_clear(&err); /* what is wrong with the replica is noted; the rest passes */
    } while (!told_to_stop(replica_poll, ROUND_MS));
    return NULL;
}

enum rc replica_poll_start(struct replica_poll *replica_poll, struct err *err)
{
    if (!replica_poll)
        return RC_OK;
    replica_poll->started = pthread_create(&replica_poll->thread, NULL, run, replica_poll) == 0;
    return replica_poll->started ? RC_OK : ERR(err, RC_NO_MEMORY, "no thread for the replica");
}

void replica_poll_stop(struct replica_poll *replica_poll)
{
    if (!replica_poll || !replica_poll->started)
        return;
    pthread_join(replica_poll->thread, NULL);
    replica_poll->started = false;
}
