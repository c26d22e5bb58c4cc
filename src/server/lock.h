/* SPDX-License-Identifier: MIT */
/* One posternd for one server: a lock on a file beside the ledger, gone with the process however
 * it ends. */
#pragma once

#include "base/base.h"

/* Take the lock and write our process number into the file.
 * out    *fd: keep it open
 * fails  RC_BUSY: another posternd runs, with its number */
enum rc lock_take(const char *path, int *fd, struct err *err);

/* Does a posternd run? */
struct lock_state {
    bool held;
    char holder[24]; /* the process that holds it, or that held it last and did not end of itself
                        after a single round; "" = none */
};
void lock_look(const char *path, struct lock_state *state);
/* After a single round, which nobody expects to go on: no process is named. */
void lock_leave(int fd);
