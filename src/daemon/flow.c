/* SPDX-License-Identifier: MIT */
/* Starts and stops the threads in their order, or does one round without them. What each does is
 * in a file of its own. */
#include "daemon/daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "outbound/forum_send.h"
#include "outbound/knocks.h"
#include "play/desk_open.h"
#include "schedule/schedule.h"

enum { POSTERS = 3 }; /* forum, notices, replica */

struct flow {
    int stop[2]; /* a pipe: readable at its first end = stop */
    struct desk *desk;
    struct mailroom room;
    struct clerk *clerk;
    struct inbox *inbox[MAILROOM_SOURCES];
    struct carrier *composer, *sender;
    struct poster *poster[POSTERS]; /* NULL = there is nothing of its kind here */
};

static enum rc open_pipe(struct flow *flow, struct err *err)
{
    return pipe2(flow->stop, O_CLOEXEC | O_NONBLOCK) == 0
               ? RC_OK
               : ERR(err, RC_IO, "pipe: ", strerror(errno));
}

enum rc flow_open(const struct config *config, const struct desk_world *world,
                  const struct log *log, struct flow **flow, struct err *err)
{
    OWN_AT(flow) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a server");
    made->stop[0] = made->stop[1] = -1;
    TRY(open_pipe(made, err));
    TRY(desk_open(config, world, log, &made->desk, err));
    TRY(library_words_check(made->desk->library, true, err));
    TRY(mailroom_open(made->desk, made->stop[0], &made->room, err));
    *flow = made;
    made = NULL;
    return RC_OK;
}

/* ---- threads ---- */

/* Slots of letters in hand: the clerk's, then the inboxes'. */
enum { CLERK_SLOT, INBOX_SLOT };
_Static_assert(INBOX_SLOT + (int)MAILROOM_SOURCES <= (int)IN_HAND_SLOTS, "a slot for each thread");
_Static_assert((int)MAILROOM_SOURCES <= (int)CLERK_INBOXES, "a place for each inbox");
_Static_assert((int)CLERK_INBOXES <= (int)HEALTH_INBOXES, "a line for each inbox");

static void add_inbox(struct flow *flow, unsigned i)
{
    struct post_status status;

    post_source_status(flow->room.source[i], &status);
    clerk_add_inbox(flow->clerk, status.name, inbox_slips(flow->inbox[i]));
}

static enum rc make_inboxes(struct flow *flow, struct err *err)
{
    for (unsigned i = 0; i < flow->room.source_count; i++) {
        struct mailbag_hand hand = {flow->room.in_hand, INBOX_SLOT + i};

        TRY(inbox_new(flow->desk, flow->room.source[i], hand, clerk_slips(flow->clerk), i,
                      &flow->inbox[i], err));
        add_inbox(flow, i);
    }
    return RC_OK;
}

static enum rc send_knocks(struct desk *desk, struct post_sink *sink, int stop_fd,
                           unsigned *handled, struct err *err)
{
    (void)sink;
    return knocks_due(desk, stop_fd, handled, err);
}

/* So that nobody else waits for another machine in order to know how the replica stands. What is
 * wrong with it is noted; the rest passes. */
static enum rc look_at_replica(struct desk *desk, struct post_sink *sink, int stop_fd,
                               unsigned *handled, struct err *err)
{
    enum { LIMIT_MS = 5000 };
    enum rc ignored = RC_OK;
    struct replica_state state;

    (void)sink;
    (void)err;
    *handled = 0;
    replica_look(desk->replica, LIMIT_MS, &state);
    if (state.how == REPLICA_CURRENT)
        ignored = replica_prove_daily(desk->replica, stop_fd, NULL);
    (void)ignored;
    return RC_OK;
}

static enum rc make_posters(struct flow *flow, struct err *err)
{
    const struct {
        bool wanted;
        const char *name;
        poster_fn *send;
        struct post_sink *sink;
    } kinds[POSTERS] = {{flow->room.forum, "forum", forum_send_due, flow->room.forum},
                        {flow->desk->config->notices.on, "notices", send_knocks, NULL},
                        {flow->desk->replica, "replica", look_at_replica, NULL}};

    for (unsigned i = 0; i < POSTERS; i++)
        if (kinds[i].wanted)
            TRY(poster_new(flow->desk, kinds[i].name, kinds[i].send, kinds[i].sink, flow->stop[0],
                           &flow->poster[i], err));
    return RC_OK;
}

static enum rc make_threads(struct flow *flow, struct err *err)
{
    struct mailbag_hand hand = {flow->room.in_hand, CLERK_SLOT};

    TRY(clerk_new(flow->desk, hand, flow->stop[0], &flow->clerk, err));
    TRY(carrier_new(flow->desk, flow->room.composers, NULL, clerk_slips(flow->clerk),
                    &flow->composer, err));
    TRY(carrier_new(flow->desk, NULL, flow->room.sink, clerk_slips(flow->clerk), &flow->sender,
                    err));
    clerk_set_carriers(flow->clerk, carrier_slips(flow->composer), carrier_slips(flow->sender));
    TRY(make_posters(flow, err));
    return make_inboxes(flow, err);
}

static enum rc start_threads(struct flow *flow, struct err *err)
{
    TRY(carrier_start(flow->composer, err));
    TRY(carrier_start(flow->sender, err));
    TRY(clerk_start(flow->clerk, err));
    for (unsigned i = 0; i < POSTERS; i++)
        TRY(poster_start(flow->poster[i], err));
    for (unsigned i = 0; i < flow->room.source_count; i++)
        TRY(inbox_start(flow->inbox[i], err));
    return RC_OK;
}

enum rc flow_start(struct flow *flow, struct err *err)
{
    sigset_t all, before;
    enum rc rc = mailroom_recall(flow->desk, &flow->room, err);

    THEN(rc, make_threads(flow, err));
    TRY(rc);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    rc = start_threads(flow, err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

long long flow_still_s(struct flow *flow)
{
    return clerk_still_s(flow->clerk);
}

/* Those who hand over end before those who take. */
static void stop_threads(struct flow *flow)
{
    ssize_t ignored = flow->stop[1] < 0 ? 0 : write(flow->stop[1], "", 1);

    (void)ignored; /* a full pipe is readable too */
    for (unsigned i = 0; i < MAILROOM_SOURCES; i++)
        inbox_stop(flow->inbox[i]);
    clerk_stop(flow->clerk);
    carrier_stop(flow->composer);
    carrier_stop(flow->sender);
    for (unsigned i = 0; i < POSTERS; i++)
        poster_stop(flow->poster[i]);
}

void flow_close(struct flow *flow)
{
    if (!flow)
        return;
    stop_threads(flow);
    for (unsigned i = 0; i < MAILROOM_SOURCES; i++)
        inbox_free(flow->inbox[i]);
    carrier_free(flow->composer);
    carrier_free(flow->sender);
    for (unsigned i = 0; i < POSTERS; i++)
        poster_free(flow->poster[i]);
    clerk_free(flow->clerk);
    mailroom_close(&flow->room);
    desk_close(flow->desk);
    for (unsigned i = 0; i < 2; i++)
        if (flow->stop[i] >= 0)
            close(flow->stop[i]);
    free(flow);
}

/* ---- without threads ---- */

enum { ONCE_WAIT_MS = 5000 }; /* for the replica to hold what is there */

static int64_t settled(struct flow *flow)
{
    int64_t read_s = mailroom_settled(&flow->room), held_s;
    struct replica_state state;

    replica_look(flow->desk->replica, ONCE_WAIT_MS, &state);
    held_s = replica_health_settled(&state);
    return held_s < read_s ? held_s : read_s;
}

enum rc flow_once(struct flow *flow, struct err *err)
{
    struct upkeep upkeep = {0};
    unsigned again;
    enum rc rc = mailroom_recall(flow->desk, &flow->room, err), part;

    THEN(rc, upkeep_start(&upkeep, flow->desk, err));
    TRY(rc);
    /* An inbox that is away keeps no letter from going out. */
    rc = again_look(flow->desk, flow->stop[0], &again, err);
    THEN(rc, mailroom_take_in(flow->desk, &flow->room, err));
    part = upkeep_run(&upkeep, flow->desk, settled(flow), rc == RC_OK ? err : NULL);
    rc = rc == RC_OK ? part : rc;
    part = mailroom_send(flow->desk, &flow->room, rc == RC_OK ? err : NULL);
    return rc == RC_OK ? part : rc;
}
