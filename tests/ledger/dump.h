/* SPDX-License-Identifier: MIT */
/* A ledger's rows as text, to compare two ledgers, or one before and after. */
#pragma once

#include "base/buf.h"
#include "ledger/ledger.h"

/* Tables are facts, which are only added, derived, which a rebuild makes again, or work. */
enum dump_part { DUMP_FACTS, DUMP_DERIVED, DUMP_WORK };
struct dump_table {
    const char *name;
    enum dump_part part;
};
extern const struct dump_table dump_tables[]; /* name NULL at the end */

/* Append one line for each row, sorted by its primary key: "table|column=value|…", values as SQL
 * writes them. Boxes, which differ each time they are made, are left out. */
void dump_rows(struct ledger *ledger, enum dump_part part, struct buf *out);
