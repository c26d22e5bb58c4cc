/* SPDX-License-Identifier: MIT */
/* The frame of all commands that show a list: open the server, gather, print. */
#include "cli/listing.h"

enum rc listing_show(struct cli *cli, const struct list *list, struct err *err)
{
    struct table table;
    struct listing listing = {.cli = cli, .table = &table};
    enum rc rc = table_init(&table, list->columns, list->column_count, cli, err);

    THEN(rc, server_use(cli, err));
    listing.desk = cli->desk;
    THEN(rc, list->gather(&listing, err));
    THEN(rc, buf_rc(&table.cells, err));
    table_show(&table, cli, rc, list->none);
    return rc;
}

const char *listing_number(char out[TEXT_INT_BYTES], int64_t number)
{
    return number ? text_of_int(out, number) : "";
}

const char *listing_name(struct desk *desk, int64_t player, struct person *person)
{
    return player && people_get(desk, player, person, NULL) == RC_OK ? person->name : "(forgotten)";
}
