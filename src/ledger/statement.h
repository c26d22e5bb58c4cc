/* SPDX-License-Identifier: MIT */
/* Statements of the ledger: each stands above the code that binds its ? in order and reads its
 * columns. Prepared once for each connection, at first use. */
#ifndef POSTERN_LEDGER_STATEMENT_H
#define POSTERN_LEDGER_STATEMENT_H

struct statement {
    const char *name, *sql;
};

/* STATEMENT(KEY_GET, "SELECT …"); defines ST_KEY_GET. A connection finds what it has prepared by
 * the statement's address; the section lets a test prepare them all. */
#define STATEMENT(NAME, text)                                                                      \
    static const struct statement ST_##NAME                                                        \
        __attribute__((section("ledger_sql"), used)) = {#NAME, text}

#endif
