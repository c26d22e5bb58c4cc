/* SPDX-License-Identifier: MIT */
/* A running server: one thread for each inbox, one that owns the ledger, one that composes with
 * its workers, one that sends. They share nothing but the queues between them (slips.h).
 *
 *     inbox ──bags──▶ clerk ──batches──▶ composer ──▶ clerk ──▶ sender ──▶ clerk
 *       ◀─────bags─────┘
 *
 * Source: design, section 4 (the daemon). */
#pragma once

#include "schedule/mailroom.h"

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
