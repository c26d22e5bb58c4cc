/* SPDX-License-Identifier: MIT */
/* Statements of the ledger: each stands above the code that binds its ? in order and reads its
 * columns. Prepared once for each connection, at first use. */
#pragma once

struct form;

struct statement {
    const char *name, *sql;
    const struct form *form; /* of its columns, or NULL */
};

/* STATEMENT(KEY_GET, "SELECT …"); defines ST_KEY_GET. A connection finds what it has prepared by
 * the statement's address; the section lets a test prepare them all. */
#define STATEMENT(NAME, text) STATEMENT_OF(NAME, NULL, text)
/* The same for rows of a form: what it selects, or inserts, are the form's columns in order. */
#define STATEMENT_OF(NAME, form, text)                                                             \
    static const struct statement ST_##NAME                                                        \
        __attribute__((section("ledger_sql"), used, aligned(sizeof(void *)))) = {#NAME, text,      \
                                                                                 form}
