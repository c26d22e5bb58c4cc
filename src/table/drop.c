/* SPDX-License-Identifier: MIT */
/* Forgetting what a table had beside its position. */

#include "seal/secret.h"
#include "table/table_p.h"

void table_drop_lesson(struct table *table)
{
    free(table->lesson);
    table->lesson = NULL;
}

void table_drop_practice(struct table *table)
{
    if (table->practice)
        secret_wipe(table->practice, sizeof *table->practice);
    free(table->practice);
    table->practice = NULL;
}

void table_drop_record(struct table *table)
{
    replay_free(table->replay);
    table->replay = NULL;
    if (table->has_record)
        record_fini(&table->record);
    table->has_record = false;
}
