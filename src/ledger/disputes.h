/* SPDX-License-Identifier: MIT */
/* What players bring before the administrator: disputed rulings, reported words. Work: a ruling is
 * noted once, the rest never changes. Its text is in boxes. */
#pragma once

#include "ledger/ledger.h"

enum ledger_dispute_kind { LEDGER_DISPUTE, LEDGER_REPORT, LEDGER_DISPUTE_KIND_COUNT };
/* "dispute", "report" */
const char *ledger_dispute_name(enum ledger_dispute_kind kind);

struct ledger_dispute {
    int64_t id; /* set by the put */
    enum ledger_dispute_kind kind;
    int64_t game;
    int seat;
    int64_t n; /* newest entry then */
    int64_t at_s;
    struct ledger_bytes box;
    int64_t ruled_s; /* -1 = open */
    int64_t ruled_n; /* entry that tells the ruling */
};
enum rc ledger_dispute_put(struct ledger *ledger, const struct ledger_dispute *dispute, int64_t *id,
                           struct err *err);
/* Walk disputes in order: one (id), of one game, 0 = all; or those alone that are open. */
struct ledger_rows ledger_disputes(struct ledger *ledger, int64_t id, int64_t game, bool open_only,
                                   struct err *err);
/* fails  RC_NOT_FOUND: no such dispute, or ruled already */
enum rc ledger_dispute_rule(struct ledger *ledger, int64_t id, int64_t at_s, int64_t n,
                            struct err *err);
