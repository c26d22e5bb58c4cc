/* SPDX-License-Identifier: MIT */
/* Inside of src/ledger and its tests: the list of tables. */
#ifndef POSTERN_LEDGER_TABLES_H
#define POSTERN_LEDGER_TABLES_H

#include "ledger/care.h"

struct ledger_table {
    const char *name;
    enum ledger_dump_part part;
    const char *key; /* columns of the primary key */
};
extern const struct ledger_table ledger_tables[]; /* name NULL at the end */

#endif
