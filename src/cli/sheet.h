/* SPDX-License-Identifier: MIT */
/* Rows of a table as spreadsheets write it: the first row names the columns, cells stand between
 * commas, semicolons or tabs, in double quotes where they hold one. Source: RFC 4180. */
#pragma once

#include "base/base.h"

enum { SHEET_COLUMNS_MAX = 48 };

struct sheet {
    const char *source; /* its name for errors */
    unsigned line;      /* of the row, from 1 */
    unsigned columns;
    const char *title[SHEET_COLUMNS_MAX], *cell[SHEET_COLUMNS_MAX]; /* without blanks around */
};
/* What it fails with ends the walk, told with file and line. */
typedef enum rc (*sheet_fn)(void *user, const struct sheet *sheet, struct err *err);
/* Each row that is not empty.
 * in     text: altered; known: titles that there may be, NULL at the end
 * fails  RC_USAGE with line: a title that is not known, more cells than titles, a quote not closed
 */
enum rc sheet_each(const char *source, struct buf *text, const char *const *known, sheet_fn fn,
                   void *user, struct err *err);
/* The cell under a title, "" where there is none. */
const char *sheet_cell(const struct sheet *sheet, const char *title);
