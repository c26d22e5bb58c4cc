/* SPDX-License-Identifier: MIT */
/* The engine that copies the ledger to a second host (Litestream 0.5.9 or newer), asked through its
 * control socket: is all that was committed until now in the copy? Its files are its own affair.
 * Source: design, section 11, P4; doc/replica.md has its answers. */
#pragma once

#include "base/base.h"

enum engine_how {
    ENGINE_HOLDS,  /* it says so */
    ENGINE_ABSENT, /* nobody answers at this socket */
    ENGINE_SHUT,   /* we may not ask there */
    ENGINE_SILENT, /* no answer within the limit */
    ENGINE_FAILS,  /* it cannot write its copy; the text says why */
    ENGINE_OTHER   /* it copies no such ledger, or answers for another one */
};

struct engine_wait {
    const char *socket, *ledger;
    int limit_ms;   /* the connection is closed then, whatever comes later; ≥ 2000 */
    int64_t number; /* out: the engine's own count of what it copied, > 0; only with ENGINE_HOLDS */
};

/* Ask for what was committed before this call, on a connection of its own, and wait for the answer.
 * out    why: a text, unless it holds */
enum engine_how engine_await(struct engine_wait *wait, struct err *why);
