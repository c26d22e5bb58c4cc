/* SPDX-License-Identifier: MIT */
/* Says what was taken back in a game. */
#include "play/taken_back.h"

#include "ledger/facts.h"

enum rc taken_back_get(struct ledger *ledger, int64_t game, struct taken_back *found,
                       struct err *err)
{
    struct ledger_rows rows = ledger_entry_undos(ledger, game, err);
    struct ledger_entry row;

    *found = (struct taken_back){false, false};
    while (ledger_next(&rows, &row))
        if (strstr(row.text, " keeper undo "))
            found->by_keeper = true;
        else if (row.seat == 0)
            found->by_table = true;
    return ledger_end(&rows);
}
