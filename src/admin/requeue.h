/* SPDX-License-Identifier: MIT */
/* A letter out that its recipient's server refused, or that was given up: queued once more, to
 * where its player is reached now. Source: design, section 4 (outbox). */
#pragma once

#include "server/desk.h"

/* Queue a copy of letter out `out`, with a number and a Message-ID of its own; inside a change.
 * fails  RC_NOT_FOUND: there is no such letter, or nobody to get it; RC_CONFLICT: it was sent, or
 *        still waits; what is for the forum */
enum rc requeue_letter(struct desk *desk, int64_t out, int64_t *queued, struct err *err);

/* The newest letters that did not arrive, `most` at most; both borrowed for the call. */
struct ledger_out;
struct ledger_delivery;
typedef enum rc (*requeue_fn)(void *user, const struct ledger_out *out,
                              const struct ledger_delivery *delivery, struct err *err);
enum rc requeue_list(struct desk *desk, int most, requeue_fn fn, void *user, struct err *err);
