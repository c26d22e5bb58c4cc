/* SPDX-License-Identifier: MIT */
#include "daemon/lookout.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>

#include "server/follower.h"

enum { ROUND_MS = 1000, WAIT_MS = 300 };

struct lookout {
    struct follower *follower;
    int stop_fd;
    bool started;
    pthread_t thread;
};

enum rc lookout_new(const struct desk *desk, int stop_fd, struct lookout **lookout, struct err *err)
{
    struct lookout *made;

    if (!desk->follower)
        return RC_OK;
    made = calloc(1, sizeof *made);
    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for the replica");
    made->follower = desk->follower;
    made->stop_fd = stop_fd;
    *lookout = made;
    return RC_OK;
}

void lookout_free(struct lookout *lookout)
{
    free(lookout);
}

static bool told_to_stop(const struct lookout *lookout, int wait_ms)
{
    struct pollfd fd = {.fd = lookout->stop_fd, .events = POLLIN};

    return poll(&fd, 1, wait_ms) > 0;
}

static void *run(void *user)
{
    const struct lookout *lookout = user;
    struct follower_state ignored;

    do
        follower_look(lookout->follower, WAIT_MS, &ignored);
    while (!told_to_stop(lookout, ROUND_MS));
    return NULL;
}

enum rc lookout_start(struct lookout *lookout, struct err *err)
{
    if (!lookout)
        return RC_OK;
    lookout->started = pthread_create(&lookout->thread, NULL, run, lookout) == 0;
    return lookout->started ? RC_OK : ERR(err, RC_NO_MEMORY, "no thread for the replica");
}

void lookout_stop(struct lookout *lookout)
{
    if (!lookout || !lookout->started)
        return;
    pthread_join(lookout->thread, NULL);
    lookout->started = false;
}
