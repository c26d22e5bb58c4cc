/* SPDX-License-Identifier: MIT */
/* Tables that are rows of a text file, for programs of tests:
 *
 *     == lines_become_canonical_orders
 *     the thief goes to d5 | thief to d5
 *
 * Cells stand between bars; those with blanks around them, a bar, or nothing stand in quotes. What
 * is written in them as in C (\n, \t, \", \xE2) is read so; ~ is no text (NULL). # begins a
 * comment. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "tests/read.h"

enum { ROW_CELLS = 8 };

struct rows_row {
    const char *cell[ROW_CELLS]; /* good until the program ends */
    unsigned number;             /* from 0 */
};

struct rows {
    char *at; /* the next line */
    unsigned read;
};

/* For each row of a table in a file below the sources' top. */
#define ROWS_EACH(row, file, table)                                                                \
    for (struct rows row##s_ = rows_open(file, table); row##s_.at; row##s_.at = NULL)              \
        for (struct rows_row row; rows_next(&row##s_, &row);)

static inline struct rows rows_open(const char *file, const char *table)
{
    static char **kept; /* texts, so that cells last; each knows the one before */
    char *text = read_whole(file, NULL), **one = malloc(2 * sizeof *one);
    const size_t length = strlen(table);
    struct rows rows = {0};
    unsigned found = 0;

    one[0] = (char *)kept;
    one[1] = text;
    kept = one;
    for (char *at = strstr(text, "== "); at; at = strstr(at, "\n== ")) {
        at += *at == '\n' ? strlen("\n== ") : strlen("== ");
        if (strncmp(at, table, length) == 0 && at[length] == '\n') {
            rows.at = at + length + 1;
            found++;
        }
    }
    if (found != 1 || strchr("=", *rows.at)) {
        fprintf(stderr, "%s has %u tables %s with rows\n", file, found, table);
        exit(1);
    }
    return rows;
}

/* What stands behind a backslash. Returns where it goes on. */
static inline const char *rows_escaped(const char *from, char *out)
{
    static const char signs[] = "n\nt\tr\r";
    const char *sign = memchr(signs, *from, sizeof signs - 1);
    char digits[3] = {0};

    if (*from != 'x' && *from != 'X') {
        *out = sign ? sign[1] : *from;
        return from + 1;
    }
    memcpy(digits, from + 1, 2);
    *out = (char)strtol(digits, NULL, 16);
    return from + 3;
}

/* One cell of a line, undone in place. Returns what follows its bar, or NULL. */
static inline char *rows_cell(char *at, const char **cell)
{
    const bool quoted = *at == '"';
    const char *from = at + quoted;
    char *out = at;
    size_t bar;

    *cell = at;
    while (*from && (quoted ? *from != '"' : strncmp(from, " | ", 3) != 0))
        if (*from == '\\')
            from = rows_escaped(from + 1, out++);
        else
            *out++ = *from++;
    bar = strcspn(from, "|");
    at = from[bar] ? at + (from + bar + 2 - at) : NULL;
    *out = '\0';
    if (!quoted && strcmp(*cell, "~") == 0)
        *cell = NULL;
    return at;
}

static inline bool rows_next(struct rows *rows, struct rows_row *row)
{
    char *line = rows->at, *end;

    memset(row, 0, sizeof *row);
    for (; *line == '#'; line = strchr(line, '\n') + 1)
        ;
    if (!*line || strncmp(line, "== ", 3) == 0)
        return false;
    end = strchr(line, '\n');
    *end = '\0';
    rows->at = end + 1;
    row->number = rows->read++;
    for (unsigned i = 0; line && i < ROW_CELLS; i++)
        line = rows_cell(line, &row->cell[i]);
    return true;
}

static inline int row_number(const struct rows_row *row, unsigned cell)
{
    return (int)strtol(row->cell[cell], NULL, 10);
}
