/* SPDX-License-Identifier: MIT */
/* Rows of notices that wait. */
#include "ledger/knocks.h"

#include "ledger/ledger_p.h"

FORM(knock_form, ledger_knock, COLUMN(ledger_knock, id), COLUMN(ledger_knock, player),
     COLUMN_OR(ledger_knock, out, 0), COLUMN(ledger_knock, due_s), COLUMN(ledger_knock, tries),
     COLUMN(ledger_knock, note));

STATEMENT(KNOCK_PUT, "INSERT INTO knock (player, out, due_s, tries, note) VALUES (?, ?, ?, ?, ?)");

enum rc ledger_knock_put(struct ledger *ledger, const struct ledger_knock *knock, struct err *err)
{
    return query_run(ledger, &ST_KNOCK_PUT,
                     VALUES(INT(knock->player), INT_OR_NULL(knock->out, 0), INT(knock->due_s),
                            INT(knock->tries), TEXT(knock->note ? knock->note : "")),
                     err);
}

STATEMENT_OF(KNOCKS_DUE, &knock_form,
             "SELECT id, player, out, due_s, tries, note FROM knock WHERE due_s <= ?"
             " ORDER BY due_s, id LIMIT ?");

struct ledger_rows ledger_knocks_due(struct ledger *ledger, int64_t now_s, int64_t most,
                                     struct err *err)
{
    return query_rows(ledger, &ST_KNOCKS_DUE, VALUES(INT(now_s), INT(most)), err);
}

STATEMENT(KNOCK_AGAIN, "UPDATE knock SET due_s = ?, tries = ?, note = ? WHERE id = ?");

enum rc ledger_knock_again(struct ledger *ledger, const struct ledger_knock *knock, struct err *err)
{
    return query_run(
        ledger, &ST_KNOCK_AGAIN,
        VALUES(INT(knock->due_s), INT(knock->tries), TEXT(knock->note), INT(knock->id)), err);
}

STATEMENT(KNOCK_DROP, "DELETE FROM knock WHERE id = ?");

enum rc ledger_knock_drop(struct ledger *ledger, int64_t id, struct err *err)
{
    return query_run(ledger, &ST_KNOCK_DROP, VALUES(INT(id)), err);
}

STATEMENT(KNOCKS_FORGET, "DELETE FROM knock WHERE player = ?");

enum rc ledger_knocks_forget(struct ledger *ledger, int64_t player, struct err *err)
{
    return query_run(ledger, &ST_KNOCKS_FORGET, VALUES(INT(player)), err);
}

STATEMENT_OF(KNOCKS_TRIED, &knock_form,
             "SELECT id, player, out, due_s, tries, note FROM knock WHERE tries > 0 ORDER BY id");

struct ledger_rows ledger_knocks_tried(struct ledger *ledger, struct err *err)
{
    return query_rows(ledger, &ST_KNOCKS_TRIED, NULL, err);
}
