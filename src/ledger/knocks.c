/* SPDX-License-Identifier: MIT */
/* Rows of notices that wait. */
#include "ledger/knocks.h"

#include "ledger/ledger_p.h"

FORM(knock_form, ledger_knock, COLUMN(ledger_knock, id), COLUMN(ledger_knock, player),
     COLUMN_OR(ledger_knock, out, 0), COLUMN(ledger_knock, due_s), COLUMN(ledger_knock, tries),
     COLUMN(ledger_knock, note));

ASK(run, ledger_knock_put, WITH(const struct ledger_knock *knock), NULL,
    "INSERT INTO knock (player, out, due_s, tries, note) VALUES (?, ?, ?, ?, ?)",
    VALUES(INT(knock->player), INT_OR_NULL(knock->out, 0), INT(knock->due_s), INT(knock->tries),
           TEXT(knock->note ? knock->note : "")));

ASK(rows, ledger_knocks_due, WITH(int64_t now_s, int64_t most), &knock_form,
    "SELECT id, player, out, due_s, tries, note FROM knock WHERE due_s <= ?"
    " ORDER BY due_s, id LIMIT ?",
    VALUES(INT(now_s), INT(most)));

ASK(run, ledger_knock_again, WITH(const struct ledger_knock *knock), NULL,
    "UPDATE knock SET due_s = ?, tries = ?, note = ? WHERE id = ?",
    VALUES(INT(knock->due_s), INT(knock->tries), TEXT(knock->note), INT(knock->id)));

ASK(run, ledger_knock_drop, WITH(int64_t id), NULL, "DELETE FROM knock WHERE id = ?",
    VALUES(INT(id)));

ASK(run, ledger_knocks_forget, WITH(int64_t player), NULL, "DELETE FROM knock WHERE player = ?",
    VALUES(INT(player)));

ASK(rows, ledger_knocks_tried, WITH_NOTHING, &knock_form,
    "SELECT id, player, out, due_s, tries, note FROM knock WHERE tries > 0 ORDER BY id", NULL);
