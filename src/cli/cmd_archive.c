/* SPDX-License-Identifier: MIT */
/* archive, unarchive: finished games in files, and back. */
#include "cli/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text.h"
#include "cli/server.h"
#include "ledger/archive.h"
#include "ledger/derived.h"
#include "play/archive.h"

static json_t *note_file(struct cli *cli, const struct config *config, int64_t game, int64_t bytes)
{
    char path[ARCHIVE_PATH_BYTES];
    json_t *one;

    archive_path(config, game, path);
    buf_printf(&cli->out, "game %lld: %s (%lld KiB)", (long long)game, path,
               (long long)((bytes + 1023) / 1024));
    one = json_pack("{s:I, s:s, s:I}", "game", (json_int_t)game, "file", path, "bytes",
                    (json_int_t)bytes);
    json_array_append_new(json_object_get(cli->result, "games"), one);
    return one;
}

/* ---- what is there ---- */

static void list_one(struct cli *cli, struct desk *desk, const struct ledger_archive *row)
{
    struct err own = {0};
    json_t *one = note_file(cli, desk->config, row->game, row->bytes);
    bool is_well = archive_look(desk, row->game, &own) == RC_OK;

    if (!is_well)
        buf_printf(&cli->out, ": %s", own.text);
    buf_put_char(&cli->out, '\n');
    json_object_set_new(one, "missing", json_boolean(!is_well));
    if (!is_well)
        cli->exit = CLI_REFUSED;
}

static enum rc list_all(struct cli *cli, struct desk *desk, struct err *err)
{
    struct ledger_rows rows = ledger_archived(desk->ledger, 0, err);
    struct ledger_archive row;
    enum rc rc;

    while (ledger_next(&rows, &row))
        list_one(cli, desk, &row);
    rc = ledger_end(&rows);
    if (rc == RC_OK && !cli->out.length)
        buf_put(&cli->out, "No game is in the archive; postern archive --older-than 90d puts "
                           "finished ones there.\n");
    return rc;
}

/* ---- leaving ---- */

static enum rc put_one(struct cli *cli, struct desk *desk, int64_t game, struct err *err)
{
    int64_t bytes = 0;
    enum rc rc = archive_leave(desk, game, &bytes, err);

    if (rc == RC_OK) {
        note_file(cli, desk->config, game, bytes);
        buf_put_char(&cli->out, '\n');
    }
    return rc;
}

static enum rc note_old(struct desk *desk, int64_t before_s, struct numbers *old, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(desk->ledger, LEDGER_OVER, err);
    struct ledger_game_row row;

    while (ledger_next(&rows, &row)) {
        bool is_away = false;

        rows.rc = ledger_is_archived(desk->ledger, row.game, &is_away, err);
        if (rows.rc == RC_OK && !is_away && !row.is_frozen && row.at_s <= before_s)
            rows.rc = numbers_add(old, row.game, err);
    }
    return ledger_end(&rows);
}

/* One that must wait (a dispute, seals to open) does not keep the others. */
static enum rc put_old(struct cli *cli, struct desk *desk, int64_t age_s, struct err *err)
{
    struct numbers old = {0};
    enum rc rc = note_old(desk, desk_now(desk) - age_s, &old, err);

    for (size_t i = 0; i < old.count && rc == RC_OK; i++) {
        struct err own = {0};

        rc = put_one(cli, desk, old.at[i], &own);
        if (rc == RC_CONFLICT) {
            buf_printf(&cli->out, "%s\n", own.text);
            rc = RC_OK;
        } else if (rc != RC_OK)
            rc = ERR(err, rc, own.text);
    }
    free(old.at);
    if (rc == RC_OK && !cli->out.length)
        buf_put(&cli->out, "No finished game is that old.\n");
    return rc;
}

static enum rc put_named(struct cli *cli, struct desk *desk, struct err *err)
{
    enum rc rc = RC_OK;
    int64_t game;

    for (unsigned i = 0; i < cli->word_count && rc == RC_OK; i++) {
        rc = server_number(cli->word[i], "game", &game, err);
        if (rc == RC_OK)
            rc = put_one(cli, desk, game, err);
    }
    return rc;
}

enum rc cmd_archive(struct cli *cli, struct err *err)
{
    const char *word = cli_value(cli, "older-than");
    struct server server = {0};
    int64_t age_s = 0;
    enum rc rc = RC_OK;

    if (word && !config_duration(word, strlen(word), &age_s))
        rc = ERR(err, RC_USAGE, "--older-than ", word, ": write a number and d, as 90d");
    if (rc == RC_OK && word && cli->word_count)
        rc = ERR(err, RC_USAGE, "name games, or give --older-than; not both");
    if (rc == RC_OK)
        rc = server_open(cli, &server, err);
    cli->result = json_pack("{s:[]}", "games");
    if (rc == RC_OK)
        rc = word              ? put_old(cli, server.desk, age_s, err)
             : cli->word_count ? put_named(cli, server.desk, err)
                               : list_all(cli, server.desk, err);
    server_close(&server);
    return rc;
}

/* ---- coming back ---- */

enum rc cmd_unarchive(struct cli *cli, struct err *err)
{
    struct server server = {0};
    int64_t game = 0;
    enum rc rc = server_number(cli->word[0], "game", &game, err);

    if (rc == RC_OK)
        rc = server_open(cli, &server, err);
    if (rc == RC_OK)
        rc = archive_come_back(server.desk, game, cli->word_count > 1 ? cli->word[1] : NULL, err);
    if (rc == RC_OK) {
        buf_printf(&cli->out, "game %lld is whole in the ledger again; its file stays\n",
                   (long long)game);
        cli->result = json_pack("{s:I}", "game", (json_int_t)game);
    }
    server_close(&server);
    return rc;
}
