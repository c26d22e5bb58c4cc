/* SPDX-License-Identifier: MIT */
/* Rows of disputes: put, listed, ruled. */
#include "ledger/disputes.h"

#include "ledger/ledger_p.h"

static const char *const names[LEDGER_DISPUTE_KIND_COUNT] = {
    [LEDGER_DISPUTE] = "dispute", [LEDGER_REPORT] = "report"};

const char *ledger_dispute_name(enum ledger_dispute_kind kind)
{
    return kind < LEDGER_DISPUTE_KIND_COUNT ? names[kind] : "?";
}

ASK(one_int, ledger_dispute_put, WITH(const struct ledger_dispute *dispute, int64_t *id), NULL,
    "INSERT INTO dispute (kind, game, seat, n, at_s, box) VALUES (?, ?, ?, ?, ?, ?)"
    " RETURNING id",
    VALUES(TEXT(names[dispute->kind]), INT(dispute->game), INT(dispute->seat), INT(dispute->n),
           INT(dispute->at_s), BYTES(dispute->box)),
    0, id);

FORM(dispute_form, ledger_dispute, COLUMN(ledger_dispute, id),
     COLUMN_OF_NAMES(ledger_dispute, kind, names), COLUMN(ledger_dispute, game),
     COLUMN(ledger_dispute, seat), COLUMN(ledger_dispute, n), COLUMN(ledger_dispute, at_s),
     COLUMN(ledger_dispute, box), COLUMN_OR(ledger_dispute, ruled_s, -1),
     COLUMN_OR(ledger_dispute, ruled_n, -1));

ASK(rows, ledger_disputes, WITH(int64_t id, int64_t game, bool open_only), &dispute_form,
    "SELECT id, kind, game, seat, n, at_s, box, ruled_s, ruled_n FROM dispute"
    " WHERE (?1 = 0 OR id = ?1) AND (?2 = 0 OR game = ?2)"
    " AND (?3 = 0 OR ruled_s IS NULL) ORDER BY id",
    VALUES(INT(id), INT(game), INT(open_only)));

STATEMENT(DISPUTE_RULE, "UPDATE dispute SET ruled_s = ?2, ruled_n = ?3 WHERE id = ?1"
                        " AND ruled_s IS NULL RETURNING 1");

enum rc ledger_dispute_rule(struct ledger *ledger, int64_t id, int64_t at_s, int64_t n,
                            struct err *err)
{
    int64_t found = 0;

    TRY(query_one_int(ledger, &ST_DISPUTE_RULE, VALUES(INT(id), INT(at_s), INT(n)), 0, &found,
                      err));
    return !found ? ERR(err, RC_NOT_FOUND, "there is no such open dispute; `postern dispute list`")
                  : RC_OK;
}
