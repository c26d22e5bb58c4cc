/* SPDX-License-Identifier: MIT */
/* What the server signs of a game: heads and receipts.
 *
 * A head is signed only after its commit, and after its mark is on disk: so a crash or a restored
 * backup can never give two signed heads for one entry. Source: design, 4 ("Signing"), 5.6, 7. */
#pragma once

#include "play/position.h"
#include "seal/footer.h"
#include "seal/receipt.h"

/* May heads of this game be signed at all? Outside a change.
 * fails  RC_FROZEN: it is frozen, or another head was signed before; RC_NOT_FOUND: no such game */
enum rc signing_check(struct desk *desk, int64_t game, struct err *err);
/* Sign the head of a position that is committed.
 * fails  RC_FROZEN: a later or another head was signed before; the game is frozen now */
enum rc signing_head(struct desk *desk, const struct position *position, struct footer *footer,
                     struct err *err);
/* Append a signed receipt; the head in it was signed by signing_head before. */
enum rc signing_receipt(struct desk *desk, const struct position *position,
                        const struct receipt *receipt, struct buf *out, struct err *err);

/* How a game goes on whose later head was signed: from the ledger that holds it, or not at all. */
#define SIGNING_HOW_TO_GO_ON                                                                       \
    "put back the newer ledger that holds it, then `postern game thaw`; or get what is lost back " \
    "from its players' letters: `postern game recover`; what nobody has is declared lost with "    \
    "`postern game lost`"
