/* SPDX-License-Identifier: MIT */
/* Rows of cells that print as a table fitting the terminal, or as a JSON array of objects. */
#ifndef POSTERN_CLI_TABLE_H
#define POSTERN_CLI_TABLE_H

#include "cli/cli.h"

enum { TABLE_COLUMNS_MAX = 10 };

struct table_column {
    const char *key;   /* in JSON */
    const char *title; /* above the column */
    bool number;       /* set right, a number in JSON */
    bool shrinks;      /* may be cut where the terminal is narrow */
};

struct table {
    const struct table_column *columns; /* borrowed */
    unsigned column_count;
    json_t *rows; /* owned */
};

void table_init(struct table *table, const struct table_column *columns, unsigned count);
/* Add a row: one string for each column; NULL reads as "". */
void table_row(struct table *table, ...);
/* Hand the rows to the command's output and end the table. `none` is printed when it is empty;
 * nothing when rc says that the rows could not all be read. */
void table_show(struct table *table, struct cli *cli, enum rc rc, const char *none);

/* Columns of a string in a terminal: characters, wide ones twice, combining ones none. */
unsigned table_width(const char *text);

#endif
