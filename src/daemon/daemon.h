/* SPDX-License-Identifier: MIT */
/* What runs in posternd: its threads, what passes between them, and what stands. */
#pragma once

#include "base/base.h"
#include "inbound/mailbag.h"
#include "outbound/delivery.h"
#include "post/post.h"
#include "schedule/health.h"
#include "schedule/mailroom.h"
#include "schedule/schedule.h"
#include "server/desk.h"
#include "server/log.h"

/* ---- fault.c: A fault that stands is told when it begins, when it becomes another, once an hour,
 * and when it is over: not each round. */

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

/* ---- slips.c: Hand-over between threads: a bounded queue of small values. What a slip carries
 * belongs to whoever holds the slip. This is all that threads of the daemon share. Source: design,
 * section 4 (the daemon). */

enum slip_kind {
    SLIP_STOP,    /* finish what is in hand and end */
    SLIP_LOOK,    /* to an inbox: list now, a deadline waits for it */
    SLIP_LETTERS, /* a struct mailbag: to the ledger filled, back to its inbox taken in */
    SLIP_SETTLED, /* from an inbox: all that came before `number` (UTC seconds) is done */
    SLIP_BATCH,   /* a struct delivery_batch on its way */
    SLIP_SENT,    /* the same from the transport; rc: how that fared, number: no try before */
    SLIP_KIND_COUNT
};

struct slip {
    enum slip_kind kind;
    unsigned from; /* number of the inbox */
    void *load;    /* see the kinds; NULL = nothing */
    int64_t number;
    enum rc rc;
};

struct slips;

/* in     room: slips that may wait, 1 to 64 */
enum rc slips_new(unsigned room, struct slips **slips, struct err *err);
/* NULL allowed. No thread may use it any more; loads that wait are not freed. */
void slips_free(struct slips *slips);

/* Put a slip in line, waiting while there is no room. */
void slips_put(struct slips *slips, const struct slip *slip);
/* Put a hint in line, unless something waits there already. */
void slips_hint(struct slips *slips, const struct slip *slip);
/* Take the first, waiting for one at most so long (−1 = for ever). */
bool slips_take(struct slips *slips, int timeout_ms, struct slip *slip);
/* Readable while slips wait, for poll(2). */
int slips_fd(const struct slips *slips);

/* ---- carrier.c: A thread that takes batches of letters out, does one step with each, and gives
 * them to the ledger's thread: one composes (with workers), one hands over to the transport. */

enum { CARRIER_BATCHES = 2 /* on their way at a time: one is composed, one is sent */ };

struct carrier;

/* in     publisher: composes; NULL = send through the sink; either is the thread's alone while it
 *        runs; desk: only its clock and log are used */
enum rc carrier_new(const struct desk *desk, struct composers *composers, struct post_sink *sink,
                    struct slips *ledger, struct carrier **carrier, struct err *err);
/* Where batches go; never full. */
struct slips *carrier_slips(struct carrier *carrier);
enum rc carrier_start(struct carrier *carrier, struct err *err);
/* Wait for its end; all batches must be back. */
void carrier_stop(struct carrier *carrier);
void carrier_free(struct carrier *carrier);
OWN_FREED(carrier)

/* ---- flow.c: A running server: one thread for each inbox, one that owns the ledger, one that
 * composes with its workers, one that sends. They share nothing but the queues between them
 * (slips).
 *
 *     inbox ──bags──▶ clerk ──batches──▶ composer ──▶ clerk ──▶ sender ──▶ clerk
 *       ◀─────bags─────┘
 *
 * Source: design, section 4 (the daemon). */

struct flow;

/* Open what a configuration names; nothing runs yet, and another flow may still run.
 * in     config: borrowed for the flow's whole life */
enum rc flow_open(const struct config *config, const struct desk_world *world,
                  const struct log *log, struct flow **flow, struct err *err);
/* Start the threads, with all signals blocked in them. */
enum rc flow_start(struct flow *flow, struct err *err);
/* For how long, in seconds, the thread that owns the ledger was not seen at work. */
long long flow_still_s(struct flow *flow);
/* Do in this thread what there is to do now, then return: instead of flow_start. */
enum rc flow_once(struct flow *flow, struct err *err);
/* Finish what is in hand, end the threads, close everything. Network calls are broken off. NULL
 * allowed. */
void flow_close(struct flow *flow);
OWN_CLOSED(flow)

/* ---- clerk.c: The thread that owns the ledger: takes bags of letters in, closes deadlines, hands
 * out what is due to be sent and notes what became of it. */

enum { CLERK_INBOXES = 16 };

struct clerk;

/* in     desk: the thread's alone while it runs; hand: its own slot;
 *        stop_fd: readable = do not wait for a ledger that is in the way */
enum rc clerk_new(struct desk *desk, struct mailbag_hand hand, int stop_fd, struct clerk **clerk,
                  struct err *err);
/* Where inboxes and carriers put their slips. */
struct slips *clerk_slips(struct clerk *clerk);
/* An inbox that will hand in bags, and where it gets them back; before the start. Its number is
 * how many there were. */
void clerk_add_inbox(struct clerk *clerk, const char *name, struct slips *back);
/* Without them letters out wait. */
void clerk_set_carriers(struct clerk *clerk, struct slips *composer, struct slips *sender);
enum rc clerk_start(struct clerk *clerk, struct err *err);
/* Let it end once all batches are back; the inboxes must have ended, the carriers must still run.
 */
void clerk_stop(struct clerk *clerk);
void clerk_free(struct clerk *clerk);
OWN_FREED(clerk)

/* For how long, in seconds, its thread was not seen at work; 0 where it does not run. */
long long clerk_still_s(struct clerk *clerk);

/* ---- inbox.c: The thread of one inbox: lists, fetches and reads letters, hands them to the
 * ledger's thread in bags, and moves away what that one says is durable. An inbox that hangs holds
 * up no other. */

struct inbox;

enum { INBOX_BAGS = 3 /* on their way at a time: one fills, one waits, one is taken in */ };

/* in     desk: whose configuration, world, log and library the thread's own desk takes over;
 *        source: used by the thread alone while it runs; hand: its own slot; ledger: where its
 *        slips go; number: what they are from */
enum rc inbox_new(const struct desk *desk, struct post_source *source, struct mailbag_hand hand,
                  struct slips *ledger, unsigned number, struct inbox **inbox, struct err *err);
/* Where the ledger's thread answers; never full. */
struct slips *inbox_slips(struct inbox *inbox);
enum rc inbox_start(struct inbox *inbox, struct err *err);
/* Let it end once its bags are back, and wait for that. The ledger's thread must still run. */
void inbox_stop(struct inbox *inbox);
void inbox_free(struct inbox *inbox);
OWN_FREED(inbox)

/* ---- poster.c: A thread that sends what goes by another way than mail, posts or notices, with a
 * desk of its own: a server that hangs, or asks for time, holds up no letter. */

struct poster;

/* What is due; *handled: how many were tried. */
typedef enum rc poster_fn(struct desk *desk, struct post_sink *sink, int stop_fd, unsigned *handled,
                          struct err *err);
/* in     desk: whose configuration, world, log and library the thread's own desk takes over;
 *        name: in the log, static; sink: used by the thread alone while it runs, NULL = none;
 *        stop_fd: readable = end */
enum rc poster_new(const struct desk *desk, const char *name, poster_fn *send,
                   struct post_sink *sink, int stop_fd, struct poster **poster, struct err *err);
/* NULL allowed, as below. */
enum rc poster_start(struct poster *poster, struct err *err);
/* Wait for its end, once stop_fd is readable. */
void poster_stop(struct poster *poster);
void poster_free(struct poster *poster);
OWN_FREED(poster)

/* ---- upkeep.c: What a server does by the clock beside letters: deadlines and reminders, deadlines
 * moved by an outage, the mark of how far everything is read, letters that were kept long enough.
 * For the thread that owns the ledger. Source: design, section 8; mail-conventions I15. */

struct upkeep {
    int64_t seen_s;    /* all that came before was read, or its outage made up for */
    int64_t written_s; /* of that, what stands in the ledger */
    int64_t care_s;    /* when old letters are looked for next */
    struct retention old;
    int64_t health_s;              /* when the file for monitors is written next */
    struct health_running running; /* its inboxes are the caller's to fill in */
};

/* Make up for the time since the last run. */
enum rc upkeep_start(struct upkeep *upkeep, struct desk *desk, struct err *err);
/* Do what is due.
 * in     settled_s: every letter that arrived before was taken in; INT64_MIN = not known yet */
enum rc upkeep_run(struct upkeep *upkeep, struct desk *desk, int64_t settled_s, struct err *err);
