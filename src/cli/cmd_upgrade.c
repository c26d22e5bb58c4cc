/* SPDX-License-Identifier: MIT */
/* upgrade, game upgrade: other rules versions. */
#include "cli/commands.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/server.h"
#include "admin/admin.h"

struct checking {
    struct cli *cli;
    unsigned count[UPGRADE_KIND_COUNT];
    bool tells; /* how far it is, on a terminal */
    unsigned told;
};

static void show_progress(void *user, unsigned done, unsigned games)
{
    struct checking *checking = user;

    if (checking->tells && done != checking->told)
        fprintf(stderr, "\r%u of %u games", done, games);
    checking->told = done;
}

static void show_found(void *user, const struct upgrade_found *found)
{
    struct checking *checking = user;

    checking->count[found->kind]++;
    json_array_append_new(
        json_object_get(checking->cli->result, "games"),
        json_pack("{s:I, s:s, s:I, s:s, s:s, s:b, s:s}", "game", (json_int_t)found->game, "found",
                  upgrade_kind_name(found->kind), "n", (json_int_t)found->n, "from", found->from,
                  "to", found->to, "over", found->over, "why", found->why));
    if (found->kind != UPGRADE_SAME)
        buf_printf(&checking->cli->out, "game %lld%s: %s at entry %lld%s%s\n",
                   (long long)found->game, found->over ? " (over)" : "",
                   upgrade_kind_name(found->kind), (long long)found->n, found->why[0] ? ": " : "",
                   found->why);
}

enum rc cmd_upgrade(struct cli *cli, struct err *err)
{
    struct checking checking = {.cli = cli, .tells = isatty(STDERR_FILENO)};
    struct upgrade_reader reader = {&checking, show_progress, show_found};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    enum rc rc = RC_OK;

    FAIL_IF(!cli_flag(cli, "check"), err, RC_USAGE,
            "games keep their rules version until their players agree to another: see "
            "postern game upgrade; with --check all games are tried under another");
    rc = server_use(cli, err);
    cli->result = json_pack("{s:[]}", "games");
    THEN(rc, upgrade_check(cli->desk, cli_value(cli, "rules"),
                           processors > 0 ? (unsigned)processors : 1, &reader, err));
    if (checking.tells)
        fputs("\r\033[K", stderr);
    if (rc == RC_OK) {
        buf_printf(&cli->out, "%u same, %u differ, %u illegal, %u broken\n",
                   checking.count[UPGRADE_SAME], checking.count[UPGRADE_DIFFERS],
                   checking.count[UPGRADE_ILLEGAL], checking.count[UPGRADE_BROKEN]);
        for (unsigned i = 0; i < UPGRADE_KIND_COUNT; i++)
            json_object_set_new(cli->result, upgrade_kind_name((enum upgrade_kind)i),
                                json_integer((json_int_t)checking.count[i]));
        if (checking.count[UPGRADE_DIFFERS] + checking.count[UPGRADE_ILLEGAL] +
            checking.count[UPGRADE_BROKEN])
            cli->exit = CLI_REFUSED;
    }
    return rc;
}

enum rc cmd_game_upgrade(struct cli *cli, struct err *err)
{
    struct position *position = NULL;
    bool done = false;
    uint32_t missing = 0;

    TRY(server_begin(cli, &position, err));
    TRY(upgrade_game(cli->desk, position, cli->word[1], &done, &missing, err));
    TRY(server_done(cli, position,
                    done ? "the game goes on under these rules"
                         : "not every player has agreed yet; they are asked",
                    err));
    json_object_set_new(cli->result, "done", json_boolean(done));
    return RC_OK;
}
