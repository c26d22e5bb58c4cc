/* SPDX-License-Identifier: MIT */
/* Freezes a game when a player answers an entry that the ledger does not hold. */
#include "outbound/ahead.h"

#include "outbound/notice.h"
#include "ledger/work.h"
#include "play/signing.h"

enum rc ahead_freeze(struct desk *desk, int64_t game, int64_t entry, int64_t held, struct err *err)
{
    char number[TEXT_INT_BYTES], seen[TEXT_INT_BYTES];
    struct notice notice = {.key = "keeper.game-ahead",
                            .subject = "frozen",
                            .arg = {{"game", text_of_int(number, game)},
                                    {"entry", text_of_int(seen, entry)},
                                    {"held", TEXT_INT(held)}},
                            .count = 3};
    bool frozen = false;

    TRY(ledger_is_frozen(desk->ledger, game, &frozen, err));
    if (frozen)
        return RC_OK;
    LOG(&desk->log, LOG_ERROR, "game-frozen", "game", number, "entry", seen, "reason",
        "a player's letter answers an entry that the ledger does not hold; " SIGNING_HOW_TO_GO_ON);
    TRY(ledger_freeze(desk->ledger, game, desk_now(desk), "token-ahead", err));
    return notice_keeper(desk, &notice, err);
}
