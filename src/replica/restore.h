/* SPDX-License-Identifier: MIT */
/* A ledger made from the copy that the engine keeps, by the engine's own program. Opens no ledger.
 * Source: design, section 11, P4. */
#pragma once

#include "base/base.h"

struct engine_restore {
    const char *program; /* "litestream", or a path */
    const char *config;  /* the engine's configuration; NULL where `from` is a URL */
    const char *from;    /* the ledger's path, as the configuration has it; or the copy's URL */
    const char *to;      /* what is there is removed first */
    int limit_s;
    int stop_fd; /* readable = end it; -1 = none */
};

/* Make the newest state, its pages looked through. Nothing is left behind by a failure.
 * fails  RC_BAD_INPUT: the program says why it cannot; RC_LATER: the time was over;
 *        RC_STOPPED: see stop_fd; RC_IO: it cannot be started */
enum rc engine_restore(const struct engine_restore *restore, struct err *err);
/* Remove a ledger made so, with all that was made beside it. */
void engine_drop(const char *path);
