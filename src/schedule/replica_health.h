/* SPDX-License-Identifier: MIT */
/* The second host, as the daemon's round sees it: who is told when the replica is away, and how far
 * deadlines may close. Source: design, section 11, P4. */
#pragma once

#include "server/desk.h"
#include "server/replica.h"

enum { REPLICA_TELL_S = 300 }; /* away so long is worth a letter to the administrator */

/* Log what changed and tell the administrator, once, and once when it is well again. Looks at no
 * other machine.
 * in     now: how the replica was last seen (replica_seen) */
enum rc replica_health_note(struct desk *desk, const struct replica_state *now, struct err *err);
/* No deadline after this closes: what was decided could not be told. INT64_MAX = any may */
int64_t replica_health_settled(const struct replica_state *now);
