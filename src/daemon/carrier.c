/* SPDX-License-Identifier: MIT */
/* A thread that does one step with each batch of letters out: it composes them, or it sends
 * them. The steps are in outbound/delivery.c. */
#include "daemon/daemon.h"

#include <pthread.h>

struct carrier {
    const struct desk *desk;
    struct composers *composers;
    struct post_sink *sink;
    struct slips *ledger, *own;
    bool started;
    pthread_t thread;
    struct fault fault; /* the thread's alone */
};

enum rc carrier_new(const struct desk *desk, struct composers *composers, struct post_sink *sink,
                    struct slips *ledger, struct carrier **carrier, struct err *err)
{
    OWN_AT(carrier) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for letters");
    *made = (struct carrier){.desk = desk, .composers = composers, .sink = sink, .ledger = ledger};
    TRY(slips_new(CARRIER_BATCHES + 1, &made->own, err));
    *carrier = made;
    made = NULL;
    return RC_OK;
}

void carrier_free(struct carrier *carrier)
{
    if (carrier)
        slips_free(carrier->own);
    free(carrier);
}

struct slips *carrier_slips(struct carrier *carrier)
{
    return carrier->own;
}

static void hand_over(struct carrier *carrier, struct slip *slip)
{
    struct post_status status;
    struct err err = {0};

    slip->rc = delivery_send(carrier->desk, slip->load, carrier->sink, &err);
    post_sink_status(carrier->sink, &status);
    slip->kind = SLIP_SENT;
    slip->number = status.retry_at_s;
    fault_note(&carrier->fault, &carrier->desk->log, "outbox", status.name, slip->rc, &err,
               desk_now(carrier->desk));
}

static void *run(void *user)
{
    struct carrier *carrier = user;
    struct slip slip;

    while (slips_take(carrier->own, -1, &slip) && slip.kind != SLIP_STOP) {
        if (carrier->composers)
            delivery_compose(carrier->composers, slip.load);
        else
            hand_over(carrier, &slip);
        slips_put(carrier->ledger, &slip);
    }
    return NULL;
}

enum rc carrier_start(struct carrier *carrier, struct err *err)
{
    carrier->started = pthread_create(&carrier->thread, NULL, run, carrier) == 0;
    if (carrier->started)
        pthread_setname_np(carrier->thread, carrier->composers ? "composer" : "sender");
    return carrier->started ? RC_OK : ERR(err, RC_NO_MEMORY, "no thread for letters out");
}

void carrier_stop(struct carrier *carrier)
{
    if (!carrier || !carrier->started)
        return;
    slips_put(carrier->own, &(struct slip){.kind = SLIP_STOP});
    pthread_join(carrier->thread, NULL);
    carrier->started = false;
}
