/* SPDX-License-Identifier: MIT */
#include "play/taken_back.h"

#include <string.h>

#include "ledger/facts.h"

static enum rc look_for_undo(void *user, const struct ledger_entry *entry, struct err *err)
{
    struct taken_back *found = user;

    (void)err;
    if (strstr(entry->text, " keeper undo "))
        found->by_keeper = true;
    else if (entry->seat == 0)
        found->by_table = true;
    return RC_OK;
}

enum rc taken_back_get(struct ledger *ledger, int64_t game, struct taken_back *found,
                       struct err *err)
{
    *found = (struct taken_back){false, false};
    return ledger_entry_undos(ledger, game, look_for_undo, found, err);
}
