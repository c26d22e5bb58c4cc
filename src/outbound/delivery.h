/* SPDX-License-Identifier: MIT */
/* From the outbox to the transport: compose on the first try, keep the bytes, send, note what
 * became of each recipient, try again with growing delay.
 *
 * A batch of letters goes gather (ledger) → compose (workers) → keep (ledger) → send (transport)
 * → note (ledger). Each step may be done by a thread of its own, one at a time: who owns the ledger
 * does gather, keep and note. Source: design, section 4 (outbox, the daemon); mail-conventions O4,
 * O12. */
#pragma once

#include "post/post.h"
#include "server/desk.h"

enum { DELIVERY_BATCH = 64 }; /* letters composed, kept and handed over together */

/* Who composes: workers with desks of their own, which live as long as this does. */
struct composers;
/* in     workers: threads that compose at a time, the caller's among them;
 *        stop_fd: readable = begin no further letter; −1 = none */
enum rc composers_new(const struct desk *desk, unsigned workers, int stop_fd,
                      struct composers **composers, struct err *err);
void composers_free(struct composers *composers);
OWN_FREED(composers)

/* Letters on their way. */
struct delivery_batch;

/* Look what is due, but for what is on its way in others (NULL = none), and where it goes.
 * out    *batch: NULL when nothing is due */
enum rc delivery_gather(struct desk *desk, struct delivery_batch *const *others,
                        unsigned other_count, struct delivery_batch **batch, struct err *err);
/* Compose what was never composed. What fails stays in the batch with its error. */
void delivery_compose(struct composers *composers, struct delivery_batch *batch);
/* Keep the composed bytes, in a change of its own. After a failure nothing may be sent. */
enum rc delivery_keep(struct desk *desk, struct delivery_batch *batch, struct err *err);
/* Hand over what the replica holds; of the desk only clock, configuration and replica are used.
 * fails  RC_LATER: the replica is away; temporary when the transport is down: what was handed over
 * has its fate all the same */
enum rc delivery_send(const struct desk *desk, struct delivery_batch *batch, struct post_sink *sink,
                      struct err *err);
/* Note what became of each letter, in a change of its own. */
enum rc delivery_note(struct desk *desk, struct delivery_batch *batch, struct err *err);
/* NULL allowed. */
void delivery_free(struct delivery_batch *batch);

/* All steps in turn: send what is due, at most DELIVERY_BATCH letters.
 * out    *handled: letters that were tried; 0 = nothing was due
 * fails  temporary when the transport is down: the letters wait */
enum rc delivery_due(struct desk *desk, struct composers *composers, struct post_sink *sink,
                     unsigned *handled, struct err *err);
