/* SPDX-License-Identifier: MIT */
/* What a game's log opened by itself, read before it is replayed: opening a box again would tell
 * the same, only slower. */
#pragma once

#include "play/known.h"
#include "server/desk.h"

/* Read the entries of a game.
 * out    texts: appended, each with its NUL, from entry 0 on; "" for each that is declared lost;
 *        *opened: payloads of the game's seals by name, known from entry 0 on; no name where an
 *        undo lets names come again. Ended with known_free
 * fails  RC_NO_MEMORY, RC_BAD_INPUT: an entry that opens cannot be read; the ledger's */
enum rc opened_read(struct desk *desk, int64_t game, struct buf *texts, struct known **opened,
                    struct err *err);
