/* SPDX-License-Identifier: MIT */
/* The thread that owns the ledger: it takes in bags, closes deadlines and hands out what is due.
 * It waits for no other thread. */
#include "daemon/daemon.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/child.h"
#include "outbound/delivery.h"
#include "schedule/schedule.h"

enum {
    ROUND_MS = 1000, /* other programs queue letters too, and nobody tells of it */
    AGAIN_MS = 1000, /* before the next try with a ledger that is in the way */
    SLIPS_ROOM = 32  /* bags of all inboxes wait in line; more would only need memory */
};

struct clerk {
    struct desk *desk;
    struct mailbag_hand hand;
    int stop_fd;
    struct slips *own, *composer, *sender;
    unsigned inboxes;
    struct slips *back[CLERK_INBOXES];
    int64_t settled_s[CLERK_INBOXES];
    bool started;
    pthread_t thread;
    atomic_llong beat_s; /* of the steady clock: the thread was last seen at work */

    /* the thread's alone */
    bool stopping;
    struct delivery_batch *batch[CARRIER_BATCHES]; /* on their way; NULL = free place */
    int64_t hold_s;                                /* nothing is handed out before */
    int64_t round_s;                               /* of the last round */
    int64_t asked_s;                               /* when inboxes were last asked to look */
    bool begun;                                    /* upkeep has */
    struct upkeep upkeep;
    struct fault letters_in, letters_out, by_clock;
};

enum rc clerk_new(struct desk *desk, struct mailbag_hand hand, int stop_fd, struct clerk **clerk,
                  struct err *err)
{
    OWN_AT(clerk) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a thread");
    made->desk = desk;
    made->hand = hand;
    made->stop_fd = stop_fd;
    TRY(slips_new(SLIPS_ROOM, &made->own, err));
    *clerk = made;
    made = NULL;
    return RC_OK;
}

void clerk_free(struct clerk *clerk)
{
    if (clerk)
        slips_free(clerk->own);
    free(clerk);
}

struct slips *clerk_slips(struct clerk *clerk)
{
    return clerk->own;
}

void clerk_add_inbox(struct clerk *clerk, const char *name, struct slips *back)
{
    struct health_running *running = &clerk->upkeep.running;
    struct health_inbox *inbox = &running->inbox[running->inbox_count++];

    text_copy(inbox->name, sizeof inbox->name, name);
    clerk->settled_s[clerk->inboxes] = inbox->settled_s = INT64_MIN;
    clerk->back[clerk->inboxes++] = back;
}

void clerk_set_carriers(struct clerk *clerk, struct slips *composer, struct slips *sender)
{
    clerk->composer = composer;
    clerk->sender = sender;
}

static void note(struct clerk *clerk, struct fault *fault, const char *event, enum rc rc,
                 const struct err *err)
{
    fault_note(fault, &clerk->desk->log, event, NULL, rc, err, desk_now(clerk->desk));
}

/* ---- letters in ---- */

static void beat(struct clerk *clerk)
{
    atomic_store(&clerk->beat_s, steady_ms() / 1000);
}

long long clerk_still_s(struct clerk *clerk)
{
    return clerk->started ? steady_ms() / 1000 - atomic_load(&clerk->beat_s) : 0;
}

static void round_if_due(struct clerk *clerk);

/* In the order in which they came: a ledger that is in the way is waited for. */
static void take_in(struct clerk *clerk, const struct slip *slip)
{
    enum rc rc = RC_OK;

    do {
        struct err err = {0};

        beat(clerk);
        if (rc != RC_OK) /* what was waited for may have to move deadlines first */
            round_if_due(clerk);
        rc = mailbag_take_in(clerk->desk, &clerk->hand, slip->load, &err);
        note(clerk, &clerk->letters_in, "ledger", rc, &err);
    } while (rc != RC_OK && !fd_is_readable(clerk->stop_fd, AGAIN_MS));
    slips_put(clerk->back[slip->from], slip);
}

static int64_t settled(const struct clerk *clerk)
{
    struct replica_state state;
    int64_t all;

    replica_seen(clerk->desk->replica, &state);
    all = replica_health_settled(&state);
    for (unsigned i = 0; i < clerk->inboxes; i++)
        all = clerk->settled_s[i] < all ? clerk->settled_s[i] : all;
    return all;
}

/* ---- letters out ---- */

static void drop_batch(struct clerk *clerk, const struct delivery_batch *batch)
{
    for (unsigned i = 0; i < CARRIER_BATCHES; i++)
        if (clerk->batch[i] == batch) {
            delivery_free(clerk->batch[i]);
            clerk->batch[i] = NULL;
        }
}

static void hold_until(struct clerk *clerk, int64_t at_s)
{
    int64_t next_s = desk_now(clerk->desk) + 1;

    clerk->hold_s = at_s > next_s ? at_s : next_s;
}

/* Composed: kept, and on to the transport. */
static void send_on(struct clerk *clerk, const struct slip *slip)
{
    struct err err = {0};
    enum rc rc = delivery_keep(clerk->desk, slip->load, &err);

    note(clerk, &clerk->letters_out, "ledger", rc, &err);
    if (rc == RC_OK) {
        slips_put(clerk->sender, slip);
        return;
    }
    drop_batch(clerk, slip->load);
    hold_until(clerk, 0);
}

static void note_sent(struct clerk *clerk, const struct slip *slip)
{
    struct err err = {0};
    enum rc rc = delivery_note(clerk->desk, slip->load, &err);

    note(clerk, &clerk->letters_out, "ledger", rc, &err);
    if (slip->rc != RC_OK || rc != RC_OK)
        hold_until(clerk, slip->number);
    drop_batch(clerk, slip->load);
}

static void hand_out(struct clerk *clerk)
{
    if (!clerk->composer)
        return;
    for (unsigned i = 0; i < CARRIER_BATCHES && desk_now(clerk->desk) >= clerk->hold_s; i++) {
        struct delivery_batch *batch;
        struct err err = {0};
        enum rc rc;

        if (clerk->batch[i])
            continue;
        rc = delivery_gather(clerk->desk, clerk->batch, CARRIER_BATCHES, &batch, &err);
        note(clerk, &clerk->letters_out, "ledger", rc, &err);
        if (rc != RC_OK)
            hold_until(clerk, 0);
        if (rc != RC_OK || !batch)
            return;
        clerk->batch[i] = batch;
        slips_put(clerk->composer, &(struct slip){.kind = SLIP_BATCH, .load = batch});
    }
}

static bool is_sending(const struct clerk *clerk)
{
    for (unsigned i = 0; i < CARRIER_BATCHES; i++)
        if (clerk->batch[i])
            return true;
    return false;
}

/* ---- by the clock ---- */

/* A deadline that has passed waits for all inboxes: they are asked to look. */
static void ask_inboxes(struct clerk *clerk, int64_t now_s)
{
    int64_t next_s;

    if (now_s <= clerk->asked_s + POST_MARGIN_S ||
        timers_next(clerk->desk, &next_s, NULL) != RC_OK || next_s >= now_s - POST_MARGIN_S ||
        settled(clerk) > next_s)
        return;
    clerk->asked_s = now_s;
    for (unsigned i = 0; i < clerk->inboxes; i++)
        slips_hint(clerk->back[i], &(struct slip){.kind = SLIP_LOOK});
}

static void run_upkeep(struct clerk *clerk, int64_t now_s)
{
    struct err err = {0};
    enum rc rc = RC_OK;

    if (!clerk->begun)
        rc = upkeep_start(&clerk->upkeep, clerk->desk, &err);
    clerk->begun = rc == RC_OK;
    THEN(rc, upkeep_run(&clerk->upkeep, clerk->desk, settled(clerk), &err));
    note(clerk, &clerk->by_clock, "deadlines", rc, &err);
    ask_inboxes(clerk, now_s);
}

/* ---- the thread ---- */

static void handle(struct clerk *clerk, const struct slip *slip)
{
    switch (slip->kind) {
    case SLIP_STOP:
        clerk->stopping = true;
        break;
    case SLIP_LETTERS:
        take_in(clerk, slip);
        break;
    case SLIP_SETTLED:
        clerk->settled_s[slip->from] = slip->number;
        clerk->upkeep.running.inbox[slip->from].settled_s = slip->number;
        break;
    case SLIP_BATCH:
        send_on(clerk, slip);
        break;
    case SLIP_SENT:
        note_sent(clerk, slip);
        break;
    default:
        break;
    }
}

/* Once a second, however much comes in. */
static void round_if_due(struct clerk *clerk)
{
    int64_t now_s = desk_now(clerk->desk);

    if (now_s == clerk->round_s)
        return;
    clerk->round_s = now_s;
    run_upkeep(clerk, now_s);
}

static void *run(void *user)
{
    struct clerk *clerk = user;
    struct slip slip;

    while (!clerk->stopping || is_sending(clerk)) {
        beat(clerk);
        if (!clerk->stopping) {
            round_if_due(clerk);
            hand_out(clerk);
        }
        if (slips_take(clerk->own, ROUND_MS, &slip))
            handle(clerk, &slip);
    }
    return NULL;
}

enum rc clerk_start(struct clerk *clerk, struct err *err)
{
    beat(clerk);
    clerk->started = pthread_create(&clerk->thread, NULL, run, clerk) == 0;
    if (clerk->started)
        pthread_setname_np(clerk->thread, "clerk");
    return clerk->started ? RC_OK : ERR(err, RC_NO_MEMORY, "no thread for the ledger");
}

void clerk_stop(struct clerk *clerk)
{
    if (!clerk || !clerk->started)
        return;
    slips_put(clerk->own, &(struct slip){.kind = SLIP_STOP});
    pthread_join(clerk->thread, NULL);
    clerk->started = false;
}
