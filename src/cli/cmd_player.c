/* SPDX-License-Identifier: MIT */
/* player add, import, list. */
#include "cli/commands.h"

#include "cli/listing.h"
#include "cli/sheet.h"
#include "people/naming.h"
#include "people/people.h"
#include "schedule/mailroom.h"

enum rc cmd_player_add(struct cli *cli, struct err *err)
{
    const char *language;
    char name[PERSON_NAME_BYTES];
    bool cut = naming_fit(cli->word[0], name);
    int64_t player = 0;

    FAIL_IF(strchr(cli->word[0], '@') && !strchr(cli->word[1], '@'), err, RC_USAGE,
            "the name comes first: postern player add ", cli->word[1], " ", cli->word[0]);
    TRY(server_change(cli, err));
    TRY(server_language(cli->desk, cli_value(cli, "language"), &language, err));
    TRY(people_add(cli->desk, cli->word[0], cli->word[1], language, &player, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "player %lld: %s <%s>\n", (long long)player, name, cli->word[1]);
    if (cut)
        buf_printf(&cli->out, "The name was shortened: at most %d columns and %d bytes are kept.\n",
                   NAMING_COLUMNS, PERSON_NAME_BYTES - 1);
    cli->result = json_pack("{s:I, s:s, s:s}", "player", (json_int_t)player, "name", name,
                            "address", cli->word[1]);
    return RC_OK;
}

/* ---- import ---- */

struct import {
    struct cli *cli;
    struct desk *desk;
    json_t *players, *problems;
};

/* Each row is a part of the change, so that all that is wrong is told at once. */
static enum rc add_row_of(void *user, const struct sheet *sheet, struct err *err)
{
    struct import *import = user;
    const char *name = sheet_cell(sheet, "name"), *address = sheet_cell(sheet, "address");
    const char *language;
    struct err own = {0};
    int64_t player = 0;
    enum rc added;

    TRY(desk_part_begin(import->desk, err));
    added = server_language(import->desk, sheet_cell(sheet, "language"), &language, &own);
    if (added == RC_OK)
        added = people_add(import->desk, name, address, language, &player, &own);
    FAIL_IF(added != RC_OK && rc_class(added) == RC_CLASS_TEMPORARY, err, added, own.text);
    if (added != RC_OK) {
        buf_printf(&import->cli->out, "%s:%u: %s\n", sheet->source, sheet->line, own.text);
        json_array_append_new(import->problems,
                              json_pack("{s:i, s:s}", "line", (int)sheet->line, "text", own.text));
        return desk_part_drop(import->desk, err);
    }
    json_array_append_new(import->players,
                          json_pack("{s:I, s:s, s:s}", "player", (json_int_t)player, "name", name,
                                    "address", address));
    return desk_part_keep(import->desk, err);
}

static enum rc end_import(struct import *import, struct err *err)
{
    struct cli *cli = import->cli;
    size_t problems = json_array_size(import->problems);
    enum rc rc = RC_OK;

    if (problems) {
        desk_rollback(import->desk);
        json_array_clear(import->players);
        buf_printf(&cli->out, "%zu %s cannot be added, so nobody was.\n", problems,
                   problems == 1 ? "row" : "rows");
        cli->exit = CLI_REFUSED;
    } else if ((rc = desk_commit(import->desk, err)) == RC_OK)
        buf_printf(&cli->out, "%zu %s added\n", json_array_size(import->players),
                   json_array_size(import->players) == 1 ? "player is" : "players are");
    return rc;
}

enum rc cmd_player_import(struct cli *cli, struct err *err)
{
    static const char *const known[] = {"name", "address", "language", NULL};
    struct import import = {.cli = cli, .players = json_array(), .problems = json_array()};
    OWN_WIPED(buf) text = {0};
    enum rc rc = cli_read(cli->word[0], CLI_INPUT_MOST, &text, err);

    cli->result = json_pack("{s:o, s:o}", "players", import.players, "problems", import.problems);
    THEN(rc, server_change(cli, err));
    import.desk = cli->desk;
    THEN(rc, sheet_each(cli->word[0], &text, known, add_row_of, &import, err));
    THEN(rc, end_import(&import, err));
    return rc;
}

/* ---- list ---- */

static const struct table_column columns[] = {{"player", "player", true, false},
                                              {"name", "name", false, true},
                                              {"address", "address", false, true},
                                              {"language", "language", false, false}};

static enum rc gather(struct listing *listing, struct err *err)
{
    struct ledger_rows rows = people_walk(listing->desk, err);
    struct person person;

    while (people_next(listing->desk, &rows, &person))
        table_row(listing->table, TEXT_INT(person.id), person.name, person.address,
                  person.language);
    return ledger_end(&rows);
}

LISTING(cmd_player_list, columns, gather,
        "There are no players yet; postern player add NAME ADDRESS");
