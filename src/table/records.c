/* SPDX-License-Identifier: MIT */
/* Case files and records. */

#include "games/games.h"
#include "record/verify.h"
#include "table/table_p.h"

enum { REPORT_BYTES = 65536 };

/* Its own rulebook, so that the table's game stays as it is. */
unsigned table_run_case(struct table *table, const struct game *game, const struct case_head *head,
                        const char *text, size_t length, struct err *err)
{
    const char *version = head->version;
    struct text report;
    OWN_MEMORY char *room = malloc(REPORT_BYTES);
    OWN_MEMORY void *rulebook = calloc(1, game->rulebook_bytes);
    unsigned broken = 1;

    for (const char *const *at = game->versions; !*head->version && *at; at++)
        version = *at;
    if (!table->cases)
        table->cases = malloc(sizeof *table->cases);
    if (!room || !rulebook || !table->cases) {
        err->rc = ERR(err, RC_NO_MEMORY, "no memory for a case");
    } else if (table_load(table, game, version, head->data, rulebook, err) == RC_OK) {
        text_init(&report, room, REPORT_BYTES);
        broken = case_run(game, rulebook, table->game == game ? &table->lexicon : NULL, text,
                          length, table->cases, &report);
        buf_clear(&table->answer);
        buf_put(&table->answer, room);
    }
    return broken;
}

enum rc table_case(struct table *table, const char *text, size_t length)
{
    struct case_head head;
    struct err err = {0};
    const struct game *game;

    if (case_read_head(text, length, &head, &err) != RC_OK)
        return table_fail(table, &err);
    game = games_find(head.game);
    if (!game)
        return table_refuse(table, RC_NOT_FOUND, "no game of that name: ", head.game);
    table_run_case(table, game, &head, text, length, &err);
    return err.rc == RC_OK ? RC_OK : table_fail(table, &err);
}

enum rc table_verify(struct table *table, const char *text, size_t length, uint32_t now)
{
    OWN(verify) verify = {0};
    struct err err = {0};

    if (length > RECORD_BYTES_MAX)
        return table_refuse(table, RC_TOO_LONG, "no record is as long as this file", "");
    if (verify_bytes(text, length, games_find, &verify, &err) != RC_OK)
        return table_fail(table, &err);
    verify_hold_clock(&verify, now);
    buf_clear(&table->answer);
    verify_say(&verify, &table->answer);
    return verify.is_good ? table_keep_record(table, text, length, &err) : verify.err.rc;
}
