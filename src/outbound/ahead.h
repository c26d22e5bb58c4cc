/* SPDX-License-Identifier: MIT */
/* A player answers an entry that the ledger does not hold: an older ledger was put back, or a
 * replica that was too old. His game must not go on by itself. Source: design, section 11, P4 and
 * P5. */
#pragma once

#include "server/desk.h"

/* Freeze the game, log it, and tell the administrator, once; nothing is done where it is frozen
 * already. Within the caller's change.
 * in     entry: what he saw; held: the newest that the ledger holds */
enum rc ahead_freeze(struct desk *desk, int64_t game, int64_t entry, int64_t held, struct err *err);
