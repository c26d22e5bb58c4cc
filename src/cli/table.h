/* SPDX-License-Identifier: MIT */
/* Rows of cells that print as a table fitting the terminal, or as a JSON array of objects. */
#pragma once

#include "cli/cli.h"

enum { TABLE_COLUMNS_MAX = 10 };

enum table_kind {
    TABLE_TEXT,
    TABLE_NUMBER, /* set right, a number in JSON */
    TABLE_LIST,   /* several, each after TABLE_NEXT but the first; an array in JSON */
    TABLE_TIME    /* as server_time writes it; "2026-11-21T22:30Z" in JSON */
};

struct table_column {
    const char *key;   /* in JSON */
    const char *title; /* above the column */
    unsigned kind;     /* enum table_kind; false and true read as text and number */
    bool shrinks;      /* may be cut where the terminal is narrow */
};

#define TABLE_NEXT "\x1f" /* between members of a cell */

/* Kept as the bytes of their cells until all are known: an error leaves no half of a table. */
struct table {
    const struct table_column *columns; /* borrowed */
    unsigned column_count;
    const char *match; /* borrowed; NULL = every row */
    int64_t skip, limit;
    struct buf cells; /* owned: of the rows that are shown, each with its NUL */
    unsigned width[TABLE_COLUMNS_MAX];
};

/* Rows that --match, --skip and --limit do not ask for are dropped as they come.
 * cli    NULL = every row is shown
 * fails  RC_USAGE; the table is empty and may be shown */
enum rc table_init(struct table *table, const struct table_column *columns, unsigned count,
                   const struct cli *cli, struct err *err);
/* Add a row: one string for each column; NULL reads as "". */
void table_row(struct table *table, ...);
/* How many columns of a terminal a text fills. */
unsigned table_width(const char *text);
/* Print the rows, or `none`, and end the table; nothing when rc says that they could not all be
 * read. */
void table_show(struct table *table, struct cli *cli, enum rc rc, const char *none);
