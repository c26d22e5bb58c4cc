/* SPDX-License-Identifier: MIT */
/* A thread that sends by another way than mail, or looks at another machine. What, and when, is
 * decided in outbound/forum_send.c, outbound/knocks.c and server/replica.c. */
#include "daemon/daemon.h"

#include <pthread.h>

#include "base/child.h"
#include "play/desk_open.h"

enum { ROUND_MS = 1000 };

struct poster {
    struct desk *desk;
    const char *name;
    poster_fn *send;
    struct post_sink *sink;
    int stop_fd;
    bool started;
    pthread_t thread;
    struct fault fault; /* the thread's alone */
};

enum rc poster_new(const struct desk *desk, const char *name, poster_fn *send,
                   struct post_sink *sink, int stop_fd, struct poster **poster, struct err *err)
{
    OWN_AT(poster) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for posts");
    made->name = name;
    made->send = send;
    made->sink = sink;
    made->stop_fd = stop_fd;
    TRY(desk_open(desk->config, &desk->world, &desk->log, &made->desk, err));
    *poster = made;
    made = NULL;
    return RC_OK;
}

void poster_free(struct poster *poster)
{
    if (poster)
        desk_close(poster->desk);
    free(poster);
}

static void *run(void *user)
{
    struct poster *poster = user;
    unsigned handled = 1;

    while (!fd_is_readable(poster->stop_fd, handled ? 0 : ROUND_MS)) {
        struct err err = {0};
        enum rc rc = poster->send(poster->desk, poster->sink, poster->stop_fd, &handled, &err);

        if (rc != RC_OK)
            handled = 0;
        if (rc != RC_STOPPED)
            fault_note(&poster->fault, &poster->desk->log, poster->name, NULL, rc, &err,
                       desk_now(poster->desk));
    }
    return NULL;
}

enum rc poster_start(struct poster *poster, struct err *err)
{
    if (!poster)
        return RC_OK;
    poster->started = pthread_create(&poster->thread, NULL, run, poster) == 0;
    return poster->started ? RC_OK : ERR(err, RC_NO_MEMORY, "no thread for ", poster->name);
}

void poster_stop(struct poster *poster)
{
    if (!poster || !poster->started)
        return;
    pthread_join(poster->thread, NULL);
    poster->started = false;
}
