/* SPDX-License-Identifier: MIT */
/* A frozen game goes on. A game freezes when a later head of it was signed than the ledger holds.
 * Source: design, section 4 ("Signing"), 5.6. */
#pragma once

#include "server/desk.h"

/* Let a frozen game go on, if the ledger holds the head that was signed last; its deadlines move
 * by the time it stood. A change of its own.
 * fails  RC_CONFLICT: the ledger does not hold it, and how to go on; or the game is not frozen */
enum rc thaw_game(struct desk *desk, int64_t game, int64_t last_n, struct err *err);

/* Is a frozen game so because its marks were lost with a disk? out  *lost: false when it is not
 * frozen */
enum rc thaw_marks_lost(struct desk *desk, int64_t game, bool *lost, struct err *err);
