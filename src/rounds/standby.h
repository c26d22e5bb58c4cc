/* SPDX-License-Identifier: MIT */
/* The second host, as the daemon's round sees it: who is told when the replica is away, and how far
 * deadlines may close. Source: design, section 11, P4. */
#ifndef POSTERN_ROUNDS_STANDBY_H
#define POSTERN_ROUNDS_STANDBY_H

#include "server/desk.h"
#include "server/follower.h"

enum { STANDBY_TELL_S = 300 }; /* away so long is worth a letter to the administrator */

/* Log what changed and tell the administrator, once, and once when it is well again. Looks at no
 * other machine.
 * in     now: how the follower was last seen (follower_seen) */
enum rc standby_note(struct desk *desk, const struct follower_state *now,
                     struct err *err) MUST_CHECK;
/* No deadline after this closes: what was decided could not be told. INT64_MAX = any may */
int64_t standby_settled(const struct follower_state *now);

#endif
