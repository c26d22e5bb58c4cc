/* SPDX-License-Identifier: MIT */
/* One posternd for one server: a lock on a file beside the ledger, gone with the process however
 * it ends. */
#ifndef POSTERN_SERVER_LOCK_H
#define POSTERN_SERVER_LOCK_H

#include "base/err.h"

/* Take the lock and write our process number into the file.
 * out    *fd: keep it open
 * fails  RC_BUSY: another posternd runs, with its number */
enum rc lock_take(const char *path, int *fd, struct err *err) MUST_CHECK;

#endif
