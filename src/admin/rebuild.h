/* SPDX-License-Identifier: MIT */
/* Derived rows made again from the log, and everything checked against it.
 * Source: design, section 4 (facts, derived, work). */
#pragma once

#include "ledger/care.h"
#include "server/desk.h"

/* Empty the derived tables and fill them again, in one change. */
enum rc rebuild_all(struct desk *desk, struct err *err);

/* Look at everything: the file, every chain and seal, replays, marks. `problem` is called for
 * each finding; RC_OK means that it looked. */
enum rc rebuild_check(struct desk *desk, ledger_problem_fn problem, void *user, struct err *err);
enum { REBUILD_GLANCE = 500 };
/* The same of REBUILD_GLANCE games, those that went on last, with all keys and marks: quick however
 * large the ledger is. */
enum rc rebuild_glance(struct desk *desk, ledger_problem_fn problem, void *user, struct err *err);
/* rebuild_check as far as it goes without keys: the file and its chains, no seal, no replay. */
enum rc rebuild_check_keyless(struct ledger *ledger, ledger_problem_fn problem, void *user,
                              struct err *err);
