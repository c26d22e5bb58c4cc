/* SPDX-License-Identifier: MIT */
/* The frame of the commands that show a list: open the server, gather rows, show the table. A list
 * is a row of its columns, who gathers, and what is said when there is nothing. */
#pragma once

#include "cli/cli.h"
#include "cli/server.h"
#include "cli/table.h"
#include "people/people.h"

struct listing {
    const struct cli *cli;
    struct desk *desk;
    struct table *table;
    unsigned count; /* for gatherers that count */
};

struct list {
    const struct table_column *columns;
    unsigned column_count;
    enum rc (*gather)(struct listing *listing, struct err *err);
    const char *none;
};

enum rc listing_show(struct cli *cli, const struct list *list, struct err *err);
/* A command that does no more: its columns, what gathers its rows, what is said without any. */
#define LISTING(command, columns, gather, none)                                                    \
    enum rc command(struct cli *cli, struct err *err)                                              \
    {                                                                                              \
        static const struct list list = {columns, sizeof columns / sizeof columns[0], gather,      \
                                         none};                                                    \
                                                                                                   \
        return listing_show(cli, &list, err);                                                      \
    }                                                                                              \
    struct cli

/* "" for 0, as where there is no game or seat. */
const char *listing_number(char out[TEXT_INT_BYTES], int64_t number);

/* A player's name, or what stands for it where he was forgotten. */
const char *listing_name(struct desk *desk, int64_t player, struct person *person);
