/* SPDX-License-Identifier: MIT */
/* player show, set, address, ban, merge, forget. */
#include "cli/commands.h"

#include <string.h>

#include "base/text.h"
#include "cli/server.h"
#include "keeper/care.h"
#include "ledger/derived.h"
#include "people/people.h"
#include "talk/vacation.h"

/* Open the server and begin a change of the player of the first word. */
static enum rc begin(struct cli *cli, struct server *server, int64_t *player, struct err *err)
{
    enum rc rc = server_open(cli, server, err);

    if (rc == RC_OK)
        rc = desk_begin(server->desk, err);
    return rc == RC_OK ? people_find(server->desk, cli->word[0], player, err) : rc;
}

static enum rc done(struct cli *cli, struct server *server, int64_t player, const char *what,
                    enum rc rc, struct err *err)
{
    if (rc == RC_OK)
        rc = desk_commit(server->desk, err);
    if (rc == RC_OK) {
        buf_printf(&cli->out, "%s\n", what);
        cli->result = json_pack("{s:I}", "player", (json_int_t)player);
    }
    server_close(server);
    return rc;
}

/* ---- show ---- */

static enum rc show_address(void *user, const char *address, struct err *err)
{
    struct cli *cli = user;

    (void)err;
    buf_printf(&cli->out, "  address: %s\n", address);
    json_array_append_new(json_object_get(cli->result, "addresses"), json_string(address));
    return RC_OK;
}

static enum rc show_game(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct cli *cli = user;

    (void)err;
    buf_printf(&cli->out, "  game %lld: %s, %s%s%s\n", (long long)row->game, row->engine,
               row->is_frozen ? "frozen" : ledger_status_name(row->status),
               row->result[0] ? ", " : "", row->result);
    json_array_append_new(json_object_get(cli->result, "games"),
                          json_pack("{s:I, s:s, s:s, s:s}", "game", (json_int_t)row->game, "kind",
                                    row->engine, "status",
                                    row->is_frozen ? "frozen" : ledger_status_name(row->status),
                                    "result", row->result));
    return RC_OK;
}

static void show_person(struct cli *cli, const struct person *person)
{
    static const char *const boards[] = {"unicode", "ascii", "none"};
    char since[24];

    server_time(person->made_s, since);
    buf_printf(&cli->out, "player %lld: %s, since %s\n  letters: %s, board %s, %s%s%s\n",
               (long long)person->id, person->name, since, person->language, boards[person->board],
               people_format(person), person->strict ? ", strict" : "",
               person->drafts ? ", confirms orders" : "");
    if (person->zone[0])
        buf_printf(&cli->out, "  zone: %s\n", person->zone);
    if (person->vacation[0])
        buf_printf(&cli->out, "  vacations: %s\n", person->vacation);
    if (person->banned)
        buf_put(&cli->out, "  banned: no letter of his counts\n");
    if (person->merged)
        buf_printf(&cli->out, "  merged into player %lld\n", (long long)person->merged);
    cli->result = json_pack(
        "{s:I, s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:s, s:s, s:b, s:I, s:s, s:[], s:[]}", "player",
        (json_int_t)person->id, "name", person->name, "since", since, "language", person->language,
        "board", boards[person->board], "format", people_format(person), "strict", person->strict,
        "draft", person->drafts, "zone", person->zone, "vacation", person->vacation, "banned",
        person->banned, "merged", (json_int_t)person->merged, "profile", people_profile(person),
        "addresses", "games");
}

enum rc cmd_player_show(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct person person;
    int64_t player = 0;
    enum rc rc = server_open(cli, &server, err);

    if (rc == RC_OK)
        rc = people_find(server.desk, cli->word[0], &player, err);
    if (rc == RC_OK)
        rc = people_get(server.desk, player, &person, err);
    if (rc == RC_OK) {
        show_person(cli, &person);
        rc = people_addresses(server.desk, player, show_address, cli, err);
    }
    if (rc == RC_OK)
        rc = ledger_games_of_player(server.desk->ledger, player, show_game, cli, err);
    server_close(&server);
    return rc;
}

/* ---- settings ---- */

static enum rc change(struct desk *desk, int64_t player, const char *kind, const char *value,
                      struct err *err)
{
    enum vacation_verdict verdict = VACATION_DONE;
    enum rc rc;

    if (text_equal(kind, "language") &&
        !text_equal(language_code(library_language(desk->library, value)), value))
        return ERR(err, RC_NOT_FOUND, "there is no language '", value, "' here");
    if (!text_equal(kind, "zone"))
        return people_change(desk, player, kind, value, err);
    rc = vacation_zone(desk, player, value, &verdict, err);
    return rc == RC_OK && verdict == VACATION_NO_ZONE
               ? ERR(err, RC_USAGE, "there is no zone '", value, "'; write one as Europe/Madrid")
               : rc;
}

enum rc cmd_player_set(struct cli *cli, struct err *err)
{
    static const char *const kinds[] = {"language", "board", "format", "strict",
                                        "letters",  "draft", "zone",   "profile"};
    struct server server = {0};
    int64_t player = 0;
    bool known = false;
    enum rc rc = begin(cli, &server, &player, err);

    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        known |= text_equal(kinds[i], cli->word[1]);
    if (rc == RC_OK && !known)
        rc = ERR(err, RC_USAGE, "'", cli->word[1],
                 "' is no setting: language, board, format, strict, draft or zone");
    if (rc == RC_OK)
        rc = change(server.desk, player, cli->word[1], cli->word[2], err);
    return done(cli, &server, player, "set", rc, err);
}

enum rc cmd_player_address(struct cli *cli, struct err *err)
{
    const char *add = cli_value(cli, "add"), *drop = cli_value(cli, "drop");
    struct server server = {0};
    int64_t player = 0;
    enum rc rc = begin(cli, &server, &player, err);

    if (rc == RC_OK && !add && !drop)
        rc = ERR(err, RC_USAGE, "say --add ADDRESS or --drop ADDRESS; player show lists them");
    if (rc == RC_OK && add)
        rc = people_address_add(server.desk, player, add, err);
    if (rc == RC_OK && drop)
        rc = people_address_drop(server.desk, player, drop, err);
    return done(cli, &server, player, add ? "letters go there now" : "dropped", rc, err);
}

enum rc cmd_player_ban(struct cli *cli, struct err *err)
{
    bool off = cli_flag(cli, "off");
    struct server server = {0};
    int64_t player = 0;
    enum rc rc = begin(cli, &server, &player, err);

    if (rc == RC_OK)
        rc = people_change(server.desk, player, "banned", off ? "off" : "on", err);
    return done(cli, &server, player,
                off ? "his letters count again"
                    : "his letters are kept, count for nothing and get no answer; his deadlines "
                      "run: see seat replace",
                rc, err);
}

/* ---- leaving ---- */

enum rc cmd_player_merge(struct cli *cli, struct err *err)
{
    struct server server = {0};
    int64_t player = 0, into = 0;
    enum rc rc = begin(cli, &server, &player, err);

    if (rc == RC_OK)
        rc = people_find(server.desk, cli->word[1], &into, err);
    if (rc == RC_OK)
        rc = people_merge(server.desk, player, into, err);
    return done(cli, &server, into, "they are one player now", rc, err);
}

enum rc cmd_player_forget(struct cli *cli, struct err *err)
{
    struct server server = {0};
    int64_t player = 0;
    bool at_once = true;
    enum rc rc = begin(cli, &server, &player, err);

    if (rc == RC_OK)
        rc = people_erase(server.desk, player, err);
    if (rc == RC_OK)
        rc = desk_commit(server.desk, err);
    if (rc == RC_OK)
        rc = care_forgotten(server.desk, &at_once, err);
    if (rc == RC_OK) {
        buf_put(&cli->out,
                "Forgotten: name, addresses and settings, and his name in the records of games,\n"
                "which still verify. What is left of him elsewhere:\n"
                "  the bytes of his letters, until `postern letter forget` or keep_letters,\n"
                "  backups made before: their copies of his key must go as well.\n");
        server_tell_forgotten(cli, &server, at_once);
        cli->result = json_pack("{s:I}", "player", (json_int_t)player);
    }
    server_close(&server);
    return rc;
}
