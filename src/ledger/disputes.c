/* SPDX-License-Identifier: MIT */
#include "ledger/disputes.h"

#include <string.h>

#include "base/text.h"
#include "ledger/ledger_p.h"

static const char *const names[LEDGER_DISPUTE_KIND_COUNT] = {
    [LEDGER_DISPUTE] = "dispute", [LEDGER_REPORT] = "report"};

const char *ledger_dispute_name(enum ledger_dispute_kind kind)
{
    return kind < LEDGER_DISPUTE_KIND_COUNT ? names[kind] : "?";
}

STATEMENT(DISPUTE_PUT,
          "INSERT INTO dispute (kind, game, seat, n, at_s, box) VALUES (?, ?, ?, ?, ?, ?)"
          " RETURNING id");

enum rc ledger_dispute_put(struct ledger *ledger, const struct ledger_dispute *dispute, int64_t *id,
                           struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DISPUTE_PUT);
    query_text(&query, names[dispute->kind]);
    query_int(&query, dispute->game);
    query_int(&query, dispute->seat);
    query_int(&query, dispute->n);
    query_int(&query, dispute->at_s);
    query_bytes(&query, dispute->box);
    return query_one_int(&query, 0, id, err);
}

STATEMENT(DISPUTES, "SELECT id, kind, game, seat, n, at_s, box, ruled_s, ruled_n FROM dispute"
                    " WHERE (?1 = 0 OR id = ?1) AND (?2 = 0 OR game = ?2)"
                    " AND (?3 = 0 OR ruled_s IS NULL) ORDER BY id");

enum rc ledger_disputes(struct ledger *ledger, int64_t id, int64_t game, bool open_only,
                        ledger_dispute_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_DISPUTES);
    query_int(&query, id);
    query_int(&query, game);
    query_int(&query, open_only);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_dispute row = {.id = query_get_int(&query, 0),
                                     .kind = text_equal(query_get_text(&query, 1), "report")
                                                 ? LEDGER_REPORT
                                                 : LEDGER_DISPUTE,
                                     .game = query_get_int(&query, 2),
                                     .seat = (int)query_get_int(&query, 3),
                                     .n = query_get_int(&query, 4),
                                     .at_s = query_get_int(&query, 5),
                                     .box = query_get_bytes(&query, 6),
                                     .ruled_s = query_get_int_or(&query, 7, -1),
                                     .ruled_n = query_get_int_or(&query, 8, -1)};
        rc = fn(user, &row, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(DISPUTE_RULE, "UPDATE dispute SET ruled_s = ?2, ruled_n = ?3 WHERE id = ?1"
                        " AND ruled_s IS NULL RETURNING 1");

enum rc ledger_dispute_rule(struct ledger *ledger, int64_t id, int64_t at_s, int64_t n,
                            struct err *err)
{
    struct query query;
    int64_t found = 0;
    enum rc rc;

    query_begin(&query, ledger, &ST_DISPUTE_RULE);
    query_int(&query, id);
    query_int(&query, at_s);
    query_int(&query, n);
    rc = query_one_int(&query, 0, &found, err);
    return rc == RC_OK && !found
               ? ERR(err, RC_NOT_FOUND, "there is no such open dispute; `postern dispute list`")
               : rc;
}
