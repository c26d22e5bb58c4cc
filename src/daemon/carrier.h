/* SPDX-License-Identifier: MIT */
/* A thread that takes batches of letters out, does one step with each, and gives them to the
 * ledger's thread: one composes (with workers), one hands over to the transport. */
#pragma once

#include "daemon/slips.h"
#include "outbound/delivery.h"

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
